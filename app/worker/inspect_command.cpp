// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker inspect`: a person's own gradients or weights against every format, the worst tensor first.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "app/worker/commands.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/inspect/inspection.h"
#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/report/markup_text.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

struct InspectOptions {
    std::vector<std::string> files, formats;
    std::size_t most = 10;
    bool json = false, all = false;
};

std::string best_text(const BestScale& best) {
    const auto scale = [](int exponent) { return scale_text(std::ldexp(1.0, exponent)); };
    std::string text = scale(best.exponent);
    if (best.low < best.high) text += fmt::format(" ({} to {})", scale(best.low), scale(best.high));
    if (!best.fits) text += ", too large even so";
    return text;
}

std::string share_of(std::uint64_t part, const Magnitudes& magnitudes) {
    return share_text(magnitudes.nonzero ? static_cast<double>(part) / static_cast<double>(magnitudes.nonzero) : 0);
}

std::string json_of(const InspectedTensor& tensor, const std::vector<FloatFormat>& formats) {
    const Magnitudes& m = tensor.magnitudes;
    std::string casts;
    for (const FloatFormat& format : formats) {
        const CastFigures figures = cast_figures(m, format);
        const BestScale best = best_scale(m, format);
        casts += fmt::format(
            "{}{}:{{\"flushed\":{},\"subnormal\":{},\"overflow\":{},\"norm_lost\":{},\"best_scale_log2\":{},"
            "\"best_scale_low_log2\":{},\"best_scale_high_log2\":{},\"best_scale_fits\":{},\"norm_lost_at_best\":{}}}",
            casts.empty() ? "" : ",", json_quoted(name_of(format)), figures.flushed, figures.subnormal,
            figures.overflow, number_text(figures.norm_lost), best.exponent, best.low, best.high, best.fits,
            number_text(best.norm_lost));
    }
    const double norm = m.norm();
    return fmt::format(
        "{{\"file\":{},\"tensor\":{},\"type\":{},\"shape\":[{}],\"elements\":{},\"zero\":{},\"nan\":{},\"infinite\":{},"
        "\"smallest\":{},\"largest\":{},\"norm\":{},\"formats\":{{{}}}}}",
        json_quoted(to_utf8(tensor.file)), json_quoted(to_utf8(tensor.entry.name)),
        json_quoted(to_utf8(tensor.entry.type_name)), fmt::join(tensor.entry.shape, ","), tensor.entry.elements, m.zero,
        m.nan, m.infinite, number_text(m.smallest), number_text(m.largest),
        std::isfinite(norm) ? number_text(norm) : "null", casts);
}

void print_format(const Inspection& inspection, const FloatFormat& format, const InspectOptions& options) {
    const std::vector<std::size_t> order = worst_first(inspection, format);
    std::size_t touched = 0;
    for (const InspectedTensor& tensor : inspection.tensors) {
        const CastFigures figures = cast_figures(tensor.magnitudes, format);
        touched += figures.flushed + figures.overflow + figures.subnormal > 0 ? 1 : 0;
    }
    const std::string range =
        fmt::format("{} to {:g}, zero at or below {}", power_of_two(format.min_subnormal_exponent()),
                    format.max_finite(), power_of_two(format.min_subnormal_exponent() - 1));
    if (touched == 0) {
        fmt::print("\n{} ({}): nothing is flushed, subnormal or too large in {}.\n", name_of(format), range,
                   counted(inspection.tensors.size(), "tensor"));
        return;
    }
    fmt::print("\n{} ({}): {} of {} touched\n", name_of(format), range, touched,
               counted(inspection.tensors.size(), "tensor"));
    const std::size_t shown = options.all ? touched : std::min(touched, options.most);
    std::size_t width = 6;
    const bool several = options.files.size() > 1;
    const auto name = [&](const InspectedTensor& tensor) {
        return shortened(harmless(several ? tensor.file + ": " + tensor.entry.name : tensor.entry.name), 48);
    };
    for (std::size_t i = 0; i < shown; ++i) width = std::max(width, columns_of(name(inspection.tensors[order[i]])));
    fmt::print("  {:<{}}  {:>10} {:>10} {:>10} {:>10}  {}\n", "tensor", width, "norm lost", "flushed", "subnormal",
               "overflow", "best scale");
    for (std::size_t i = 0; i < shown; ++i) {
        const InspectedTensor& tensor = inspection.tensors[order[i]];
        const CastFigures figures = cast_figures(tensor.magnitudes, format);
        const auto cell = [&](std::uint64_t part) {
            const std::string text = share_of(part, tensor.magnitudes);
            return text == "less than 0.01 %"   ? std::string("< 0.01 %")
                   : text == "more than 99.9 %" ? std::string("> 99.9 %")
                                                : text;
        };
        const std::string lost = share_text(figures.norm_lost);
        fmt::print("  {:<{}}  {:>10} {:>10} {:>10} {:>10}  {}\n", name(tensor), width,
                   lost == "less than 0.01 %"   ? "< 0.01 %"
                   : lost == "more than 99.9 %" ? "> 99.9 %"
                                                : lost,
                   cell(figures.flushed), cell(figures.subnormal), cell(figures.overflow),
                   best_text(best_scale(tensor.magnitudes, format)));
    }
    if (shown < touched) fmt::print("  and {} more (--all)\n", touched - shown);
}

