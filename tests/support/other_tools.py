# SPDX-License-Identifier: Apache-2.0
"""What the scripts that check our files with other programs' packages share."""
import gzip
import importlib
import pathlib
import sys


def need(*names):
    """The modules of these names; ends the script with exit code 77 (skipped) where one is missing."""
    modules = []
    for name in names:
        try:
            modules.append(importlib.import_module(name))
        except ImportError as error:
            print(f"Python at {sys.executable} cannot import {name}: {error}")
            sys.exit(77)
    return modules


def expect(condition, text):
    if not condition:
        print("FAILED: " + text)
        sys.exit(1)


def test_images(folder):
    """MNIST's test set: float32 images N x 1 x 28 x 28 of pixel / 255, and labels."""
    numpy, = need("numpy")
    folder = pathlib.Path(folder)
    images = numpy.frombuffer(gzip.open(folder / "t10k-images-idx3-ubyte.gz").read(), numpy.uint8, offset=16)
    labels = numpy.frombuffer(gzip.open(folder / "t10k-labels-idx1-ubyte.gz").read(), numpy.uint8, offset=8)
    return images.reshape(-1, 1, 28, 28).astype(numpy.float32) / numpy.float32(255), labels


def expect_accuracy(logits, labels, expected, who):
    """Another order of sums may turn an image over whose best two logits lie within rounding of each other: 784 terms
    of at most a few units err by less than 1e-3 together. Nothing else may differ from the accuracy that we reported."""
    numpy, = need("numpy")
    best = numpy.sort(logits, axis=1)
    close = int((best[:, -1] - best[:, -2] < 1e-3).sum())
    right = int((logits.argmax(axis=1) == labels).sum())
    ours = round(expected * len(labels))
    print(f"{who}: {right} of {len(labels)} right, we reported {ours}, {close} within rounding")
    expect(close < len(labels) // 100, f"{close} images within rounding prove nothing")
    expect(abs(right - ours) <= close, f"{who} has {right} right, we {ours}, and only {close} are within rounding")
