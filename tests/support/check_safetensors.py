#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds weights that train wrote against the safetensors package: check_safetensors.py FILE; and against PyTorch:
check_safetensors.py FILE run MNIST ACCURACY. Ends with 77 where a package is missing."""
import sys

from other_tools import expect, expect_accuracy, need, test_images

safetensors, numpy = need("safetensors.numpy", "numpy")
path = sys.argv[1]
arrays = safetensors.load_file(path)
expect(all(array.dtype == numpy.float32 for array in arrays.values()), "a tensor is not float32")
if len(sys.argv) < 3:
    sys.exit(0)

folder, accuracy = sys.argv[3], float(sys.argv[4])
torch, torch_files = need("torch", "safetensors.torch")
F = torch.nn.functional
state = torch_files.load_file(path)
expect(all((state[name].numpy() == array).all() for name, array in arrays.items()), "PyTorch reads other values")


class Net(torch.nn.Module):
    """MLP with ReLU or CNN, as deep and wide as the tensors say."""

    def __init__(self):
        super().__init__()
        self.names = sorted({name.rsplit(".", 1)[0] for name in state}, key=lambda n: (n.startswith("fc"), int(n.lstrip("convf"))))
        for name in self.names:
            shape = state[name + ".weight"].shape
            setattr(self, name, torch.nn.Linear(shape[1], shape[0]) if len(shape) == 2
                    else torch.nn.Conv2d(shape[1], shape[0], shape[2], padding=1))

    def forward(self, x):
        for name in self.names:
            layer = getattr(self, name)
            x = layer(x.flatten(1) if isinstance(layer, torch.nn.Linear) else x)
            if name != self.names[-1]:
                x = F.relu(x)
                if isinstance(layer, torch.nn.Conv2d):
                    x = F.max_pool2d(x, 2)
        return x


net = Net()
net.load_state_dict(state, strict=True)
images, labels = test_images(folder)
with torch.no_grad():
    logits = net(torch.from_numpy(images)).numpy()
expect_accuracy(logits, labels, accuracy, f"PyTorch {torch.__version__}")
