# SPDX-License-Identifier: Apache-2.0
"""The host never waits for a card because of the probe.

Without a card this is tested on the operations themselves: the probe is told that its device is one whose values the host
cannot see, so it takes a card's way, and a TorchDispatchMode lists every operation that PyTorch runs. Those which make the
host wait (reading a scalar, operations whose result's size depends on values, copies that are not asynchronous) must be
the same in number with the probe as without it; GradScaler itself reads one scalar a step. With a card, CUDA's own
warnings of synchronisation are counted, in the same way.
"""

from __future__ import annotations

import unittest.mock
import warnings
from typing import Any

from models import GPT
from support import VERSION, Case, F, Recording, mp, torch, unittest
from torch.utils._python_dispatch import TorchDispatchMode

WAITS = {
    "_local_scalar_dense",
    "nonzero",
    "masked_select",
    "bincount",
    "equal",
    "unique",
    "is_nonzero",
    "_unique2",
    "item",
}


class Listing(TorchDispatchMode):
    """Notes operations that make a host wait, and all others by name."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[str] = []
        self.names: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.overloadpacket.__name__
        self.names.append(name)
        if name in WAITS or (name == "index" and any(t is not None and t.dtype == torch.bool for t in args[1])):
            self.waits.append(name)
        if name in ("copy_", "_to_copy"):
            asynchronous = kwargs.get("non_blocking") if kwargs else False
            if name == "copy_" and len(args) > 2:
                asynchronous = args[2]
            moved = name == "copy_" or "device" in (kwargs or {})
            if moved and not asynchronous and getattr(self, "inside", False):
                self.waits.append(f"{name} that blocks")
        return func(*args, **(kwargs or {}))


def loop(
    path: Any, device: str, fused: bool, culprits: str = "auto", steps: int = 9
) -> tuple[list[Any], list[list[str]]]:
    """Trains; returns for each step what made the host wait, and the operations' names."""
    torch.manual_seed(0)
    model = GPT(depth=1, dropout=0.0).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3, fused=fused)
    scaler = torch.amp.GradScaler(device, init_scale=2.0**20, growth_interval=3)
    probe = None
    if path is not None:
        probe = mp.watch(model, optimizer, scaler=scaler, every=4, path=path, culprits=culprits)
    waits: list[Any] = []
    names = []
    for step in range(1, steps + 1):
        tokens = torch.randint(0, 64, (4, 32), generator=torch.Generator().manual_seed(step)).to(device)
        optimizer.zero_grad()
        with torch.autocast(device, torch.float16):
            loss = F.cross_entropy(model(tokens).float().flatten(0, 1), tokens.roll(-1, 1).flatten())
        scaler.scale(loss).backward()
        if device == "cpu":
            with Listing() as listing:
                listing.inside = True
                scaler.step(optimizer)
                scaler.update()
                if probe is not None:
                    probe.log(loss=loss)
            waits.append(listing.waits)
            names.append(listing.names)
        else:
            torch.cuda.synchronize()
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                torch.cuda.set_sync_debug_mode("warn")
                scaler.step(optimizer)
                scaler.update()
                if probe is not None:
                    probe.log(loss=loss)
                torch.cuda.set_sync_debug_mode("default")
            waits.append(len([w for w in caught if "synchroniz" in str(w.message)]))
    if probe is not None:
        probe.close()
    return waits, names


class NoWaiting(Case):
    def test_operations_on_a_cards_way(self) -> None:
        for fused, culprits in ((False, "auto"), (True, "auto"), (True, "always")):
            if fused and VERSION < (2, 4):
                print("SKIPPED: fused optimizers on the processor need torch 2.4")
                continue
            with self.subTest(fused=fused, culprits=culprits):
                plain, names = loop(None, "cpu", fused)
                self.path = self.folder / f"{fused}{culprits}.jsonl"
                with unittest.mock.patch("mantissa_probe.core.host_sees", lambda device: False):
                    watched, more = loop(self.path, "cpu", fused, culprits)
                self.assertEqual(watched, plain)
                recording = Recording(self.path)
                self.assertEqual(recording.end["outcome"], "closed")
                skipped = [s["step"] for s in recording.steps if s.get("skipped")]
                self.assertTrue(skipped, "no step was skipped")
                events = recording.of("event", event="skip")
                self.assertEqual([e["step"] for e in events], skipped)
                patterns = {e["pattern"] for e in events}
                self.assertEqual(patterns == {"unknown"}, fused and culprits == "auto", patterns)
                self.assertEqual(sorted({x["step"] for x in recording.of("hist")}), [1, 4, 8])
                quiet = [s for s in range(2, 10) if s not in (4, 8) and s not in skipped and s - 1 not in skipped]
                for step in quiet:  # neither sampled nor skipped: a handful of copies of single numbers
                    extra = len(more[step - 1]) - len(names[step - 1])
                    self.assertLess(extra, 40 if culprits == "auto" else 120, more[step - 1])

    def test_what_the_listing_calls_waiting(self) -> None:
        """The test itself: on the processor's own way the probe reads values, and the listing sees it."""
        plain, _ = loop(None, "cpu", False)
        watched, _ = loop(self.path, "cpu", False)
        self.assertGreater(len(watched[7]), len(plain[7]))
        # the processor's own values need no waiting: a step that is neither sampled nor skipped reads the loss, for a
        # search of the next forward pass, and nothing else
        self.assertEqual(watched[4], [*plain[4], "_local_scalar_dense"])

    def test_on_a_card(self) -> None:
        if not torch.cuda.is_available():
            self.skipTest("SKIPPED: no card")
        for fused in (False, True):
            plain, _ = loop(None, "cuda", fused)
            watched, _ = loop(self.path, "cuda", fused)
            self.assertEqual(watched, plain)


if __name__ == "__main__":
    unittest.main()
