// SPDX-License-Identifier: Apache-2.0
// A line for each operation, in the words of torch.nn and torch.nn.functional. Modules have our names. A dot in a name
// means a module in a module: put() and at() take such names as they are.
#include "engine/report/pytorch_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "engine/base/error.h"
#include "engine/base/table_sizes.h"
#include "engine/base/version.h"
#include "engine/report/network_walk.h"
#include "engine/report/output_file.h"
#include "engine/run/models.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

constexpr const char* helpers = R"(
    def put(self, name, module):
        """Under `name`, "e1.c1": module c1 of module e1. A name may be one that nn.Module has for itself ("forward")."""
        *path, last = name.split(".")
        place = self
        for part in path:
            place = place._modules.setdefault(part, nn.Module())
        if last in place._modules:  # modules of it came first
            module._modules.update(place._modules[last]._modules)
        place._modules[last] = module

    def at(self, name):
        place = self
        for part in name.split("."):
            place = place._modules[part]
        return place
)";

constexpr const char* attention_text = R"(

def attention(qkv, heads, scaled=True, causal=False):
    n, t, d = qkv.shape[0], qkv.shape[1], qkv.shape[2] // 3
    q, k, v = qkv.view(n, t, 3, heads, d // heads).permute(2, 0, 3, 1, 4)
    scores = q @ k.transpose(-1, -2)
    if scaled:
        scores = scores / (d // heads) ** 0.5
    if causal:
        scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool, device=qkv.device).triu(1), float("-inf"))
    return (scores.softmax(-1) @ v).transpose(1, 2).reshape(n, t, d)


def patches(x, size):
    n, c, h, w = x.shape
    x = x.reshape(n, c, h // size, size, w // size, size).permute(0, 2, 4, 3, 5, 1)
    return x.reshape(n, (h // size) * (w // size), size * size * c)


class Token(nn.Module):
    """A learned token of d numbers."""
    def __init__(self, d):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(d))
)";

/// What creates the operation's module; empty where it has none.
std::string module_of(const WalkedOperation& one) {
    const run::NetworkOperation& o = one.operation;
    const std::string& op = o.op();
    const std::vector<std::int64_t>& in = one.inputs[0];
    const std::string bias = one.has_bias ? "" : ", bias=False";
    const double epsilon = o.has_epsilon() ? o.epsilon() : 1e-5;
    if (op == "linear") {
        std::int64_t features = in.back();
        if (in.size() == 3) features = in[0] * in[1] * in[2];
        return fmt::format("nn.Linear({}, {}{})", features, one.output.back(), bias);
    }
    if (op == "conv2d") {
        const std::uint32_t kernel = o.has_kernel() ? o.kernel() : 3, stride = o.has_stride() ? o.stride() : 1;
        return fmt::format("nn.Conv2d({}, {}, {}, stride={}, padding={}{})", in[0], one.output[0], kernel, stride,
                           kernel / 2, bias);
    }
    if (op == "conv_transpose2d") return fmt::format("nn.ConvTranspose2d({}, {}, 2, 2{})", in[0], one.output[0], bias);
    if (op == "batch_norm1d") return fmt::format("nn.BatchNorm1d({}, eps={:g})", in[0], epsilon);
    if (op == "batch_norm2d") return fmt::format("nn.BatchNorm2d({}, eps={:g})", in[0], epsilon);
    const std::int64_t heads = o.has_heads() ? o.heads() : 1;
    if (op == "layer_norm") return fmt::format("nn.LayerNorm({}, eps={:g})", in.back() / heads, epsilon);
    if (op == "rms_norm") return fmt::format("nn.RMSNorm({}, eps={:g})", in.back() / heads, epsilon);
    if (op == "dropout") return fmt::format("nn.Dropout({:g})", o.probability());
    if (op == "embedding") return fmt::format("nn.Embedding({}, {})", o.words(), one.output[1]);
    if (op == "class_token") return fmt::format("Token({})", in[1]);
    if (op == "positions") return fmt::format("nn.Embedding({}, {})", in[0], in[1]);
    return "";
}

/// What computes its result of `x`.
std::string call_of(const WalkedOperation& one, const std::vector<std::string>& x) {
    const run::NetworkOperation& o = one.operation;
    const std::string& op = o.op();
    const std::vector<std::int64_t>& in = one.inputs[0];
    const std::string at = fmt::format("self.at(\"{}\")", o.name());
    if (op == "linear" && in.size() == 3) return fmt::format("{}({}.flatten(1))", at, x[0]);
    if (op == "class_token")
        return fmt::format("torch.cat([{}.weight.expand({}.shape[0], 1, -1), {}], 1)", at, x[0], x[0]);
    if (op == "positions") return fmt::format("{} + {}.weight", x[0], at);
    if ((op == "layer_norm" || op == "rms_norm") && o.has_heads() && o.heads() > 1)
        return fmt::format("{}({}.unflatten(-1, ({}, -1))).flatten(-2)", at, x[0], o.heads());
    if (!module_of(one).empty()) return fmt::format("{}({})", at, x[0]);
    if (op == "scale") return fmt::format("{} * {:.9g}", x[0], o.factor());
    if (op == "gelu_tanh") return fmt::format("F.gelu({}, approximate=\"tanh\")", x[0]);
    if (op == "relu" || op == "gelu" || op == "silu") return fmt::format("F.{}({})", op, x[0]);
    if (op == "sigmoid" || op == "tanh") return fmt::format("torch.{}({})", op, x[0]);
    if (op == "max_pool2d" || op == "avg_pool2d") return fmt::format("F.{}({}, 2)", op, x[0]);
    if (op == "upsample") return fmt::format("F.interpolate({}, scale_factor=2)", x[0]);
    if (op == "concat") return fmt::format("torch.cat([{}], {})", fmt::join(x, ", "), in.size() == 3 ? 1 : in.size());
    if (op == "add") return fmt::format("{} + {}", x[0], x[1]);
    if (op == "mean") return fmt::format("{}.mean({})", x[0], in.size() == 3 ? "(2, 3)" : "1");
    if (op == "patches") return fmt::format("patches({}, {})", x[0], o.size());
    if (op == "flatten") return fmt::format("{}.flatten(1)", x[0]);
    if (op == "token") return fmt::format("{}[:, {}]", x[0], o.last() ? -1 : 0);
    if (op == "attention")
        return fmt::format("attention({}, {}{}{})", x[0], o.heads(),
                           o.has_scaled() && !o.scaled() ? ", scaled=False" : "", o.causal() ? ", causal=True" : "");
    throw Error(ErrorCode::failed, say("the operation %1 is not exported as PyTorch", {op}), o.name());
}

/// Names of tensors as variables of Python, each another.
class Variables {
  public:
    std::string operator[](const std::string& tensor) {
        if (const auto found = names_.find(tensor); found != names_.end()) return found->second;
        std::string name = "x_" + tensor;  // no keyword begins so
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
        while (std::any_of(names_.begin(), names_.end(), [&](const auto& one) { return one.second == name; }))
            name += "_";
        return names_[tensor] = name;
    }

  private:
    std::map<std::string, std::string> names_;
};

}  // namespace

