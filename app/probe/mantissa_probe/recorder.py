# SPDX-License-Identifier: Apache-2.0
"""The recording of one process: what goes to the file, in which order, and how it ends."""

from __future__ import annotations

import sys
import time
from typing import List, Optional

from .lines import Json, encode
from .ring import Ring
from .steps import Entry, StepLines
from .writer import Job, Writer

FLUSH_SECONDS = 1.0  # a step that is done stands in the file after about this time, if others follow
FLUSH_STEPS = 50


class Recorder:
    """Takes entries and lines from the training's thread. It knows neither the model nor the scaler: it outlives them."""

    def __init__(self, writer: Writer, ring: Ring, lines: StepLines) -> None:
        self.writer, self.ring = writer, ring
        self._lines = lines
        self._begun = time.monotonic()
        self._flushed = 0.0
        self._done: List[Entry] = []
        self.dropped = 0
        self.finished = False

    def now(self) -> float:
        """Seconds since the recording began."""
        return time.monotonic() - self._begun

    def header(self, line: Json) -> None:
        """Writes a header line."""
        text = encode(line)
        self.writer.put(lambda: [text])

    def event(self, event: str, step: int, text: str, **keys: object) -> None:
        """Writes an event."""
        line = {"kind": "event", "event": event, "step": step, "time": round(self.now(), 3), "text": text, **keys}
        coded = encode(line)
        self.writer.put(lambda: [coded])

    def lines(self, job: Job) -> None:
        """Queues a job of lines."""
        self.writer.put(job)

    def done(self, entry: Entry) -> None:
        """Takes a step to which nothing will be added. It is written with others, soon; a skipped one at once."""
        self._done.append(entry)
        now = self.now()
        if len(self._done) >= FLUSH_STEPS or now - self._flushed >= FLUSH_SECONDS or entry.skipped:
            self.flush(now)

    def flush(self, now: float) -> None:
        """Starts the copy of what the device knows of the steps that are done, and queues their lines."""
        self._flushed = now
        if not self._done:
            return
        self.ring.flush()
        entries, self._done = self._done, []
        self.writer.put(lambda: self._lines.lines(entries))

    def finish(self, outcome: str, error: Optional[str] = None) -> None:
        """Writes what is left and the `end` line, and closes the file. A second call does nothing."""
        if self.finished:
            return
        self.finished = True
        self.flush(self.now())
        elapsed = round(self.now(), 3)

        def end() -> List[str]:
            line: Json = {"kind": "end", "step": self._lines.last, "time": elapsed, "outcome": outcome}
            if error is not None:
                line["error"] = error
            line.update(skipped=self._lines.skipped, dropped=self.dropped)
            return [encode(line)]

        self.writer.close(end)


def ending() -> str:
    """How the program is about to end, asked at its exit: "exit", or the type of the error that ended it."""
    kind = getattr(sys, "last_type", None)
    # In an interactive session that is the last error the user saw, however long ago.
    return "exit" if kind is None or hasattr(sys, "ps1") else kind.__name__
