// SPDX-License-Identifier: Apache-2.0
// From a description to a graph.
#include "engine/nn/network.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/normal.h"
#include "engine/base/rng.h"
#include "engine/base/table_sizes.h"
#include "engine/nn/operations.h"
#include "engine/run/network_file.h"
#include "engine/run/networks.h"
#include "engine/run/run.pb.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

const OperationKind& kind_of(const run::NetworkOperation& description) {
    std::vector<std::string_view> names;
    for (const OperationKind& kind : operation_kinds()) {
        if (kind.name == description.op()) return kind;
        names.push_back(kind.name);
    }
    throw Error(ErrorCode::usage, say("there is no operation \"%1\"", {description.op()}),
                "operation " + description.name(), say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
}

class Builder {
  public:
    Builder(Network& network, const Shape& sample) : network_(network) {
        TensorInfo input;
        input.sample = sample;
        input.as_product = !network.reads_text;
        network_.tensors.push_back(input);
        tensors_["input"] = 0;
        if (network.numbers == 0) return;
        TensorInfo numbers;
        numbers.name = "numbers";
        numbers.layer = numbers.name;
        numbers.sample = Shape{network.numbers};
        network_.tensors.push_back(numbers);
        tensors_[numbers.name] = 1;
    }

    void add(const run::NetworkOperation& description) {
        const OperationKind& kind = kind_of(description);
        OperationSource source{description, {}, network_.parameters, network_.state};
        check_fields(kind, source);
        const std::vector<int> inputs = inputs_of(kind, source);
        for (const int input : inputs) source.inputs.push_back(network_.tensors[index(input)].sample);

        if (network_.reads_text && kind.name != "embedding" &&
            std::find(inputs.begin(), inputs.end(), 0) != inputs.end())
            throw source.wrong(say("it reads whole numbers: words of a text, or categories of a row"),
                               say("an embedding before it"));
        if (network_.numbers > 0 && kind.name == "embedding" && description.words() < table_words)
            throw source.wrong(say("%1 words of %2 numbers", {description.words(), description.out()}),
                               say("at least %1 words, which a row can have", {table_words}));
        MadeOperation made = kind.make(source);
        if (made.output.size() > most_numbers)
            throw source.wrong(say("its result is %1", {text_of(made.output)}),
                               say("at most %1 numbers", {most_numbers}));
        Operation& operation = *made.operation;
        operation.name = description.name();
        operation.layer = description.layer();
        operation.inputs = inputs;
        operation.output = static_cast<int>(network_.tensors.size());
        const int self = static_cast<int>(network_.operations.size());
        for (const int input : inputs) network_.tensors[index(input)].consumers.push_back(self);
        if (!tensors_.emplace(description.output(), operation.output).second)
            throw source.wrong(say("there is a tensor \"%1\" already", {description.output()}), say("another name"));
        bool as_product = made.format == MadeOperation::Format::of_products;
        if (made.format == MadeOperation::Format::of_input) as_product = network_.tensors[index(inputs[0])].as_product;
        network_.tensors.push_back({description.output(), operation.layer, made.output, as_product, self, {}});
        network_.operations.push_back(std::move(made.operation));
    }

  private:
    static constexpr std::int64_t most_numbers = std::int64_t{1} << 24;  ///< of one sample in one tensor
    static constexpr double most_setting = 1e30;                         ///< of gain, offset, epsilon, factor
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    /// Numbers with which something can be computed: no extent of 0, no inf, no NaN.
    static void check_value(const google::protobuf::FieldDescriptor& field, const OperationSource& source) {
        const auto& reflection = *source.description.GetReflection();
        const bool may_be_zero = field.number() == run::NetworkOperation::kBiasOffsetCountFieldNumber;
        if (field.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_UINT32 && !may_be_zero &&
            reflection.GetUInt32(source.description, &field) == 0)
            throw source.wrong(say("%1 is 0", {field.name()}), say("at least 1"));
        if (field.cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE) return;
        const double value = reflection.GetDouble(source.description, &field);
        const Phrase told = say("%1 is %2", {field.name(), fmt::format("{:g}", value)});
        if (!(std::abs(value) <= most_setting)) throw source.wrong(told, say("a number of at most %1", {"1e30"}));
        if (field.number() == run::NetworkOperation::kEpsilonFieldNumber && value < 0)
            throw source.wrong(told, say("0 or more"));
    }

    /// The fields that its kind takes are there, and no others.
    static void check_fields(const OperationKind& kind, const OperationSource& source) {
        const auto common = [](std::string_view name) {
            return name == "op" || name == "name" || name == "inputs" || name == "output" || name == "layer";
        };
        const std::string needed = fmt::format("{}", fmt::join(kind.fields, ", ")),
                          possible = fmt::format("{}", fmt::join(kind.optional, ", "));
        const Phrase expected = !needed.empty() && !possible.empty()
                                    ? say("needed: %1; possible: %2", {needed, possible})
                                : !needed.empty()   ? say("needed: %1", {needed})
                                : !possible.empty() ? say("possible: %1", {possible})
                                                    : say("none");
        std::vector<const google::protobuf::FieldDescriptor*> set;
        source.description.GetReflection()->ListFields(source.description, &set);
        std::size_t taken = 0;
        for (const auto* field : set) {
            if (common(field->name())) continue;
            check_value(*field, source);
            const auto in = [&](const std::vector<std::string_view>& fields) {
                return std::find(fields.begin(), fields.end(), field->name()) != fields.end();
            };
            if (in(kind.fields))
                ++taken;
            else if (!in(kind.optional))
                throw source.wrong(say("it takes no \"%1\"", {field->name()}), expected);
        }
        if (taken < kind.fields.size()) throw source.wrong(say("it lacks a setting"), expected);
    }

    std::vector<int> inputs_of(const OperationKind& kind, const OperationSource& source) const {
        std::vector<int> inputs;
        for (const std::string& name : source.description.inputs()) {
            const auto found = tensors_.find(name);
            if (found == tensors_.end())
                throw source.wrong(say("there is no tensor \"%1\" before it", {name}),
                                   say("the name of an earlier one"));
            if (std::find(inputs.begin(), inputs.end(), found->second) != inputs.end())
                throw source.wrong(say("it reads \"%1\" twice", {name}), say("different tensors"));
            inputs.push_back(found->second);
        }
        if (kind.inputs == 0 ? inputs.size() < 2 : static_cast<int>(inputs.size()) != kind.inputs)
            throw source.wrong(say("it has %1 inputs", {inputs.size()}),
                               kind.inputs == 0 ? say("two or more") : say("%1", {kind.inputs}));
        return inputs;
    }

    Network& network_;
    std::map<std::string, int> tensors_;  ///< by name
};

}  // namespace

