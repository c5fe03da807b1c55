// SPDX-License-Identifier: Apache-2.0
// Records to Events, Events to TFRecords.
#include "engine/report/tensorboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "engine/base/crc32c.h"
#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/report/measure.h"
#include "engine/report/output_file.h"
#include "engine/report/report_data.h"
#include "engine/report/run_formats.h"
#include "engine/report/tensorboard.pb.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

struct ScalarTag {
    Field field;
    const char* tag;
    bool speed = false;  ///< emulated runs make no claim about it
};
constexpr std::array<ScalarTag, field_count> scalar_tags{{
    {Field::loss, "loss/train"},
    {Field::accuracy, "train"},  // under the metric's name
    {Field::scale, "scale/loss_scale"},
    {Field::skipped, "scale/skipped"},
    {Field::growth_tracker, "scale/growth_tracker"},
    {Field::gradient_norm, "gradients/norm"},
    {Field::weight_gradients_flushed_share, "flushed/weight_gradients"},
    {Field::activation_gradients_flushed_share, "flushed/activation_gradients"},
    {Field::updates_lost_share, "updates/lost_share"},
    {Field::lr, "settings/lr"},
    {Field::batch, "settings/batch"},
    {Field::images_per_second, "speed/images_per_second", true},
    {Field::step_ms, "speed/step_ms", true},
}};

std::string little_endian(std::uint64_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
    return out;
}

void write_event(std::ostream& out, const tensorboard::Event& event) {
    const std::string content = event.SerializeAsString();
    const std::string length = little_endian(content.size(), 8);
    out << length << little_endian(masked_crc32c(length), 4) << content << little_endian(masked_crc32c(content), 4);
}

void add_scalar(tensorboard::Summary& summary, const std::string& tag, float value) {
    tensorboard::Summary::Value& one = *summary.add_value();
    one.set_tag(tag);
    one.set_simple_value(value);
}

const char* group_of(run::Role role) {
    switch (role) {
        case run::ROLE_ACTIVATION:
            return "activation";
        case run::ROLE_ACTIVATION_GRADIENT:
            return "activation_gradient";
        case run::ROLE_WEIGHT_GRADIENT:
            return "weight_gradient";
        case run::ROLE_WEIGHT:
            return "weight";
        case run::ROLE_UPDATE:
            return "update";
        default:
            return "tensor";
    }
}

// A library from elsewhere may hold any number: exponents beyond FP64's, or more bins than there are exponents.
constexpr int lowest_bin = -1022, highest_bin = 1022;

bool can_be_drawn(const run::Histogram& h) {
    return h.first_bin() >= lowest_bin && h.first_bin() <= highest_bin &&
           h.bins_size() <= highest_bin - h.first_bin() && h.bins_size() >= 0;
}

void add_magnitudes(tensorboard::Summary& summary, const std::string& tag, const run::Histogram& h) {
    tensorboard::HistogramProto histo;
    double count = 0, sum = 0, largest = 0;
    if (h.counts().zero() > 0) {  // the bucket from 0 to the first power of two
        histo.add_bucket(static_cast<double>(h.counts().zero()));
        histo.add_bucket_limit(std::ldexp(1.0, h.first_bin()));
        count += histo.bucket(0);
    } else {
        histo.set_min(std::ldexp(1.0, h.first_bin()));
    }
    for (int i = 0; i < h.bins_size(); ++i) {
        const double low = std::ldexp(1.0, h.first_bin() + i);
        histo.add_bucket(h.bins(i));
        histo.add_bucket_limit(2 * low);
        count += h.bins(i);
        sum += 1.5 * low * h.bins(i);
        if (h.bins(i) > 0) largest = 2 * low;
    }
    if (count == 0) return;  // TensorBoard cannot read a histogram without a bucket
    if (h.bins_size() > 0 && std::isfinite(h.largest()) && h.largest() > 0) largest = static_cast<double>(h.largest());
    const int last = histo.bucket_limit_size() - 1;
    histo.set_bucket_limit(last, std::max(histo.bucket_limit(last), largest));
    histo.set_max(largest);
    histo.set_num(count);
    histo.set_sum(sum);
    if (std::isfinite(h.norm())) histo.set_sum_squares(h.norm() * h.norm());
    tensorboard::Summary::Value& one = *summary.add_value();
    one.set_tag(tag);
    *one.mutable_histo() = std::move(histo);
}

void add_exponents(tensorboard::Summary& summary, const std::string& tag, const run::Histogram& h) {
    tensorboard::HistogramProto histo;
    double count = 0, sum = 0, squares = 0;
    for (int i = 0; i < h.bins_size(); ++i) {
        const double middle = h.first_bin() + i + 0.5;
        histo.add_bucket(h.bins(i));
        histo.add_bucket_limit(h.first_bin() + i + 1);
        count += h.bins(i);
        sum += middle * h.bins(i);
        squares += middle * middle * h.bins(i);
    }
    if (count == 0) return;
    histo.set_min(h.first_bin());
    histo.set_max(h.first_bin() + h.bins_size());
    histo.set_num(count);
    histo.set_sum(sum);
    histo.set_sum_squares(squares);
    tensorboard::Summary::Value& one = *summary.add_value();
    one.set_tag(tag);
    *one.mutable_histo() = std::move(histo);
}

