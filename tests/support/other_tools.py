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


def philox(index, step, tensor):
    """Four numbers of 32 bits for each index of each step: Philox4x32-10 with seed 1 and use 7; steps x numbers."""
    numpy, = need("numpy")
    mask, shift = numpy.uint64(0xFFFFFFFF), numpy.uint64(32)
    place, step = (a.astype(numpy.uint64) for a in numpy.meshgrid(numpy.arange(index), numpy.asarray(step)))
    c = [place, numpy.full_like(place, 7 << 24), step, numpy.full_like(place, tensor)]
    k = [numpy.uint64(1), numpy.uint64(0)]
    for _ in range(10):
        a, b = numpy.uint64(0xD2511F53) * c[0], numpy.uint64(0xCD9E8D57) * c[2]
        c = [(b >> shift) ^ c[1] ^ k[0], b & mask, (a >> shift) ^ c[3] ^ k[1], a & mask]
        k = [(k[0] + numpy.uint64(0x9E3779B9)) & mask, (k[1] + numpy.uint64(0xBB67AE85)) & mask]
    return numpy.stack(c, 2).reshape(len(place), -1)


def test_table():
    """The test set of the table as engine/data/table.cpp makes it: int64 categories N x 16, float32 numbers N x 16, and
    values."""
    numpy, = need("numpy")
    unit = lambda bits: 2 * ((bits >> numpy.uint64(8)).astype(numpy.float64) * 2.0**-24) - 1
    draws, meaning = philox(9, numpy.arange(10000), 5), unit(philox(48, [0], 6)[0])
    effects, slopes = meaning[:128].reshape(16, 8), meaning[128:].reshape(8, 8)
    variance = 8 + effects.var(1).sum() + 4 * (slopes**2).mean(1).sum() / 3
    kinds, x = (draws[:, :16] % numpy.uint64(8)).astype(numpy.int64), unit(draws[:, 16:32])
    sums = effects[numpy.arange(16), kinds].sum(1) - effects.mean(1).sum() + 3 * (x[:, ::2] * x[:, 1::2]).sum(1)
    sums += 2 * (slopes[numpy.arange(8), kinds[:, :8]] * x[:, :8]).sum(1) + (3 * variance / 19)**0.5 * unit(draws[:, 32])
    return kinds + 8 * numpy.arange(16), x.astype(numpy.float32), sums / (variance * 20 / 19)**0.5


def test_texts(task):
    """The test set of texts as engine/data/texts.cpp makes them: int64 tokens N x 16, and what is asked of them: of each
    token (-1: nothing), or of each text."""
    numpy, = need("numpy")
    count = 10000
    draws = philox(4, numpy.arange(count), 3).astype(numpy.int64)
    separator = numpy.full((count, 1), 27)
    if task == "sort-tokens":
        letters = 1 + draws[:, :8] % 26
        ordered = numpy.sort(letters, axis=1)
        return (numpy.concatenate([letters, separator, ordered[:, :7]], 1),
                numpy.concatenate([numpy.full_like(letters, -1), ordered], 1))
    letters, kind = 1 + draws[:, :7] % 26, draws[:, 7] % 3
    made = numpy.stack([letters, letters[:, ::-1], numpy.sort(letters, axis=1)])[kind, numpy.arange(count)]
    return numpy.concatenate([0 * separator, letters, separator, made], 1), kind


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