std::int64_t Network::parameter_count() const noexcept {
    std::int64_t count = 0;
    for (const ParameterInfo& p : parameters) count += p.shape.size();
    return count;
}

bool Network::is_convolution(const std::string& layer) const {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const ParameterInfo& p) { return p.layer == layer && p.is_convolution; });
}

Shape sample_of(run::Task task, std::int64_t side) noexcept {
    static_assert(table_columns == text_tokens);
    return reads_words(task) ? Shape{text_tokens} : Shape{side, side, 1};
}

Objective objective_of(run::Task task, std::int64_t side, std::int64_t classes) {
    Objective objective;
    if (has_squared_error(task)) {
        objective.loss = Objective::Loss::squared_error;
        objective.metric_kind = gives_values(task) ? Objective::Metric::explained : Objective::Metric::psnr;
    }
    objective.outputs = outputs_of(task, side, classes);
    objective.targets = objective.outputs / (has_squared_error(task) ? 1 : classes);
    objective.counted = gives_tokens(task) ? labelled_tokens(task) : objective.targets;
    return objective;
}

namespace {

/// What delayed scaling keeps of each operand, for every operation that may quantise them.
void add_delayed_scales(Network& network) {
    for (const auto& operation : network.operations) {
        if (!operation->product(network)) continue;
        for (const char* name : delayed_scale_names) {
            ParameterInfo info;
            info.name = operation->name + name;
            info.layer = operation->layer;
            info.shape = Shape{delayed_scale_numbers};
            info.channels = delayed_scale_numbers;
            info.pytorch_shape = {delayed_scale_numbers};
            info.is_operand = false;
            info.initial = ParameterInfo::Initial::constant;
            info.value = 0;
            network.state.push_back(info);
        }
    }
}

}  // namespace

