# SPDX-License-Identifier: Apache-2.0
"""Numbers that only the device knows, kept there until many of them are copied to the host at once."""

from __future__ import annotations

import threading
from typing import List, Optional, Sequence, Tuple

import torch
from torch import Tensor


class Chunk:
    """The numbers between two copies. They are readable after `Ring.flush`, by `values()`, which waits for the copy."""

    def __init__(self) -> None:
        self._host: Optional[Tensor] = None
        self._event: Optional[torch.cuda.Event] = None
        self._values: List[float] = []
        self._home: Optional[List[Tensor]] = None

    def sent(self, host: Tensor, event: Optional[torch.cuda.Event], home: List[Tensor]) -> None:
        """Notes where the copy goes, what tells that it came, and where the host's buffer belongs afterwards."""
        self._host, self._event, self._home = host, event, home

    def values(self) -> List[float]:
        """The numbers. Called on the writer's thread: it may wait for the device."""
        if self._host is not None:
            if self._event is not None:
                self._event.synchronize()
            self._values = self._host.tolist()
            if self._home is not None:
                self._home.append(self._host)
            self._host = self._event = self._home = None
        return self._values


Ref = Tuple[Chunk, int]


class Ring:
    """A row of FP64 numbers on the device. Putting one is a single small operation and never waits."""

    def __init__(self, device: torch.device, slots: int) -> None:
        self._device = device
        self._values = torch.zeros(slots, dtype=torch.float64, device=device)
        self._used = 0
        self._chunk = Chunk()
        # Two buffers of the host are taken by turns; one more is made only if the writer is that far behind.
        self._free = [self._host_buffer() for _ in range(2)]

    def put(self, value: Tensor) -> Ref:
        """Keeps a tensor of one element."""
        if self._used == self._values.numel():
            self.flush()
        self._values[self._used].copy_(value.detach().reshape(()), non_blocking=True)
        self._used += 1
        return self._chunk, self._used - 1

    def put_many(self, values: Tensor) -> List[Ref]:
        """Keeps the elements of a one-dimensional tensor, at most as many as there are slots."""
        size = values.numel()
        if self._used + size > self._values.numel():
            self.flush()
        start = self._used
        self._values[start : start + size].copy_(values.detach(), non_blocking=True)
        self._used += size
        return [(self._chunk, start + i) for i in range(size)]

    def flush(self) -> None:
        """Starts the copy of all that was put since the last one."""
        if self._used == 0:
            return
        host = self._free.pop() if self._free else self._host_buffer()
        host.copy_(self._values, non_blocking=True)
        self._chunk.sent(host, mark(self._device), self._free)
        self._chunk = Chunk()
        self._used = 0

    def _host_buffer(self) -> Tensor:
        return torch.empty(
            self._values.numel(), dtype=torch.float64, device="cpu", pin_memory=self._device.type == "cuda"
        )


def read(refs: Sequence[Ref]) -> List[float]:
    """The numbers behind references, on the writer's thread."""
    return [chunk.values()[at] for chunk, at in refs]


def mark(device: torch.device) -> Optional[torch.cuda.Event]:
    """An event behind all that was asked of a card so far; None on the processor, which is never behind."""
    if device.type != "cuda":
        return None
    # blocking: the writer's thread sleeps until then instead of turning in a circle, which would slow the training's thread
    event = torch.cuda.Event(blocking=True)
    event.record(torch.cuda.current_stream(device))
    return event


def to_host(tensor: Tensor) -> Tensor:
    """Starts a copy to the host. The numbers are there after an event that is made afterwards."""
    host = torch.empty(tensor.shape, dtype=tensor.dtype, device="cpu", pin_memory=tensor.device.type == "cuda")
    return host.copy_(tensor, non_blocking=True)


class Pool:
    """Buffers of the host for counts. `take` gives None when the writer has all of them: the caller then drops and counts.

    For a card all are made at once, because pinned memory is slow to get; for the processor when they are needed.
    """

    def __init__(self, device: torch.device, size: int) -> None:
        self._lock = threading.Lock()
        self._size, self._pinned = size, device.type == "cuda"
        self._left = 3 if self._pinned else 16
        self._free = [self._make() for _ in range(self._left if self._pinned else 1)]

    def _make(self) -> Tensor:
        self._left -= 1
        return torch.empty(self._size, dtype=torch.uint8, device="cpu", pin_memory=self._pinned)

    def take(self) -> Optional[Tensor]:
        """A buffer, or None."""
        with self._lock:
            if not self._free and self._left > 0:
                return self._make()
            return self._free.pop() if self._free else None

    def give(self, buffer: Tensor) -> None:
        """Returns a buffer that `take` gave."""
        with self._lock:
            self._free.append(buffer)