int inspect(const InspectOptions& options) {
    std::vector<FloatFormat> formats;
    for (const std::string& name : options.formats) {
        try {
            formats.push_back(format_named(name));
        } catch (const Error& error) {
            throw Error(error.code(), error.message_phrase(), "--formats", error.remedy_phrase());
        }
    }
    if (formats.empty()) formats = inspected_formats();
    catch_interrupts();
    Inspection inspection;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    int code = 0;
    std::map<std::string, int> names;
    for (const std::string& file : options.files) ++names[std::filesystem::path(file).filename().string()];
    for (const std::string& file : options.files) {
        int last = -1;
        const std::size_t before = inspection.tensors.size();
        try {
            const bool whole = inspect_file(file, inspection, [&](double done) {
                if (const int percent = static_cast<int>(done * 100); terminal && percent != last)
                    fmt::print(stderr, "\r{} {} %  ", harmless(file), last = percent);
                return !stop_requested();
            });
            if (terminal) fmt::print(stderr, "\r{:{}}\r", "", columns_of(file) + 8);
            if (names.at(std::filesystem::path(file).filename().string()) > 1)  // of several folders
                for (std::size_t i = before; i < inspection.tensors.size(); ++i) inspection.tensors[i].file = file;
            if (!whole) {
                fmt::print(stderr, "Stopped: {} was not read whole.\n", harmless(file));
                return static_cast<int>(ErrorCode::cancelled);
            }
        } catch (const Error& error) {  // the other files are read all the same
            fmt::print(stderr, "mantissa-worker: {}\n", harmless(error.what()));
            code = static_cast<int>(error.code());
        }
    }
    if (inspection.tensors.empty() && code == 0) {
        fmt::print(stderr, "mantissa-worker: there is no tensor of floating-point numbers\n");
        code = static_cast<int>(ErrorCode::bad_data);
    }
    if (options.json) {
        for (const std::size_t i : worst_first(inspection, formats.size() > 2 ? fp16 : formats.front()))
            fmt::print("{}\n", json_of(inspection.tensors[i], formats));
        return code;
    }
    for (const std::string& name : inspection.left_out)
        fmt::print("left out, no floating-point numbers: {}\n", harmless(name));
    if (inspection.tensors.empty()) return code;
    std::uint64_t numbers = 0, nan = 0, infinite = 0, zero = 0;
    for (const InspectedTensor& tensor : inspection.tensors) {
        numbers += tensor.magnitudes.count();
        nan += tensor.magnitudes.nan;
        infinite += tensor.magnitudes.infinite;
        zero += tensor.magnitudes.zero;
    }
    fmt::print("{}, {}: {} zero, {} infinite, {} NaN\n", counted(inspection.tensors.size(), "tensor"),
               counted(numbers, "number"), count_text(zero), count_text(infinite), count_text(nan));
    for (const FloatFormat& format : formats) print_format(inspection, format, options);
    fmt::print(
        "\nShares are of the finite numbers that are not zero. Norm lost: L2 norm of what is flushed, against that of "
        "the whole. "
        "Best scale: leaves two bits above the largest number; 1: none is needed.\n");
    return code;
}

}  // namespace

CommandFunction add_inspect(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "inspect", "your own gradients or weights against every format: flushed, subnormal, overflow, norm lost");
    auto options = std::make_shared<InspectOptions>();
    command->add_option("files", options->files, "safetensors, .npy or .npz")->type_name("FILE")->required();
    command
        ->add_option("--formats", options->formats,
                     "formats, with commas between: fp32, tf32, fp16, bf16, or E and M with their bits, as E4M3 (with "
                     "infinities, largest 240)")
        ->delimiter(',')
        ->type_name("FORMAT")
        ->default_str("fp32,tf32,fp16,bf16,e5m2,e4m3");
    command->add_option("--most", options->most, "tensors shown for each format, the worst first")
        ->type_name("N")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command->add_flag("--all", options->all, "all tensors that a format touches");
    command->add_flag("--json", options->json, "one tensor a line, with all formats; the worst for FP16 first");
    command->footer("Example:\n  mantissa-worker inspect gradients.safetensors --formats fp16,bf16,e5m2");
    return [options] { return inspect(*options); };
}

}  // namespace mantissa
