// SPDX-License-Identifier: Apache-2.0
#include "engine/report/foreign_lines.h"

#include <fmt/format.h>

#include <cmath>

namespace mantissa {

std::string python_text(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += std::string("\\") + c;
        else if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out + "\"";
}

std::string device_type(const run::ForeignRun& run) {
    const std::string type = run.device().substr(0, run.device().find(':'));
    return type.empty() ? "cuda" : type;
}

std::string bf16_lines(const run::ForeignRun& run) {
    return fmt::format(
        "# BF16 has the range of FP32: no scaler\n"
        "with torch.autocast({}, dtype=torch.bfloat16):\n"
        "    loss = ...  # as before\n"
        "loss.backward()\n"
        "optimizer.step()\n",
        python_text(device_type(run)));
}

std::string modules_in_fp32_lines(const run::ForeignRun& run, const std::vector<std::string>& modules) {
    std::string out = fmt::format(
        "def in_fp32(module):\n"
        "    forward = module.forward\n"
        "    def wrapped(*inputs):\n"
        "        with torch.autocast({}, enabled=False):\n"
        "            return forward(*(x.float() for x in inputs))\n"
        "    module.forward = wrapped\n"
        "\n",
        python_text(device_type(run)));
    for (const std::string& module : modules)
        out += fmt::format("in_fp32(model.get_submodule({}))  # before the training\n", python_text(module));
    return out;
}

Phrase loss_function_phrase() {
    return say(
        "So it arose behind them, in the loss function or in the targets that it was given. Neither a loss scale nor "
        "BF16 helps there: keep 0 from logarithms, roots and divisions, or let cross_entropy take the network's output "
        "as it is.");
}

std::string loss_function_lines() {
    return "# in place of a softmax and the logarithm of its result\n"
           "loss = torch.nn.functional.cross_entropy(output.float(), target)\n"
           "# or, in a loss of your own\n"
           "loss = -torch.log(p.float().clamp_min(1e-12)).mean()\n";
}

std::string scaler_lines(const run::ForeignRun& run, double scale, std::uint32_t interval) {
    int exponent = 0;
    const bool power = scale > 0 && std::isfinite(scale) && std::frexp(scale, &exponent) == 0.5;
    const std::string start = power ? fmt::format("2.0**{}", exponent - 1) : fmt::format("{:g}", scale);
    return fmt::format("scaler = torch.amp.GradScaler({}, init_scale={}{})\n", python_text(device_type(run)), start,
                       interval > 0 ? fmt::format(", growth_interval={}", interval) : "");
}

}  // namespace mantissa
