# SPDX-License-Identifier: Apache-2.0
"""Records a PyTorch training for Mantissa: where its numbers lie against FP16 and BF16, which steps were skipped and why.

import mantissa_probe as mp
probe = mp.watch(model, optimizer, scaler=scaler, every=50, path="run.jsonl")
probe.log(loss=loss)
"""

from .probe import Probe, watch
from .version import VERSION as __version__

__all__ = ["Probe", "watch", "__version__"]
