#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the PyTorch settings of a decision sheet (what `mantissa-worker decide --json` printed, as a file) against
Python, and, with a second argument "run", against PyTorch: they are pasted before a loop over a small model."""
import json
import sys

from other_tools import expect, need

sheet = json.loads(open(sys.argv[1]).read())
expect([mode["mode"] for mode in sheet["modes"]] == ["FP32", "TF32", "FP16", "BF16"], "the modes")
for mode in sheet["modes"]:
    compile(mode["pytorch"] + "\n" + mode["pytorch_loop"], mode["mode"], "exec")
print("four snippets are Python")
if sys.argv[2:] != ["run"]:
    sys.exit(0)

torch, = need("torch")
for mode in sheet["modes"]:
    seen, config = [], mode["config"]
    model = torch.nn.Linear(8, 10)
    model.register_forward_hook(lambda module, inputs, output: seen.append(output.dtype))
    names = {"model": model, "optimizer": torch.optim.SGD(model.parameters(), lr=0.1),
             "loader": [(torch.randn(4, 8), torch.randint(0, 10, (4,))) for _ in range(3)]}
    before = model.weight.detach().clone()
    exec(mode["pytorch"], names)
    if names["device"] == "cuda":
        model.to("cuda")
        before = before.to("cuda")
        names["loader"] = [(x.to("cuda"), y.to("cuda")) for x, y in names["loader"]]
    exec(mode["pytorch_loop"], names)
    dtype = {"FP16": torch.float16, "BF16": torch.bfloat16}.get(mode["mode"], torch.float32)
    expect(seen == [dtype] * 3, f"{mode['mode']}: the layer computed in {seen}")
    expect(model.weight.dtype == torch.float32, f"{mode['mode']}: the weights are not FP32")
    expect(not torch.equal(before, model.weight), f"{mode['mode']}: nothing was learned")
    tf32 = mode["mode"] == "TF32"
    expect(torch.backends.cuda.matmul.allow_tf32 == tf32 and torch.backends.cudnn.allow_tf32 == tf32, "the TF32 flags")
    scaler = names["scaler"]
    scaling = config.get("scaling", "NONE")
    expect(scaler.is_enabled() == (scaling != "NONE"), f"{mode['mode']}: GradScaler is {scaler.is_enabled()}")
    if not scaler.is_enabled():
        continue
    expect(scaler.get_scale() == config["loss_scale"], f"the scale is {scaler.get_scale()}")
    # A step with an infinite gradient: skipped; a dynamic scale falls, a static one stands.
    weights = model.weight.detach().clone()
    names["loader"] = [(x * float("inf"), y) for x, y in names["loader"][:1]]
    exec(mode["pytorch_loop"], names)
    expect(torch.equal(weights, model.weight), "a step with infinities was not skipped")
    wanted = config["loss_scale"] * (config["backoff_factor"] if scaling == "DYNAMIC" else 1)
    expect(scaler.get_scale() == wanted, f"after an overflow the scale is {scaler.get_scale()}, not {wanted}")
    if scaling == "DYNAMIC":
        expect(scaler.get_growth_interval() == config["growth_interval"], "the growth interval")
        expect(scaler.get_growth_factor() == config["growth_factor"], "the growth factor")
print(f"PyTorch {torch.__version__} runs them and does what they say")
