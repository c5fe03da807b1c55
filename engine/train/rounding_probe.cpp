// SPDX-License-Identifier: Apache-2.0
// Each row of one product asks one question; see rounding_probe.h.
#include "engine/train/rounding_probe.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace mantissa {
namespace {

/// Square matrices, large enough that a library has no kernel for small ones to prefer.
constexpr std::int64_t side = 64;
using Rows = std::array<float, side * side>;

enum Question {
    quarter,
    half_of_an_even,
    three_quarters,
    half_of_an_odd,
    sum_up,
    sum_down,
    little_up,
    little_down,
    question_count
};
using Answers = std::array<float, question_count>;

// w's rows are 1, 2^-12, 0, ...: what is asked is x's first two columns.
constexpr float ulp = 0x1p-23f, half_tf32 = 0x1p-11f;

Rows questions() {
    Rows x{};
    x[quarter * side] = 1 + half_tf32 / 2;
    x[half_of_an_even * side] = 1 + half_tf32;  // between 1 and 1 + 2^-10: the even one is below
    x[three_quarters * side] = 1 + 3 * half_tf32 / 2;
    x[half_of_an_odd * side] = 1 + 3 * half_tf32;  // between 1 + 2^-10 and 1 + 2^-9: the even one is above
    x[sum_up * side] = 1;                          // 1 + 3/4 ulp
    x[sum_up * side + 1] = 3 * 0x1p-13f;
    x[sum_down * side] = -1;
    x[sum_down * side + 1] = -3 * 0x1p-13f;
    x[little_up * side] = 1;  // 1 + 1/4 ulp
    x[little_up * side + 1] = 0x1p-13f;
    x[little_down * side] = -1;
    x[little_down * side + 1] = -0x1p-13f;
    return x;
}

Rows factors() {
    Rows w{};
    for (std::int64_t row = 0; row < side; ++row) {
        w[static_cast<std::size_t>(row * side)] = 1;
        w[static_cast<std::size_t>(row * side + 1)] = 0x1p-12f;
    }
    return w;
}

/// The answers: the product's first column, of operands stored for `format`, which need not lie on its grid where its
/// storage has room for more.
Answers ask(Device& device, const FloatFormat& format) {
    const DType stored = device.kernels().storage_of(format);
    const Shape shape{side, side};
    std::vector<std::unique_ptr<DeviceMemory>> memory;
    const auto there = [&](const Rows& values) {
        Tensor wide{nullptr, size_of(stored) == sizeof(float) ? stored : DType::float32, shape};
        memory.push_back(device.allocate(wide.bytes()));
        wide.data = memory.back()->data();
        device.upload(wide.data, values.data(), wide.bytes());
        if (wide.dtype == stored) return wide;
        Tensor narrow{nullptr, stored, shape};
        memory.push_back(device.allocate(narrow.bytes()));
        narrow.data = memory.back()->data();
        Cast cast;
        cast.format = format;
        device.kernels().round_copy(wide, narrow, cast);
        return narrow;
    };
    const Tensor x = there(questions()), w = there(factors());
    const std::unique_ptr<DeviceMemory> sums = device.allocate(sizeof(Rows));
    device.kernels().linear_forward(x, w, {}, {sums->data(), DType::float32, shape}, {}, {});
    Rows got{};
    device.download(got.data(), sums->data(), sizeof got);
    Answers answers{};
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = got[i * side];
    return answers;
}

run::ProbedRounding operands_of(const Answers& answers) {
    const std::array got{answers[quarter], answers[half_of_an_even], answers[three_quarters], answers[half_of_an_odd]};
    constexpr float one = 1, second = 1 + 2 * half_tf32, third = 1 + 4 * half_tf32;
    const Rows asked = questions();
    if (got == std::array{asked[quarter * side], asked[half_of_an_even * side], asked[three_quarters * side],
                          asked[half_of_an_odd * side]})
        return run::PROBED_NONE;
    if (got == std::array{one, one, second, third}) return run::PROBED_NEAREST_EVEN;
    if (got == std::array{one, second, second, third}) return run::PROBED_NEAREST_AWAY;
    if (got == std::array{one, one, one, second}) return run::PROBED_TRUNCATED;
    return run::PROBED_OTHER;
}

run::ProbedRounding sums_of(const Answers& answers) {
    if (answers[little_up] != 1 || answers[little_down] != -1) return run::PROBED_OTHER;
    const std::pair got(answers[sum_up], answers[sum_down]);
    if (got == std::pair(1 + ulp, -1 - ulp)) return run::PROBED_NEAREST;
    if (got == std::pair(1.0f, -1.0f)) return run::PROBED_TRUNCATED;
    return run::PROBED_OTHER;
}

}  // namespace

std::vector<run::RoundingProbe> probe_rounding(Device& device) {
    const std::vector<FloatFormat> native = device.capabilities().native_operands;
    std::vector<run::RoundingProbe> probes;
    for (const auto& [format, precision] : {std::pair(fp32, run::FP32), std::pair(tf32, run::TF32),
                                            std::pair(fp16, run::FP16), std::pair(bf16, run::BF16)}) {
        if (std::find(native.begin(), native.end(), format) == native.end()) continue;
        const Answers answers = ask(device, format);
        run::RoundingProbe& probe = probes.emplace_back();
        probe.set_precision(precision);
        if (precision == run::TF32) probe.set_operands(operands_of(answers));
        probe.set_sums(sums_of(answers));
    }
    return probes;
}

}  // namespace mantissa