void check_pytorch_name(const std::string& layer) {
    if (fmt::format(".{}.", layer).find(".training.") == std::string::npos) return;
    throw Error(ErrorCode::usage, say("PyTorch's modules have something of this name themselves"), layer,
                say("another name for the layer"));
}

std::string pytorch_module(const run::RunConfig& config, std::int64_t side, std::span<const NamedTensor> tensors) {
    const std::vector<WalkedOperation> operations = walk_network(config, side, tensors);
    for (const WalkedOperation& one : operations) check_pytorch_name(one.operation.name());
    const bool tokens = std::any_of(operations.begin(), operations.end(), [](const WalkedOperation& one) {
        return one.operation.op() == "attention" || one.operation.op() == "patches" ||
               one.operation.op() == "class_token";
    });
    std::string out = fmt::format(
        "\"\"\"{}, written by Mantissa {}.\n\n"
        "    from safetensors.torch import load_file\n"
        "    net = Net()\n"
        "    net.load_state_dict(load_file(\"weights.safetensors\"), strict=False)  # lacks num_batches_tracked "
        "only\n"
        "    net.eval()  # BatchNorm with its running statistics, nothing dropped; net.train() to train on\n\n"
        "Samples are {}.{}\n\"\"\"\n"
        "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n",
        network_name(config), program_version,
        reads_table(config.task())
            ? fmt::format("whole numbers, [n, {}], and numbers, [n, {}]", table_columns, table_numbers)
        : reads_text(config.task()) ? fmt::format("whole numbers, [n, {}]", text_tokens)
                                    : fmt::format("pixel / 255, [n, 1, {}, {}]", side, side),
        config.task() == run::CLASSIFY_PIXELS ? " Result 0 of a pixel is the background, 1 + d the digit d." : "");
    if (tokens) out += attention_text;
    out += "\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n";
    for (const WalkedOperation& one : operations)
        if (const std::string module = module_of(one); !module.empty())
            out += fmt::format("        self.put(\"{}\", {})\n", one.operation.name(), module);
    out += fmt::format("\n    def forward(self, x_input{}):\n", reads_table(config.task()) ? ", x_numbers" : "");
    Variables variables;
    for (const WalkedOperation& one : operations) {
        std::vector<std::string> inputs;
        for (const std::string& input : one.operation.inputs()) inputs.push_back(variables[input]);
        out += fmt::format("        {} = {}\n", variables[one.operation.output()], call_of(one, inputs));
    }
    return out + fmt::format("        return {}\n", variables[operations.back().operation.output()]) + helpers;
}

void write_pytorch_module(const std::filesystem::path& file, const run::RunConfig& config, std::int64_t side,
                          std::span<const NamedTensor> tensors) {
    const std::string text = pytorch_module(config, side, tensors);
    write_output(file, true, [&](std::ostream& out) { out << text; });
}

}  // namespace mantissa