tensorboard::Summary summary_of_record(const run::Record& record, bool emulated, const Measure& measure) {
    tensorboard::Summary summary;
    const auto add_measured = [&](const char* set, float value) {
        add_scalar(summary, fmt::format("{}/{}", measure.tag, set), tagged_value(measure, value));
    };
    if (record.has_step_done())
        for (const ScalarTag& scalar : scalar_tags)
            if (!(emulated && scalar.speed))
                if (const auto value = value_of(record.step_done(), scalar.field)) {
                    if (scalar.field == Field::accuracy)
                        add_measured(scalar.tag, *value);
                    else
                        add_scalar(summary, scalar.tag, *value);
                }
    if (record.has_evaluated()) {
        const run::EvalRecord& one = record.evaluated();
        const char* set = one.training_set() ? "training_set" : one.complete() ? "test" : "test_part";
        if (one.has_accuracy()) add_measured(set, one.accuracy());
        if (one.has_loss()) add_scalar(summary, fmt::format("loss/{}", set), one.loss());
    }
    for (const run::Histogram& h : record.histograms().histograms()) {
        if (!can_be_drawn(h)) continue;
        const std::string tensor = to_utf8(h.tensor());
        add_magnitudes(summary, fmt::format("{}/{}", group_of(h.role()), tensor), h);
        add_exponents(summary, fmt::format("{}_log2/{}", group_of(h.role()), tensor), h);
    }
    return summary;
}

/// Seconds since 1970; 0 for what is no time.
double begin_of(const RunSummary& run) {
    return run.started_unix > 0 && run.started_unix < 4e11 ? run.started_unix : 0;
}

}  // namespace

std::uint32_t masked_crc32c(std::string_view bytes) noexcept {
    const std::uint32_t crc = crc32c(bytes);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

void write_event_file(std::ostream& out, const Library& library, const std::string& run_id) {
    const RunSummary run = library.summary(run_id);
    const RunDetails details = library.details(run_id);
    tensorboard::Event event;
    event.set_wall_time(begin_of(run));
    event.set_file_version("brain.Event:2");
    write_event(out, event);
    double seconds = 0;
    const Measure measure = measure_of(complete(details.started.config()).task());
    const bool emulated = was_emulated(details.started, details.events);
    const std::uint32_t lane = details.lanes.empty() ? 0 : details.lanes.front();
    each_record(library, run_id, [&](const run::Record& record) {
        if (record.lane() != lane) return;
        const double step_ms = static_cast<double>(record.step_done().step_ms());
        if (std::isfinite(step_ms) && step_ms > 0) seconds += step_ms / 1e3;
        tensorboard::Summary summary = summary_of_record(record, emulated, measure);
        if (summary.value_size() == 0) return;
        event.set_wall_time(begin_of(run) + seconds);
        event.set_step(record.step());
        *event.mutable_summary() = std::move(summary);
        write_event(out, event);
    });
}

std::string folder_name(std::string_view name, std::string_view run_id) {
    const auto plain = [](std::string_view text, std::size_t most) {
        std::string out;
        for (const char c : text) {
            const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                               (c == '.' && !out.empty() && out.back() != '.');
            if (stays)
                out += c;
            else if (!out.empty() && out.back() != '-')
                out += '-';
            if (out.size() == most) break;
        }
        while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
        return out.empty() ? std::string("run") : out;
    };
    return plain(name, 60) + "-" + plain(run_id, 60);
}

std::vector<std::filesystem::path> write_tensorboard(const Library& library, const std::vector<std::string>& run_ids,
                                                     const std::filesystem::path& folder, bool replace) {
    std::vector<std::filesystem::path> files;
    for (const std::string& run_id : run_ids) {
        const RunSummary run = library.summary(run_id);
        if (!run.problem.empty())
            throw Error(ErrorCode::bad_data, run.problem, library.path().string(),
                        say("the other runs can still be read"));
        const std::string label = run.name.empty() ? summary_of(complete(run.config)) : run.name;
        const std::filesystem::path inside = folder / folder_name(label, run_id);
        std::error_code failed;
        std::filesystem::create_directories(inside, failed);
        if (failed)
            throw Error(ErrorCode::failed, say("The folder cannot be made: %1", {failed.message()}), inside.string(),
                        say("a writable folder with enough space"));
        const auto begun = static_cast<std::uint64_t>(begin_of(run));
        files.push_back(inside / fmt::format("events.out.tfevents.{:010}.mantissa", begun));
        write_output(files.back(), replace, [&](std::ostream& out) { write_event_file(out, library, run_id); });
    }
    return files;
}

}  // namespace mantissa
