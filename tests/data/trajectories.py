# SPDX-License-Identifier: Apache-2.0
"""What PyTorch makes of Mantissa's networks: trajectories.py WORKER > trajectories.txt

With names of networks behind WORKER only theirs.

Each network begins with the initial weights that WORKER (mantissa-worker) exports, reads the first images of its MNIST in
order, and is trained in FP32, by each of RECIPES. Of every tensor 16 numbers are written, evenly spaced: network, recipe, steps, tensor,
index, value. tests/engine/train/trajectory_test.cpp trains the same and compares, so that no test needs PyTorch.

The residual network takes 4 steps: PyTorch's own FP32 and FP64 differ by 1e-3 of its weights after 20. The U-Net with
BatchNorm takes one: they differ by 2e-7 after it, and by 1.5e-5 after the second, with Adam.
"""
import gzip, json, math, pathlib, struct, subprocess, sys, tempfile

import numpy as np

import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, SEED = 32, 4


class Mlp(nn.Module):
    def __init__(self, depth, width, function):
        super().__init__()
        self.function, sizes = function, [784] + [width] * depth + [10]
        for i, (a, b) in enumerate(zip(sizes, sizes[1:]), 1):
            setattr(self, f"fc{i}", nn.Linear(a, b))
        self.depth = depth

    def forward(self, x):
        x = x.flatten(1)
        for i in range(1, self.depth + 1):
            x = self.function(getattr(self, f"fc{i}")(x))
        return getattr(self, f"fc{self.depth + 1}")(x)


