# SPDX-License-Identifier: Apache-2.0
"""Writes lines to a file from a thread of its own, so that the training waits neither for a disk nor for a card."""

from __future__ import annotations

import os
import queue
import threading
from pathlib import Path
from typing import Callable, List, Optional, Union

Job = Callable[[], List[str]]

_JOIN_SECONDS = 60.0  # how long close() waits for a slow disk


def free_path(path: Path) -> Path:
    """A name beside `path` that is not taken: run~1.jsonl, run~2.jsonl …"""
    number = 1
    while True:
        candidate = path.with_name(f"{path.stem}~{number}{path.suffix}")
        if not candidate.exists():
            return candidate
        number += 1


class Writer:
    """Appends lines to a file. Jobs run in the order in which they were put, on the writer's thread.

    A job returns lines. Jobs are never dropped here: who makes large ones asks for a `Pool`'s buffer first and counts what
    it could not get. An error (of a job, or of the disk) ends the writing and stands in `error`.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = Path(path)
        self.error: Optional[BaseException] = None
        self.renamed: Optional[Path] = None
        self._queue: "queue.SimpleQueue[Optional[Job]]" = queue.SimpleQueue()
        self._process = os.getpid()
        if self.path.is_dir():
            raise IsADirectoryError(f"{self.path} is a folder: path names the file of the recording")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size > 0:
            self.renamed = free_path(self.path)
            self.path.rename(self.renamed)
        self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self._thread = threading.Thread(target=self._run, name="mantissa-probe", daemon=True)
        self._thread.start()

    @property
    def owned(self) -> bool:
        """Whether this is the process that opened the file: a forked worker of a data loader must not write."""
        return os.getpid() == self._process

    def put(self, job: Job) -> None:
        """Hands a job to the thread. Never blocks."""
        if self.error is None and self.owned:
            self._queue.put(job)

    def close(self, last: Optional[Job] = None) -> None:
        """Runs what is queued, then `last`, and closes the file. Waits for at most a minute. A second call does nothing."""
        if not self.owned or not self._thread.is_alive():
            return
        if last is not None:
            self._queue.put(last)
        self._queue.put(None)
        if threading.current_thread() is not self._thread:  # where the garbage collector runs, it may be this one
            self._thread.join(_JOIN_SECONDS)

    def _run(self) -> None:
        try:
            while True:
                job = self._queue.get()
                if job is None:
                    return
                lines = job()
                if lines:
                    self._write(lines)
        except BaseException as error:  # noqa: BLE001  the training's thread reports it
            self.error = error
        finally:
            os.close(self._file)

    def _write(self, lines: List[str]) -> None:
        data = memoryview("".join(line + "\n" for line in lines).encode("utf-8", "replace"))
        while data:
            data = data[os.write(self._file, data) :]
