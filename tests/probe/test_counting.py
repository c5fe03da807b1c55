# SPDX-License-Identifier: Apache-2.0
"""Counts of magnitudes are numpy's, to the last element, on the way of the processor and on the way of a card."""

from __future__ import annotations

import itertools

from support import Case, bins_of, counted, nn, numpy, torch, unittest

from mantissa_probe.counting import WIDTH, Counter, DeviceCounter, Item, elements, flat, stride_for
from mantissa_probe.lines import hist_lines

WAYS = (Counter, DeviceCounter)  # the second without a card: the same operations on the processor


def entries(way: type[Counter], tensors: list[torch.Tensor], strides: list[int] | None = None) -> list[dict]:
    """Counts tensors and reads the lines back."""
    import json

    rows = torch.zeros(len(tensors), WIDTH, dtype=torch.int32)
    stats = torch.zeros(len(tensors), 2, dtype=torch.float64)
    items = [Item(i, elements(t), (strides or [1] * len(tensors))[i]) for i, t in enumerate(tensors)]
    way(torch.device("cpu")).count([i for i in items if i.values.numel()], rows, stats)
    lines = hist_lines({"kind": "hist"}, list(range(len(tensors))), rows, stats, [t.dtype for t in tensors])
    found = []
    for line in map(json.loads, lines):
        found += [{k: v[i] for k, v in line.items() if isinstance(v, list)} for i in range(len(line["t"]))]
    return found


