#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds a network that train wrote as ONNX and as a PyTorch module against each other and against the metric that it
reported: check_network.py MODEL.onnx MODULE.py WEIGHTS.safetensors MNIST ACCURACY|- TASK"""
import importlib.util
import sys

from other_tools import expect, need, test_images, test_table, test_texts

numpy, onnx, onnxruntime = need("numpy", "onnx", "onnxruntime")
path, module, weights, folder, accuracy, task = sys.argv[1:]
onnx.checker.check_model(onnx.load(path), full_check=True)
session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
table = task == "regress"
texts = table or task in ("sort-tokens", "classify-text")
if table:
    images, numbers, labels = test_table()
else:
    images, labels = test_texts(task) if texts else test_images(folder)
rows = len(session.get_inputs()[0].shape) == 2
batches = [images[i:i + 500] for i in range(0, len(images), 500)]
beside = [{"numbers": numbers[i:i + 500]} if table else {} for i in range(0, len(images), 500)]
ours = numpy.concatenate([session.run(None, {"tokens": b, **n} if texts else {"pixels": b.reshape(len(b), -1) if rows else b})[0]
                          for b, n in zip(batches, beside)])

if table:
    explained = 1 - float(((ours[:, 0] - labels)**2).mean())
    print(f"onnxruntime explains {explained:.7f} of the variance, we reported {accuracy}")
    expect(explained > 0.1 and abs(explained - float(accuracy)) < 1e-5, "another R² than reported")
elif accuracy != "-":
    if ours.ndim == 4:  # of each pixel
        labels = numpy.where(images[:, 0] * 255 > 127.5, 1 + labels[:, None, None], 0)
    if ours.ndim == 3:  # of each token that is asked for
        ours, labels = ours[labels >= 0], labels[labels >= 0]
    best = numpy.sort(ours, axis=1)
    close, right = int((best[:, -1] - best[:, -2] < 1e-3).sum()), int((ours.argmax(axis=1) == labels).sum())
    reported = round(float(accuracy) * labels.size)
    print(f"onnxruntime: {right} of {labels.size} right, we reported {reported}, {close} within rounding")
    expect(close < labels.size // 50, f"{close} within rounding prove nothing")
    # a reported share is a float: of 7,840,000 pixels it is exact to 1
    expect(abs(right - reported) <= close + labels.size * 2.0**-23, "another accuracy than reported")

torch, safetensors = need("torch", "safetensors.torch")
spec = importlib.util.spec_from_file_location("exported", module)
exported = importlib.util.module_from_spec(spec)
spec.loader.exec_module(exported)
expect("net.eval()" in exported.__doc__, "the module does not say how its results are had")
net = exported.Net().eval()
missing, unexpected = net.load_state_dict(safetensors.load_file(weights), strict=False)
expect(not unexpected and all(name.endswith("num_batches_tracked") for name in missing), f"{missing} {unexpected}")
with torch.no_grad():
    theirs = torch.cat([net(torch.from_numpy(b), *map(torch.from_numpy, n.values())) for b, n in zip(batches[:4], beside)]).numpy()
if theirs.ndim == 3:
    theirs = theirs[test_texts(task)[1][:len(theirs)] >= 0]
difference = numpy.abs(ours[:len(theirs)].reshape(theirs.shape) - theirs).max() / numpy.abs(theirs).max()
print(f"PyTorch and onnxruntime differ by {difference:.2e} of the largest number")
expect(difference < 1e-5, "PyTorch and onnxruntime differ")
