# SPDX-License-Identifier: Apache-2.0
"""A callback for Lightning: `Trainer(..., callbacks=[MantissaCallback(path="run.jsonl")])`."""

from __future__ import annotations

from typing import Any, Optional

from torch import Tensor
from torch.nn.parallel import DistributedDataParallel

try:
    from lightning.pytorch import Callback
except ImportError:
    try:
        from pytorch_lightning import Callback  # type: ignore[assignment]
    except ImportError as error:  # pragma: no cover
        raise ImportError("mantissa_probe.lightning needs the package lightning: pip install lightning") from error

from .probe import Probe, watch


class MantissaCallback(Callback):
    """Records the training. Takes the keyword arguments of `watch`."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._steps = 0
        self.probe: Optional[Probe] = None

    def on_train_start(self, trainer: Any, pl_module: Any) -> None:
        """Begins the recording."""
        options = dict(self._options)
        if isinstance(trainer.strategy.model, DistributedDataParallel):
            options.setdefault("parallel", "ddp")
        total = trainer.estimated_stepping_batches
        if isinstance(total, int) and total > 0:
            options.setdefault("steps", total)
        scaler = getattr(trainer.precision_plugin, "scaler", None)
        self.probe = watch(pl_module, trainer.optimizers, scaler=scaler, **options)

    def on_train_batch_start(self, trainer: Any, pl_module: Any, batch: Any, batch_idx: int) -> None:
        """Notes how many steps there were, to know whether this batch makes one."""
        if self.probe is not None:
            self._steps = self.probe._core.steps

    def on_train_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int) -> None:
        """Records the loss: of the step that this batch ended, or of the next where gradients are accumulated."""
        loss = outputs.get("loss") if isinstance(outputs, dict) else outputs
        if self.probe is not None and isinstance(loss, Tensor):
            if pl_module.automatic_optimization and trainer.accumulate_grad_batches > 1:
                loss = loss.detach() * trainer.accumulate_grad_batches  # Lightning divided it
            self.probe._core.log({"loss": loss}, early=self.probe._core.steps == self._steps)

    def on_train_epoch_end(self, trainer: Any, pl_module: Any) -> None:
        """Marks the epoch."""
        if self.probe is not None:
            self.probe.mark(f"epoch {trainer.current_epoch + 1}")

    def on_train_end(self, trainer: Any, pl_module: Any) -> None:
        """Ends the recording."""
        if self.probe is not None:
            self.probe.close()

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        """Ends the recording with the error."""
        if self.probe is not None:
            self.probe._core.close("failed", type(exception).__name__)