def spread(size: int, dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """Numbers over the whole range of a format, with zeros of both signs, subnormals, infinities and NaN among them."""
    generator = torch.Generator().manual_seed(seed)
    if dtype == torch.float64:
        bits = torch.randint(-(2**63), 2**63 - 1, (size,), generator=generator)
        return bits.view(torch.float64)
    wide = torch.int32 if dtype == torch.float32 else torch.int16
    limit = 2 ** (31 if dtype == torch.float32 else 15)
    bits = torch.randint(-limit, limit, (size,), generator=generator).to(wide)
    tensor = bits.view(dtype).clone()
    tensor[::7] = 0.0
    tensor[3::97] = -0.0
    tiny = torch.tensor([1, 2, 3, 5, 127], dtype=wide).view(dtype)  # the smallest subnormals
    tensor[5 : 5 + 5 * (size // 16) : max(1, size // 16)] = tiny[
        : len(tensor[5 : 5 + 5 * (size // 16) : max(1, size // 16)])
    ]
    return tensor


class CountsAreNumpys(Case):
    def test_every_format_and_size(self) -> None:
        formats = (torch.float32, torch.float16, torch.bfloat16)
        for way, dtype, size in itertools.product(WAYS, formats, (1, 100, 9000, 300_000)):
            with self.subTest(way=way.__name__, dtype=dtype, size=size):
                tensor = spread(max(size, 100), dtype)[:size].clone()
                self.assert_counts(self.limited(entries(way, [tensor])[0], tensor), tensor, "")

    def limited(self, entry: dict, tensor: torch.Tensor) -> dict:
        """FP32's whole range has more than 64 exponents: then the ones below are in one number, and are checked here."""
        expected = counted(tensor.double().numpy())["bins"]
        if not entry.get("below"):
            return entry
        low = {b: c for b, c in expected.items() if b < entry["first"]}
        self.assertEqual(entry["below"], sum(low.values()))
        self.assertLessEqual(len(entry["counts"]), 64)
        self.assertLessEqual(max(low), max(expected) - 64)  # what would have fitted is shown
        rest = {b - min(low): c for b, c in low.items()}
        counts = [rest.get(i, 0) for i in range(entry["first"] - min(low))] + entry["counts"]
        return {**entry, "first": min(low), "counts": counts}

    def test_ordinary_numbers_without_extremes(self) -> None:
        for way in WAYS:
            for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
                tensor = (torch.randn(40_000, generator=torch.Generator().manual_seed(3)) * 1e-3).to(dtype)
                self.assert_counts(entries(way, [tensor])[0], tensor, f"{way.__name__} {dtype}")

    def test_double_beyond_single(self) -> None:
        """FP64 numbers smaller than FP32's smallest are below the first bin; those larger are in its last bin."""
        values = torch.tensor([1e-300, 5e-324, 1e-40, 1.0, 1e300, 0.0, -0.0, torch.inf, torch.nan], dtype=torch.float64)
        for way in WAYS:
            entry = entries(way, [values])[0]
            self.assertEqual((entry["first"], entry["counts"]), (127, [1]), way)
            self.assertEqual(
                entry["below"], 4, way
            )  # two below 2^-149, and two more than 63 exponents under the last bin
            self.assertEqual([entry[k] for k in ("zero", "negative_zero", "inf", "nan", "subnormal")], [1, 1, 1, 1, 1])

    def test_many_tensors_of_all_sizes_together(self) -> None:
        sizes = [1, 7, 64, 8191, 8192, 8193, 131072, 131073, 3] * 12
        for way in WAYS:
            tensors = [torch.randn(n, generator=torch.Generator().manual_seed(i)) for i, n in enumerate(sizes)]
            tensors[5][:9] = 0.0
            tensors[6][17] = -0.0
            tensors[2][1] = 1e-41
            for tensor, entry in zip(tensors, entries(way, tensors)):
                self.assert_counts(self.limited(entry, tensor), tensor, f"{way.__name__}, {tensor.numel()} elements")

    def test_subnormals_are_those_of_the_own_format(self) -> None:
        cases = [
            (torch.tensor([2.0**-14, 2.0**-15, 2.0**-24], dtype=torch.float16), 2),
            (torch.tensor([2.0**-14, 2.0**-15, 2.0**-24], dtype=torch.bfloat16), 0),
            (torch.tensor([2.0**-126, 2.0**-127, 2.0**-133], dtype=torch.bfloat16), 2),
            (torch.tensor([2.0**-126, 2.0**-127, 2.0**-149], dtype=torch.float32), 2),
        ]
        for way in WAYS:
            for tensor, expected in cases:
                self.assertEqual(entries(way, [tensor])[0].get("subnormal", 0), expected, f"{way.__name__} {tensor}")

    def test_large_tensors_of_every_kind_on_any_number_of_threads(self) -> None:
        """What the exponent fields alone cannot tell: zeros of both signs, subnormals, numbers below the window."""
        size = (1 << 20) + 77_777  # more than one chunk, an odd number
        usual = torch.randn(size, generator=torch.Generator().manual_seed(2)) * 1e-3
        cases = {"usual": usual, "all zero": torch.zeros(size), "all -0": -torch.zeros(size), "ones": torch.ones(size)}
        planted: dict[str, list[float]] = {
            "zeros": [0.0, 0.0, 0.0],
            "a negative zero": [0.0, -0.0, 0.0],
            "subnormals and zeros": [1e-41, 0.0, -1e-45],
            "below the window": [1e-30, 1e-35],
            "below the window, and zeros": [1e-30, 0.0, -0.0],
            "inf": [float("inf"), 0.0],
            "nan": [float("nan"), -float("inf"), 1e-41],
            "the largest": [3.4e38, -3.4e38, 2e19],
        }
        for what, values in planted.items():
            cases[what] = usual.clone()
            for at, value in enumerate(values):
                cases[what][[3, 600_000, size - 1][at]] = value
        threads = torch.get_num_threads()
        self.addCleanup(torch.set_num_threads, threads)
        for count, (what, tensor), stride in itertools.product((1, 2), cases.items(), (1, 3)):
            torch.set_num_threads(count)
            with self.subTest(what, threads=count, stride=stride):
                entry = entries(Counter, [tensor], [stride])[0]
                part = tensor[::stride].clone()
                whole = entries(DeviceCounter, [tensor], [stride])[0]
                self.assertEqual({**entry, "norm": 0}, {**whole, "norm": 0})
                if count == 2:  # once is enough for numpy
                    continue
                if stride == 1:
                    self.assert_counts(self.limited(entry, part), part, what)
                else:
                    self.assertEqual(bins_of(self.limited(entry, part)), counted(part.double().numpy())["bins"])

    def test_bins_of_the_smallest_numbers(self) -> None:
        """floor(log2 |x|) of subnormals is that of their value."""
        for way in WAYS:
            tensor = torch.tensor([1, 2, 3, 4, 2**22, 2**23 - 1, 2**23], dtype=torch.int32).view(torch.float32)
            self.assertEqual(bins_of(entries(way, [tensor])[0]), {-149: 1, -148: 2, -147: 1, -127: 2, -126: 1})

    def test_a_channels_last_weight_is_not_copied(self) -> None:
        weight = torch.randn(8, 4, 3, 3).to(memory_format=torch.channels_last)
        self.assertEqual(flat(weight).data_ptr(), weight.data_ptr())
        self.assertEqual(flat(weight).sort().values.tolist(), weight.reshape(-1).sort().values.tolist())
        self.assertEqual(flat(weight[:, :2]).numel(), 8 * 2 * 9)  # not dense: copied


class LargeTensorsAreSampled(Case):
    def test_the_stride_sees_every_column(self) -> None:
        for size, last, most in ((10**6, 1000, 4096), (50257 * 768, 768, 1 << 20), (1 << 24, 1 << 12, 1 << 20)):
            stride = stride_for(size, last, most)
            self.assertLessEqual(-(-size // stride), most)
            self.assertEqual(numpy.gcd(stride, last), 1)
            columns = {i * stride % last for i in range(min(last, size // stride))}
            self.assertEqual(len(columns), last if size // stride >= last else size // stride)
        self.assertEqual(stride_for(4096, 64, 4096), 1)

    def test_counts_are_of_the_sample_and_max_of_all(self) -> None:
        tensor = torch.randn(100_000, generator=torch.Generator().manual_seed(5))
        tensor[1] = 1000.0  # not in the sample
        tensor[3] = 0.0
        for way in WAYS:
            for size in (100_000, 5000):  # alone, and together with others
                part, stride = tensor[:size].clone(), 7
                entry = entries(way, [part], [stride])[0]
                expected = counted(part[::stride].double().numpy())
                self.assertEqual(bins_of(entry), expected["bins"], way.__name__)
                self.assertEqual(entry["max"], 1000.0, way.__name__)
                self.assertAlmostEqual(entry["norm"], float(part.double().norm()), delta=1.0)

    def test_a_share_of_one_percent_within_its_error(self) -> None:
        """What FORMAT.md says of 2^20 sampled elements: a standard error of 0.01 point at 1 %."""
        generator = torch.Generator().manual_seed(11)
        tensor = torch.rand(1 << 22, generator=generator)
        tensor[torch.rand(1 << 22, generator=generator) < 0.01] = 0.0
        stride = stride_for(tensor.numel(), 1 << 11, 1 << 20)
        entry = entries(Counter, [tensor], [stride])[0]
        share = entry["zero"] / -(-tensor.numel() // stride)
        self.assertLess(abs(share - float((tensor == 0).double().mean())), 4 * 0.0001)


class WhatIsCounted(Case):
    def test_complex_and_sparse(self) -> None:
        numbers = torch.randn(300, dtype=torch.complex64)
        self.assert_counts(entries(Counter, [numbers])[0] | {}, torch.view_as_real(numbers), "complex")
        table = nn.Embedding(50, 8, sparse=True)
        table(torch.tensor([3, 3, 9])).pow(2).sum().backward()
        values = elements(table.weight.grad)
        self.assertEqual(values.numel(), 16)  # two rows were used


if __name__ == "__main__":
    unittest.main()
