# SPDX-License-Identifier: Apache-2.0
"""A recording as large as people have them, of no training. Usage: make_large_recording.py FILE [TENSORS [STEPS [EVERY]]]

2,000 tensors of a network of 250 blocks, 100,000 steps, a frame of histograms every 50 steps: about 900 MB.
"""

import json
import random
import sys


def main() -> None:
    path = sys.argv[1]
    tensors, steps, every = (int(x) for x in (sys.argv[2:] + ["2000", "100000", "50"][len(sys.argv) - 2 :])[:3])
    random.seed(1)
    parts = ["attn.q", "attn.k", "attn.v", "attn.out", "mlp.up", "mlp.down", "norm1", "norm2"]
    listed = []
    for i in range(tensors):
        block, part = divmod(i, 8)
        module = f"transformer.h.{block}.{parts[part]}"
        listed.append(
            {"index": i, "name": module + ".weight", "module": module, "type": "Linear", "layer": "linear",
             "part": "weight", "shape": [1024, 1024], "dtype": "float32", "format": "float16", "updates": 2048,
             "stride": 1, "forward": i, "backward": tensors - 1 - i, "optimizer": 0, "group": 0})
    header = {
        "kind": "header", "format": "mantissa-recording", "version": 1, "run": "01K0000000000000000000LARG", "started": 1.0,
        "probe": "0.1.0", "python": "3.11", "torch": "2.15.0", "platform": "Linux x86_64", "device": "cuda:0", "world": 1,
        "rank": 0, "parallel": "none", "every": every, "sample": 1048576, "update_sample": 2048, "gradients": "scaled",
        "steps": steps, "model": "GPT", "parameters": tensors << 20, "compiled": False, "order": "observed",
        "autocast": {"enabled": True, "dtype": "float16", "device": "cuda"},
        "scaler": {"class": "GradScaler", "enabled": True, "scale": 65536, "growth": 2, "backoff": 0.5, "interval": 2000},
        "optimizers": [{"class": "AdamW", "fused": False, "foreach": True,
                        "groups": [{"lr": 1e-4, "eps": 1e-8, "parameters": tensors}]}],
        "tensors": listed,
    }  # fmt: skip
    shapes = [[random.randrange(1, 1 << (10 - abs(k - 9) // 2)) for k in range(18)] for _ in range(64)]
    dump = json.JSONEncoder(separators=(",", ":")).encode
    with open(path, "w", encoding="utf-8") as out:
        out.write(dump(header) + "\n")
        for step in range(1, steps + 1):
            if step == 1 or step % every == 0:
                for role in ("gradient", "weight", "update"):
                    for first in range(0, tensors, 32):
                        t = list(range(first, min(tensors, first + 32)))
                        line = {"kind": "hist", "step": step, "role": role, "t": t,
                                "first": [-20 + (i + step // every) % 5 for i in t],
                                "counts": [shapes[(i * 7 + step) % 64] for i in t]}
                        if role == "update":
                            line["lost"] = [i % 97 for i in t]
                        else:
                            line.update(scale=65536 if role == "gradient" else 1, zero=[i % 50 for i in t],
                                        max=[0.25] * len(t), norm=[1.5] * len(t))
                        out.write(dump(line) + "\n")
            out.write(dump({"kind": "step", "step": step, "time": step * 0.1, "lr": 1e-4, "scale": 65536,
                            "tracker": step % 2000, "loss": 10.0 / (1 + step / 1000)}) + "\n")
        out.write(dump({"kind": "end", "step": steps, "time": steps * 0.1, "outcome": "closed", "skipped": 0,
                        "dropped": 0}) + "\n")


if __name__ == "__main__":
    main()
