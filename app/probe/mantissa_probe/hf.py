# SPDX-License-Identifier: Apache-2.0
"""A callback for the Trainer of transformers: `Trainer(..., callbacks=[MantissaCallback(path="run.jsonl")])`."""

from __future__ import annotations

from typing import Any, Optional

try:
    from transformers import TrainerCallback
except ImportError as error:  # pragma: no cover
    raise ImportError("mantissa_probe.hf needs the package transformers: pip install transformers") from error

from .lines import is_number
from .probe import Probe, watch

_NOT_LOGGED = ("epoch", "learning_rate", "step")  # the recording has them itself


class MantissaCallback(TrainerCallback):
    """Records the training. Takes the keyword arguments of `watch`."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self.probe: Optional[Probe] = None

    def on_train_begin(
        self, args: Any, state: Any, control: Any, model: Any = None, optimizer: Any = None, **kwargs: Any
    ) -> None:
        """Begins the recording, when the model and the optimizer are prepared."""
        options = {"steps": state.max_steps or None, **self._options}
        if "parallel" not in options and str(getattr(args, "parallel_mode", "")).endswith("DISTRIBUTED"):
            options["parallel"] = "ddp"
        # Accelerate's optimizer knows its scaler.
        self.probe = watch(model, optimizer, scaler=getattr(optimizer, "scaler", None), **options)

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Records what the Trainer logs."""
        if self.probe is not None and logs:
            kept = {k: v for k, v in logs.items() if is_number(v) and k not in _NOT_LOGGED}
            self.probe._core.log(kept, early=False)

    def on_epoch_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Marks the epoch."""
        if self.probe is not None:
            self.probe.mark(f"epoch {state.epoch:g}")

    def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Ends the recording."""
        if self.probe is not None:
            self.probe.close()
