// SPDX-License-Identifier: Apache-2.0
// A table of ranges over the fields of record.proto, walked by reflection; steps by hand, for there are millions.
#include "engine/store/record_ranges.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "engine/run/validation.h"

namespace mantissa {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

struct Range {
    double low, high;
};

constexpr double steps = static_cast<double>(most_steps);
constexpr Range counts{0, 0x1p53};       // of elements, bytes: exact in a double, and sums of them in 64 bits
constexpr Range exponents{-2200, 2200};  // of powers of two: those of FP64 and their squares
// A task's metric (engine/run/metric.h). The PSNR of images far off is negative, minus infinity where their error is
// infinite; of equal images it is 200 dB.
constexpr Range metrics{-std::numeric_limits<double>::infinity(), 2};
constexpr int most_items = 65'536;
constexpr int most_bins = 4'096;
constexpr int most_nesting = 24;

/// Ranges by the field's name without the package. Beside these, uint64 are counts and sint32 exponents.
const std::map<std::string_view, Range>& ranges() {
    static const std::map<std::string_view, Range> all{
        {"Record.step", {0, steps}},
        {"Record.lane", {0, 65'535}},
        {"RunIdentity.fork_step", {0, steps}},
        {"RunIdentity.seed", {0, 0x1p64}},
        {"RunStarted.steps_per_epoch", {0, steps}},
        {"RunStarted.total_steps", {0, steps}},
        {"EvalRecord.accuracy", metrics},
        {"EvalRecord.images", {0, 1e9}},
        {"RunFinished.test_accuracy", metrics},
        {"RunFinished.train_accuracy", metrics},
        {"RunFinished.steps", {0, steps}},
        {"RunFinished.skipped_steps", {0, steps}},
        {"RunConfig.seed", {0, 0x1p64}},
        {"RunConfig.steps", {-1, steps}},
        {"RunConfig.depth", {0, 64}},
        {"RunConfig.width", {0, 16'384}},
        {"RunConfig.c1", {0, 4'096}},
        {"RunConfig.c2", {0, 4'096}},
        {"RunConfig.batch", {0, 1e9}},
        {"PrecisionBudget.steps", {0, steps}},
        {"PrecisionBudget.Need.exponent_bits", {0, 8}},
        {"PrecisionBudget.Need.fraction_bits", {0, 23}},
        {"RunConfig.exponent_bits", {0, 8}},
        {"RunConfig.fraction_bits", {0, 23}},
    };
    return all;
}

std::string_view short_name(const FieldDescriptor& field) {
    return std::string_view(field.full_name()).substr(std::string_view("mantissa.run.").size());
}

std::optional<Range> range_of(const FieldDescriptor& field) {
    if (const auto found = ranges().find(short_name(field)); found != ranges().end()) return found->second;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT64) return counts;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_INT32) return exponents;
    return std::nullopt;
}

Phrase beyond(const FieldDescriptor& field, double value, const Range& range) {
    const std::string name(short_name(field)), is = fmt::format("{:.17g}", value),
                                               most = fmt::format("{:.17g}", range.high);
    if (std::isinf(range.low)) return say("%1 is %2, expected at most %3", {name, is, most});
    return say("%1 is %2, expected %3 to %4", {name, is, fmt::format("{:.17g}", range.low), most});
}

double number_in(const Message& message, const FieldDescriptor& field) {
    const auto& reflection = *message.GetReflection();
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_FLOAT:
            return static_cast<double>(reflection.GetFloat(message, &field));
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return reflection.GetDouble(message, &field);
        case FieldDescriptor::CPPTYPE_INT32:
            return reflection.GetInt32(message, &field);
        case FieldDescriptor::CPPTYPE_INT64:
            return static_cast<double>(reflection.GetInt64(message, &field));
        case FieldDescriptor::CPPTYPE_UINT32:
            return reflection.GetUInt32(message, &field);
        case FieldDescriptor::CPPTYPE_UINT64:
            return static_cast<double>(reflection.GetUInt64(message, &field));
        default:
            return 0;
    }
}

std::optional<Phrase> check(const Message& message, int nesting) {
    if (nesting > most_nesting) return say("it is nested more than %1 levels deep", {most_nesting});
    const auto& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        const bool is_message = field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
        if (field->is_repeated()) {
            const int size = reflection.FieldSize(message, field);
            const int most = field->name() == "bins" ? most_bins : most_items;
            if (size > most)
                return say("%1 has %2 entries, expected at most %3", {std::string(short_name(*field)), size, most});
            for (int i = 0; is_message && i < size; ++i)
                if (auto found = check(reflection.GetRepeatedMessage(message, field, i), nesting + 1)) return found;
            continue;
        }
        if (is_message) {
            if (auto found = check(reflection.GetMessage(message, field), nesting + 1)) return found;
        } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
            // Of a configuration each reader can show a choice that it does not know; of what was measured it cannot.
            const int value = reflection.GetEnumValue(message, field);
            if (field->containing_type() != run::RunConfig::descriptor() &&
                field->containing_type() != run::LayerOverride::descriptor() &&
                field->enum_type()->FindValueByNumber(value) == nullptr)
                return say("%1 is %2, which is no choice", {std::string(short_name(*field)), value});
        } else if (const std::optional<Range> range = range_of(*field)) {
            const double value = number_in(message, *field);
            if (value < range->low || value > range->high) return beyond(*field, value, *range);
        }
    }
    return std::nullopt;
}

std::optional<Phrase> check_step(const run::StepRecord& step) {
    const auto* type = run::StepRecord::descriptor();
    if (const auto accuracy = static_cast<double>(step.accuracy()); accuracy > metrics.high)
        return beyond(*type->FindFieldByName("accuracy"), accuracy, metrics);
    if (step.has_nonfinite_role() && !run::Role_IsValid(step.nonfinite_role()))
        return say("%1 is %2, which is no choice", {"StepRecord.nonfinite_role", int{step.nonfinite_role()}});
    for (const auto& [field, value] :
         {std::pair{run::StepRecord::kWeightGradientsNonzeroFieldNumber, step.weight_gradients_nonzero()},
          {run::StepRecord::kWeightGradientsFlushedFieldNumber, step.weight_gradients_flushed()},
          {run::StepRecord::kActivationGradientsNonzeroFieldNumber, step.activation_gradients_nonzero()},
          {run::StepRecord::kActivationGradientsFlushedFieldNumber, step.activation_gradients_flushed()},
          {run::StepRecord::kUpdatesNonzeroFieldNumber, step.updates_nonzero()},
          {run::StepRecord::kUpdatesLostFieldNumber, step.updates_lost()},
          {run::StepRecord::kSkipValuesFieldNumber, step.skip_values()}})
        if (static_cast<double>(value) > counts.high)
            return beyond(*type->FindFieldByNumber(field), static_cast<double>(value), counts);
    return std::nullopt;
}

}  // namespace

std::optional<Phrase> out_of_range(const run::Record& record) {
    if (!record.has_step_done()) return check(record, 0);
    if (record.step() > most_steps)
        return beyond(*run::Record::descriptor()->FindFieldByName("step"), record.step(), {0, steps});
    return check_step(record.step_done());
}

}  // namespace mantissa
