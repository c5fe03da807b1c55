// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/inspection.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace mantissa {

bool inspect_file(const std::filesystem::path& file, Inspection& inspection,
                  const std::function<bool(double)>& going_on) {
    TensorFile tensors(file);
    const std::string name = file.filename().string();
    double all = 0, done = 0;
    for (const TensorEntry& entry : tensors.tensors())
        if (entry.type != NumberType::none) all += static_cast<double>(entry.elements);
    std::vector<InspectedTensor> found;
    std::vector<std::string> left_out;
    bool kept_on = true;
    for (const TensorEntry& entry : tensors.tensors()) {
        if (entry.type == NumberType::none) {
            left_out.push_back(name + ": " + entry.name + " (" + entry.type_name + ")");
            continue;
        }
        InspectedTensor& one = found.emplace_back(InspectedTensor{name, entry, {}});
        tensors.read(entry, [&](std::span<const double> numbers) {
            one.magnitudes.add(numbers);
            done += static_cast<double>(numbers.size());
            kept_on = kept_on && (!going_on || going_on(all > 0 ? done / all : 1));
            return kept_on;
        });
        if (!kept_on) return false;
    }
    std::move(found.begin(), found.end(), std::back_inserter(inspection.tensors));
    std::move(left_out.begin(), left_out.end(), std::back_inserter(inspection.left_out));
    return true;
}

const std::vector<FloatFormat>& inspected_formats() {
    static const std::vector<FloatFormat> formats{fp32, tf32, fp16, bf16, FloatFormat{5, 2}, FloatFormat{4, 3}};
    return formats;
}

namespace {

auto badness(const InspectedTensor& tensor, const FloatFormat& format) {
    const CastFigures figures = cast_figures(tensor.magnitudes, format);
    const double nonzero = std::max(1.0, static_cast<double>(tensor.magnitudes.nonzero));
    return std::tuple(static_cast<double>(figures.overflow) / nonzero, figures.norm_lost,
                      static_cast<double>(figures.flushed) / nonzero, static_cast<double>(figures.subnormal) / nonzero);
}

}  // namespace

bool is_worse(const InspectedTensor& a, const InspectedTensor& b, const FloatFormat& format) {
    return badness(a, format) > badness(b, format);
}

std::vector<std::size_t> worst_first(const Inspection& inspection, const FloatFormat& format) {
    std::vector<decltype(badness(inspection.tensors.front(), format))> bad;
    for (const InspectedTensor& tensor : inspection.tensors) bad.push_back(badness(tensor, format));
    std::vector<std::size_t> order(inspection.tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bad[a] > bad[b]; });
    return order;
}

}  // namespace mantissa
