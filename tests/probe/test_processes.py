# SPDX-License-Identifier: Apache-2.0
"""Two processes over gloo: DistributedDataParallel, and FSDP2 where this torch has it on the processor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models import GPT, MLP
from support import Case, F, Recording, mp, nn, same_bits, torch, unittest

import torch.distributed as dist
import torch.multiprocessing as multiprocessing

STEPS = 9


def start(rank: int, folder: str) -> None:
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)


def batch(rank: int, step: int) -> Any:
    generator = torch.Generator().manual_seed(10 * step + rank)
    return torch.randn(8, 32, generator=generator), torch.randint(0, 10, (8,), generator=generator)


def ddp_worker(rank: int, folder: str) -> None:
    """Trains twice, watched and not; leaves the recording, the losses, the weights and the gradients of the steps."""
    start(rank, folder)
    left: dict[str, Any] = {}
    for watched in (False, True):
        torch.manual_seed(0)
        model = nn.parallel.DistributedDataParallel(MLP())
        optimizer = torch.optim.AdamW(model.parameters(), 1e-2)
        scaler = torch.amp.GradScaler("cpu", init_scale=2.0**23)
        path = Path(folder) / "run.jsonl"
        probe = mp.watch(model, optimizer, scaler=scaler, every=4, path=path, activations=True) if watched else None
        losses, gradients = [], {}
        for step in range(1, STEPS + 1):
            optimizer.zero_grad()
            x, y = batch(rank, step)
            with torch.autocast("cpu", torch.float16):
                loss = F.cross_entropy(model(x).float(), y)
            scaler.scale(loss).backward()
            gradients[step] = {n: p.grad.clone() for n, p in model.module.named_parameters()}
            scaler.step(optimizer)
            scaler.update()
            losses.append(loss.item())
            if probe is not None:
                probe.log(loss=loss)
        if probe is not None:
            probe.close()
        left[str(watched)] = {"losses": losses, "weights": model.module.state_dict(), "gradients": gradients}
    torch.save(left, f"{folder}/left{rank}.pt")
    dist.destroy_process_group()


def sharded_worker(rank: int, folder: str) -> None:
    """The same with FSDP2: each process holds half of every tensor."""
    from torch.distributed.fsdp import fully_shard

    start(rank, folder)
    left: dict[str, Any] = {}
    for watched in (False, True):
        torch.manual_seed(0)
        model = GPT(depth=1, dropout=0.0)
        mesh = dist.device_mesh.init_device_mesh("cpu", (2,))
        for block in model.blocks:
            fully_shard(block, mesh=mesh)
        fully_shard(model, mesh=mesh)
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        probe = mp.watch(model, optimizer, every=4, path=Path(folder) / "run.jsonl") if watched else None
        losses, gradients, weights = [], {}, {}
        for step in range(1, STEPS + 1):
            optimizer.zero_grad()
            tokens = torch.randint(0, 64, (4, 32), generator=torch.Generator().manual_seed(10 * step + rank))
            loss = F.cross_entropy(model(tokens).flatten(0, 1), tokens.roll(-1, 1).flatten())
            loss.backward()
            gradients[step] = {n: p.grad.full_tensor().clone() for n, p in model.named_parameters()}
            weights[step] = {n: p.detach().full_tensor().clone() for n, p in model.named_parameters()}
            optimizer.step()
            losses.append(loss.item())
            if probe is not None:
                probe.log(loss=loss)
        if probe is not None:
            probe.close()
        left[str(watched)] = {"losses": losses, "gradients": gradients, "weights": weights}
    torch.save(left, f"{folder}/left{rank}.pt")
    dist.destroy_process_group()


class TwoProcesses(Case):
    def run_workers(self, worker: Any) -> list[dict[str, Any]]:
        if not dist.is_available() or not dist.is_gloo_available():
            self.skipTest("SKIPPED: this torch has no gloo")
        multiprocessing.spawn(worker, (str(self.folder),), nprocs=2)
        return [torch.load(self.folder / f"left{rank}.pt", weights_only=False) for rank in (0, 1)]

    def test_ddp(self) -> None:
        left = self.run_workers(ddp_worker)
        first, second = Recording(self.path), Recording(self.folder / "run.rank1.jsonl")
        for rank, recording in enumerate((first, second)):
            plain, watched = left[rank]["False"], left[rank]["True"]
            self.assertEqual(plain["losses"], watched["losses"])
            for name, tensor in plain["weights"].items():
                self.assertTrue(same_bits(tensor, watched["weights"][name]), name)
            header = recording.header
            self.assertEqual((header["rank"], header["world"], header["parallel"]), (rank, 2, "ddp"))
            self.assertEqual(recording.names, list(plain["weights"]) + ["layers.0", "layers.1", "layers.2"])
            self.assertEqual(len(recording.steps), STEPS)
            self.assertTrue(recording.of("event", event="skip"), "no step was skipped")
            self.assertTrue(recording.of("hist", role="activation"), "each process has its own batch's activations")
            self.assertEqual(recording.end["outcome"], "closed")
        self.assertEqual(first.header["run"], second.header["run"])
        self.assertNotEqual([s["loss"] for s in first.steps], [s["loss"] for s in second.steps])
        self.assertFalse(second.of("hist", role="gradient"), "all have the same gradients: rank 0 counts them")
        for step in (1, 4, 8):
            for name, entry in first.hist(step, "gradient").items():
                self.assert_counts(entry, left[0]["True"]["gradients"][step][name], f"step {step}, {name}")

    def test_sharded(self) -> None:
        try:
            from torch.distributed.fsdp import fully_shard  # noqa: F401
        except ImportError:
            self.skipTest(f"SKIPPED: torch {torch.__version__} has no FSDP2 for the processor")
        left = self.run_workers(sharded_worker)
        for rank in (0, 1):
            self.assertEqual(left[rank]["False"]["losses"], left[rank]["True"]["losses"])
            for name, tensor in left[rank]["False"]["weights"][STEPS].items():
                self.assertTrue(same_bits(tensor, left[rank]["True"]["weights"][STEPS][name]), name)
        first, second = Recording(self.path), Recording(self.folder / "run.rank1.jsonl")
        self.assertEqual(first.header["parallel"], "sharded")
        self.assertFalse(second.of("hist"), "rank 0's file has the whole")
        for step in (1, 4, 8):
            for role in ("gradient", "weight"):
                found = first.hist(step, role)
                self.assertEqual(set(found), set(left[0]["True"][role + "s"][step]))
                for name, entry in found.items():
                    self.assert_counts(entry, left[0]["True"][role + "s"][step][name], f"step {step}, {role}, {name}")
            updates = first.hist(step, "update")
            self.assertEqual(set(updates), set(found))
            sizes = {t["name"]: t["shape"] for t in first.tensors}
            self.assertEqual(updates["norm.weight"]["n"], sizes["norm.weight"][0], "both halves are looked at")


if __name__ == "__main__":
    unittest.main()
