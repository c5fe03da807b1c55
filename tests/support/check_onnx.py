#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds an ONNX model that train wrote against onnx.checker and onnxruntime: check_onnx.py MODEL MNIST ACCURACY"""
import sys

from other_tools import expect, expect_accuracy, need, test_images

onnx, onnxruntime = need("onnx", "onnxruntime")
path, folder, accuracy = sys.argv[1], sys.argv[2], float(sys.argv[3])
model = onnx.load(path)
onnx.checker.check_model(model, full_check=True)
expect(model.opset_import[0].version == 13, f"opset {model.opset_import[0].version}, not 13")
session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
entry = session.get_inputs()[0]
images, labels = test_images(folder)
if len(entry.shape) == 2:
    images = images.reshape(len(images), -1)
expect(list(images.shape[1:]) == list(entry.shape[1:]), f"the input is {entry.shape}")
logits, = session.run(["logits"], {"pixels": images})
expect_accuracy(logits, labels, accuracy, f"onnxruntime {onnxruntime.__version__}")