Network make_network(const run::RunConfig& config, std::int64_t side, std::int64_t classes) {
    Network network = build_network(describe_network(config, side, classes), side, classes, config.task());
    if (config.operand_recipe() == run::OPERANDS_FP8_DELAYED) add_delayed_scales(network);
    check_overrides(config, network);
    network.objective.label_smoothing = config.label_smoothing();
    return network;
}

double Objective::metric(const LossSums& sums) const noexcept {
    const auto seen = static_cast<double>(std::max<std::uint64_t>(1, sums.images));
    switch (metric_kind) {
        case Metric::right:
            return static_cast<double>(sums.correct) / seen;
        case Metric::psnr:
            return -0.1 * std::log10(std::max(sums.loss / seen, 1e-20));  // NaN stays
        case Metric::explained:
            return std::max(1 - sums.loss / seen, 0.0);  // NaN stays
    }
    return 0;
}

Network build_network(const run::NetworkDescription& description, std::int64_t side, std::int64_t classes,
                      run::Task task) {
    Network network;
    network.side = side;
    network.classes = classes;
    network.objective = objective_of(task, side, classes);
    network.reads_text = reads_words(task);
    network.numbers = reads_table(task) ? table_numbers : 0;
    Builder builder(network, sample_of(task, side));
    const run::NetworkDescription whole = written_out(description);
    const std::string place = "network " + description.name();
    try {
        for (const run::NetworkOperation& operation : whole.operations()) builder.add(operation);
    } catch (const Error& error) {
        throw Error(error.code(), error.message_phrase(), place + ", " + error.place(), error.remedy_phrase());
    }
    for (std::size_t i = 0; i + 1 < network.tensors.size(); ++i)
        if (network.tensors[i].consumers.empty())
            throw Error(ErrorCode::usage, say("nothing reads the tensor \"%1\"", {network.tensors[i].name}), place,
                        say("only the last one is not read"));
    const TensorInfo& last = network.tensors.back();
    if (last.sample.size() != network.objective.outputs) {
        const auto per_pixel = [&](std::int64_t channels) { return text_of(Shape{side, side, channels}); };
        const Phrase expected =
            task == run::CLASSIFY_PIXELS ? say("%1: for each pixel %2 classes", {per_pixel(classes), classes})
            : gives_image(task)          ? say("%1: an image", {per_pixel(1)})
            : gives_values(task)         ? say("one number: the value of a row")
            : gives_tokens(task) ? say("%1: for each token %2 words", {text_of(Shape{text_tokens, classes}), classes})
                                 : say("one number for each of %1 classes", {classes});
        throw Error(ErrorCode::usage, say("the last tensor, \"%1\", is %2", {last.name, text_of(last.sample)}), place,
                    expected);
    }
    return network;
}

void check_overrides(const run::RunConfig& config, const Network& network) {
    for (const run::LayerOverride& o : config.layer_overrides()) {
        std::vector<std::string> names;
        for (const auto& operation : network.operations)
            if (std::find(names.begin(), names.end(), operation->layer) == names.end())
                names.push_back(operation->layer);
        if (std::find(names.begin(), names.end(), o.layer()) == names.end())
            throw Error(ErrorCode::usage, say("the network has no layer \"%1\"", {o.layer()}), "layer_overrides",
                        say("one of %1", {fmt::format("{}", fmt::join(names, ", "))}));
    }
}

std::vector<float> initial_values(const Network& network, std::size_t index, std::uint64_t seed, double scale) {
    const ParameterInfo& parameter = network.parameters.at(index);
    const RandomKey random{seed, RandomUse::initial_weights, 0, static_cast<std::uint32_t>(index)};
    const double bound = scale / std::sqrt(static_cast<double>(parameter.fan_in));
    std::vector<float> values(static_cast<std::size_t>(parameter.shape.size()));
    switch (parameter.initial) {
        case ParameterInfo::Initial::uniform:
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] =
                    static_cast<float>((2.0 * static_cast<double>(random.uniform(i)) - 1.0) * bound * parameter.value);
            break;
        case ParameterInfo::Initial::constant:
            std::fill(values.begin(), values.end(), static_cast<float>(parameter.value));
            break;
        case ParameterInfo::Initial::normal:
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(parameter.value * standard_normal<double>(random, i));
            break;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(parameter.offset_count); ++i)
        values[i] += static_cast<float>(parameter.offset);
    return values;
}

}  // namespace mantissa