class Cnn(nn.Module):
    def __init__(self, c1, c2):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, c1, 3, padding=1), nn.Conv2d(c1, c2, 3, padding=1)
        self.fc1 = nn.Linear(c2 * 49, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        return self.fc1(F.max_pool2d(F.relu(self.conv2(x)), 2).flatten(1))


class Block(nn.Module):
    """`normalised`: LayerNorm of each head's queries and of its keys, and the queries are divided before the product."""
    def __init__(self, d, heads, causal, normalised=False):
        super().__init__()
        self.heads, self.causal, self.normalised = heads, causal, normalised
        self.n1, self.n2, self.o = nn.LayerNorm(d), nn.LayerNorm(d), nn.Linear(d, d)
        if normalised:
            self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
            self.q_norm, self.k_norm = nn.LayerNorm(d // heads), nn.LayerNorm(d // heads)
        else:
            self.qkv = nn.Linear(d, 3 * d)
        self.f1, self.f2 = nn.Linear(d, 2 * d), nn.Linear(2 * d, d)

    def scores_and_values(self, x):
        n, t, d = x.shape
        root = (d // self.heads) ** 0.5
        if not self.normalised:
            q, k, v = self.qkv(x).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
            return q @ k.transpose(-1, -2) / root, v
        q, k, v = (part(x).view(n, t, self.heads, d // self.heads) for part in (self.q, self.k, self.v))
        q, k = self.q_norm(q) / root, self.k_norm(k)
        return q.transpose(1, 2) @ k.permute(0, 2, 3, 1), v.transpose(1, 2)

    def forward(self, x):
        n, t, d = x.shape
        scores, v = self.scores_and_values(self.n1(x))
        if self.causal:
            scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool).triu(1), float("-inf"))
        x = x + self.o((scores.softmax(-1) @ v).transpose(1, 2).reshape(n, t, d))
        return x + self.f2(F.gelu(self.f1(self.n2(x))))


class Transformer(nn.Module):
    def __init__(self, causal, d=64, heads=4, blocks=2, normalised=False):
        super().__init__()
        self.causal, self.embed, self.norm, self.head = causal, nn.Linear(49, d), nn.LayerNorm(d), nn.Linear(d, 10)
        if not causal:
            self.cls = nn.Embedding(1, d)
        self.position = nn.Embedding(16 if causal else 17, d)
        self.blocks = nn.ModuleList(Block(d, heads, causal, normalised) for _ in range(blocks))

    def forward(self, x):
        n = x.shape[0]
        x = self.embed(x.reshape(n, 4, 7, 4, 7).permute(0, 1, 3, 2, 4).reshape(n, 16, 49))
        if not self.causal:
            x = torch.cat([self.cls.weight.expand(n, 1, -1), x], 1)
        x = x + self.position.weight
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x[:, -1 if self.causal else 0]))


class Language(nn.Module):
    """Words of a text: the next one of each (causal), or each."""
    def __init__(self, causal, d=64, heads=4, blocks=2, words=29):
        super().__init__()
        self.embed, self.position, self.norm = nn.Embedding(words, d), nn.Embedding(16, d), nn.LayerNorm(d)
        self.blocks = nn.ModuleList(Block(d, heads, causal) for _ in range(blocks))
        self.words = nn.Linear(d, words)

    def forward(self, x):
        x = self.embed(x) + self.position.weight
        for block in self.blocks:
            x = block(x)
        return self.words(self.norm(x))


class Autoencoder(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.encode, self.code = nn.Linear(784, width), nn.Linear(width, width // 8)
        self.decode, self.out = nn.Linear(width // 8, width), nn.Linear(width, 784)

    def forward(self, x):
        y = F.relu(self.decode(self.code(F.relu(self.encode(x.flatten(1))))))
        return torch.sigmoid(self.out(y)).reshape(x.shape)


class Regression(nn.Module):
    """Without dropout, whose random numbers are ours."""
    def __init__(self, width=64):
        super().__init__()
        self.embed, self.numbers = nn.Embedding(128, 8), nn.Module()
        self.numbers.bn = nn.BatchNorm1d(16)
        self.fc1, self.bn1 = nn.Linear(16 * 8 + 16, width), nn.BatchNorm1d(width)
        self.fc2, self.bn2 = nn.Linear(width, width), nn.BatchNorm1d(width)
        self.out = nn.Linear(width, 1)

    def forward(self, categories, numbers):
        x = torch.cat([self.embed(categories).flatten(1), self.numbers.bn(numbers)], 1)
        x = self.bn1(F.relu(self.fc1(x)))
        return self.out(self.bn2(F.relu(self.fc2(x))))[:, 0]


class Residual(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.c1, self.b1 = nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o)
        self.c2, self.b2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.short = nn.Conv2d(i, o, 1, stride) if i != o else nn.Identity()

    def forward(self, x):
        return F.relu(self.short(x) + self.b2(self.c2(F.relu(self.b1(self.c1(x))))))


class Resnet(nn.Module):
    def __init__(self, c=16):
        super().__init__()
        self.conv, self.bn, self.fc = nn.Conv2d(1, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c), nn.Linear(4 * c, 10)
        self.blocks = nn.ModuleList([Residual(c, c, 1), Residual(c, 2 * c, 2), Residual(2 * c, 4 * c, 2)])

    def forward(self, x):
        x = F.relu(self.bn(self.conv(x)))
        for block in self.blocks:
            x = block(x)
        return self.fc(x.mean((2, 3)))


class Two(nn.Module):
    def __init__(self, i, o, norm):
        super().__init__()
        self.c1, self.c2 = nn.Conv2d(i, o, 3, padding=1, bias=not norm), nn.Conv2d(o, o, 3, padding=1, bias=not norm)
        if norm:
            self.b1, self.b2 = nn.BatchNorm2d(o), nn.BatchNorm2d(o)
        self.norm = norm

    def forward(self, x):
        x = self.c1(x)
        x = F.relu(self.b1(x) if self.norm else x)
        x = self.c2(x)
        return F.relu(self.b2(x) if self.norm else x)


class Unet(nn.Module):
    def __init__(self, norm, c=8, out=11):
        super().__init__()
        self.e1, self.e2, self.middle = Two(1, c, norm), Two(c, 2 * c, norm), Two(2 * c, 4 * c, norm)
        self.u2, self.u1 = nn.ConvTranspose2d(4 * c, 2 * c, 2, 2), nn.ConvTranspose2d(2 * c, c, 2, 2)
        self.d2, self.d1, self.out = Two(4 * c, 2 * c, norm), Two(2 * c, c, norm), nn.Conv2d(c, out, 1)

    def forward(self, x):
        e1 = self.e1(x)
        e2 = self.e2(F.max_pool2d(e1, 2))
        y = self.d2(torch.cat([self.u2(self.middle(F.max_pool2d(e2, 2))), e2], 1))
        return self.out(self.d1(torch.cat([self.u1(y), e1], 1)))


class Resampling(nn.Module):
    """tests/data/networks/resampling.json"""
    def __init__(self):
        super().__init__()
        self.add_module("in", nn.Conv2d(1, 4, 3, padding=1, bias=False))
        self.low, self.out = nn.Conv2d(4, 8, 3, padding=1), nn.Conv2d(12, 1, 1)
        getattr(self, "in").batch_norm2d = nn.BatchNorm2d(4)

    def forward(self, x):
        first = getattr(self, "in")
        x = F.gelu(first.batch_norm2d(first(x)))
        y = F.interpolate(F.silu(self.low(F.avg_pool2d(x, 2))), scale_factor=2)
        return self.out(torch.cat([y, x], 1))


def philox(index, step, tensor):
    """Four numbers of 32 bits for each index: Philox4x32-10 with seed 1 and use 7."""
    mask, shift = np.uint64(0xFFFFFFFF), np.uint64(32)
    c = [index, np.full_like(index, 7 << 24), np.full_like(index, step), np.full_like(index, tensor)]
    k = [np.uint64(1), np.uint64(0)]
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [(b >> shift) ^ c[1] ^ k[0], b & mask, (a >> shift) ^ c[3] ^ k[1], a & mask]
        k = [(k[0] + np.uint64(0x9E3779B9)) & mask, (k[1] + np.uint64(0xBB67AE85)) & mask]
    return np.stack(c, 1)


def text(index, masked):
    """As engine/data/texts.cpp makes a text, and what is asked of it (-100: nothing)."""
    draws = iter(philox(np.arange(16, dtype=np.uint64), index, 2).flatten().tolist())
    letters = [1 + next(draws) % 26 for _ in range(7 if masked else 8)]
    if not masked:
        return letters + [27] + sorted(letters)[:7], [-100] * 8 + sorted(letters)
    second = [letters, letters[::-1], sorted(letters)][next(draws) % 3]
    words, asked = [0] + letters + [27] + second, [-100] * 16
    while words.count(28) < 2:
        place = 1 + next(draws) % 15
        if words[place] < 27:
            asked[place], words[place] = words[place], 28
    return words, asked


def table(count):
    """As engine/data/table.cpp makes a table: categories, numbers, values."""
    draws = [philox(np.arange(9, dtype=np.uint64), row, 4).flatten() for row in range(count)]
    meaning = philox(np.arange(48, dtype=np.uint64), 0, 6).flatten()
    unit = lambda bits: 2 * ((bits >> np.uint64(8)).astype(np.float64) * 2.0**-24) - 1
    effects, slopes = unit(meaning)[:128].reshape(16, 8), unit(meaning)[128:].reshape(8, 8)
    variance = 8 * 9 / 9 + effects.var(1).sum() + 4 * (slopes**2).mean(1).sum() / 3
    noise = math.sqrt(3 * variance / 19)
    categories = np.stack([d[:16] % np.uint64(8) for d in draws]).astype(np.int64)
    x, e = np.stack([unit(d[16:32]) for d in draws]), np.array([unit(d[32:33])[0] for d in draws])
    sums = effects[np.arange(16), categories].sum(1) - effects.mean(1).sum()
    sums += 3 * (x[:, ::2] * x[:, 1::2]).sum(1) + 2 * (slopes[np.arange(8), categories[:, :8]] * x[:, :8]).sum(1)
    values = (sums + noise * e) / math.sqrt(variance * 20 / 19)
    return (torch.from_numpy(categories + 8 * np.arange(16)), torch.from_numpy(x).float(),
            torch.from_numpy(values).float())


def noisy(images):
    """As engine/data/targets.cpp makes noise: by Box and Muller."""
    numbers = philox(np.arange((images.size + 1) // 2, dtype=np.uint64), 0, 0)
    u = (numbers.reshape(-1, 2) >> np.uint64(8)).astype(np.float64) * 2.0**-24
    noise = (np.sqrt(-2 * np.log(1 - u[:, 0])) * np.cos(2 * np.pi * u[:, 1]))[:images.size]
    return np.floor(np.clip(images + 127.5 * noise, 0, 255) + 0.5).astype(np.uint8)


RESAMPLING = str(pathlib.Path(__file__).parent / "networks/resampling.json")
CASES = {  # network: (module, the worker's flags, steps)
    "mlp": (lambda: Mlp(2, 64, torch.relu), ["--model", "mlp", "--depth", "2", "--width", "64"], 20),
    "sigmoid": (lambda: Mlp(3, 48, torch.sigmoid),
                ["--model", "mlp", "--depth", "3", "--width", "48", "--activation", "sigmoid"], 20),
    "cnn": (lambda: Cnn(4, 6), ["--model", "cnn", "--c1", "4", "--c2", "6"], 20),
    "transformer": (lambda: Transformer(False), ["--model", "transformer"], 20),
    "gpt": (lambda: Transformer(True), ["--model", "transformer", "--causal", "on"], 20),
    "normalised": (lambda: Transformer(False, normalised=True),
                   ["--model", "transformer", "--queries-scaled-first", "on", "--query-key-norm", "on"], 20),
    "gpt-text": (lambda: Language(True), ["--model", "gpt", "--task", "sort-tokens"], 20),
    "bert-text": (lambda: Language(False), ["--model", "bert", "--task", "fill-tokens"], 20),
    "autoencoder": (lambda: Autoencoder(), ["--model", "autoencoder", "--width", "64", "--task", "reconstruct"], 20),
    "regression": (lambda: Regression(), ["--model", "regression", "--width", "64", "--dropout", "0"], 20),
    "resnet": (lambda: Resnet(), ["--model", "resnet"], 4),
    "unet": (lambda: Unet(True), ["--model", "unet", "--task", "classify-pixels"], 1),
    "unet-plain": (lambda: Unet(False), ["--model", "unet", "--unet-norm", "off", "--task", "classify-pixels"], 20),
    "resampling": (lambda: Resampling(), ["--network", RESAMPLING, "--task", "denoise"], 20),
}


def decay_groups(net, decay):
    """Weight decay for what has two dimensions or more, without embeddings: positions and class tokens."""
    embeddings = {id(m.weight) for m in net.modules() if isinstance(m, nn.Embedding)}
    decayed = {id(p) for p in net.parameters() if p.dim() >= 2} - embeddings
    return [{"params": [p for p in net.parameters() if id(p) in decayed], "weight_decay": decay},
            {"params": [p for p in net.parameters() if id(p) not in decayed], "weight_decay": 0.0}]


def warm_cosine(warmup, length):
    return lambda step: step / warmup if step < warmup else 0.5 * (1 + math.cos(math.pi * (step - warmup) / (length - warmup)))


RECIPES = {  # name: (optimizer, its schedule, label smoothing)
    "sgd": (lambda net: torch.optim.SGD(net.parameters(), lr=0.05), None, 0),
    "adam": (lambda net: torch.optim.Adam(net.parameters(), lr=1e-3), None, 0),
    "adamw": (lambda net: torch.optim.AdamW(decay_groups(net, 0.5), lr=1e-3), None, 0),
    "adamw-cosine": (lambda net: torch.optim.AdamW(decay_groups(net, 0.1), lr=2e-3), warm_cosine(5, 20), 0.1),
    "sgd-l2": (lambda net: torch.optim.SGD(decay_groups(net, 0.1), lr=0.02, momentum=0.9), None, 0),
    "sgd-smooth": (lambda net: torch.optim.SGD(net.parameters(), lr=0.05), None, 0.1),
}
EVERYWHERE = ("sgd", "adam")  # the others are of the networks of MORE
MORE = ("mlp", "transformer")


def initial_weights(worker, flags):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "w.safetensors"
        subprocess.run([worker, "train", *flags, "--steps", "0", "--seed", str(SEED), "--library", "none",
                        "--eval-interval", "0", "--train-eval-images", "1", "--export-weights", file],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        data = file.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    return {name: torch.frombuffer(bytearray(data[8 + size + about["data_offsets"][0]:8 + size + about["data_offsets"][1]]),
                                   dtype=torch.float32).reshape(about["shape"])
            for name, about in header.items() if name != "__metadata__"}


class Samples:
    """The first images, texts and rows, and what is asked of them."""

    def __init__(self, count):
        mnist = pathlib.Path(__file__).parents[2] / "resources/mnist"
        images = gzip.open(mnist / "train-images-idx3-ubyte.gz").read()[16:16 + 784 * count]
        labels = gzip.open(mnist / "train-labels-idx1-ubyte.gz").read()[8:8 + count]
        as_images = lambda numbers: torch.from_numpy(numbers).reshape(-1, 1, 28, 28).float() / 255
        self.x = as_images(np.frombuffer(images, np.uint8).copy())
        self.noise = as_images(noisy(np.frombuffer(images, np.uint8)))
        self.y = torch.from_numpy(np.frombuffer(labels, np.uint8).copy()).long()
        self.pixels = torch.where(self.x[:, 0] > 127.5 / 255, 1 + self.y[:, None, None], 0)
        self.texts = {task: [torch.tensor(part) for part in zip(*(text(i, task == "fill-tokens") for i in range(count)))]
                      for task in ("sort-tokens", "fill-tokens")}
        self.rows = table(count)

    def double(self):
        """For arithmetic in FP64."""
        self.x, self.noise = self.x.double(), self.noise.double()
        self.rows = (self.rows[0], self.rows[1].double(), self.rows[2].double())
        return self

    def loss(self, net, flags, batch, smoothing=0):
        """Of the samples `batch`, by the task that `flags` name."""
        if flags[-1] in self.texts:
            words, asked = self.texts[flags[-1]]
            return F.cross_entropy(net(words[batch]).flatten(0, 1), asked[batch].flatten())
        if "regression" in flags:
            return F.mse_loss(net(self.rows[0][batch], self.rows[1][batch]), self.rows[2][batch])
        if "reconstruct" in flags:
            return F.mse_loss(net(self.x[batch]), self.x[batch])
        if "denoise" in flags:
            return F.mse_loss(net(self.noise[batch]), self.x[batch])
        asked = self.pixels if "classify-pixels" in flags else self.y
        return F.cross_entropy(net(self.x[batch]), asked[batch], label_smoothing=smoothing)


def with_weights(net, weights):
    net.load_state_dict({k: v if k.endswith("num_batches_tracked") else weights[k].reshape(v.shape)
                         for k, v in net.state_dict().items()})
    return net


def numbers_of(tensors, count):
    """Names, places and numbers of `count` numbers of each of these named tensors, evenly spaced."""
    for key, value in tensors:
        if key.endswith("num_batches_tracked"):
            continue
        numbers = value.flatten()
        for i in sorted({int(j * len(numbers) / count) for j in range(count)}):
            yield key, i, f"{numbers[i].item():.9g}"


def main(worker, *only):
    torch.set_num_threads(1)
    samples = Samples(20 * BATCH)
    for name, (make, flags, steps) in CASES.items():
        if only and name not in only:
            continue
        weights = initial_weights(worker, flags)
        for optimizer, (make_rule, schedule, smoothing) in RECIPES.items():
            if optimizer not in EVERYWHERE and name not in MORE:
                continue
            net = with_weights(make(), weights)
            rule = make_rule(net)
            rates = torch.optim.lr_scheduler.LambdaLR(rule, schedule) if schedule else None
            for step in range(steps):
                loss = samples.loss(net, flags, slice(step * BATCH, (step + 1) * BATCH), smoothing)
                rule.zero_grad()
                loss.backward()
                rule.step()
                if rates:
                    rates.step()
            for number in numbers_of(net.state_dict().items(), 16):
                print(name, optimizer, steps, *number)


if __name__ == "__main__":
    main(*sys.argv[1:])
