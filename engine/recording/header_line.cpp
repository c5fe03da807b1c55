// SPDX-License-Identifier: Apache-2.0
// Headers: the first says what the run is, later ones add to it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/recording/limits.h"
#include "engine/recording/lines.h"

namespace mantissa::recording {
namespace {

std::string value_text(const rapidjson::Value& value, int depth = 0) {
    if (value.IsNull()) return "None";
    if (value.IsBool()) return value.GetBool() ? "True" : "False";
    if (value.IsNumber()) return fmt::format("{:g}", value.GetDouble());
    if (value.IsString()) return std::string(value.GetString(), std::min<std::size_t>(value.GetStringLength(), 256));
    if (!value.IsArray() || depth > 0) return "…";
    std::string out;
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        if (i == 16) return out + ", …";
        out += (i == 0 ? "" : ", ") + value_text(value[i], depth + 1);
    }
    return out;
}

void take_group(const Fields& line, const rapidjson::Value& value, run::ForeignGroup& group) {
    const Fields fields(value, line.place());
    group.set_tensors(static_cast<std::uint32_t>(fields.count("parameters", 0, most_tensors)));
    if (fields.has("lr") && value["lr"].IsNumber()) group.set_lr(value["lr"].GetDouble());
    if (fields.has("eps") && value["eps"].IsNumber()) group.set_epsilon(value["eps"].GetDouble());
    for (const auto& member : value.GetObject()) {
        const std::string name(member.name.GetString(), member.name.GetStringLength());
        if (name == "parameters" || name.size() > most_name_bytes || group.settings_size() >= 64) continue;
        run::ForeignSetting& setting = *group.add_settings();
        setting.set_name(name);
        setting.set_value(value_text(member.value));
    }
}

void take_optimizers(const Fields& line, run::ForeignRun& run) {
    const rapidjson::Value* list = line.array("optimizers");
    if (list == nullptr) return;
    if (list->Size() > most_optimizers) line.wrong("optimizers", say("a list of at most %1 values", {most_optimizers}));
    run.clear_optimizers();
    for (const rapidjson::Value& value : list->GetArray()) {
        const Fields fields(value, line.place());
        run::ForeignOptimizer& one = *run.add_optimizers();
        one.set_name(fields.text("class", {}, most_name_bytes));
        if (!fields.is_null("fused")) one.set_fused(fields.flag("fused"));
        const rapidjson::Value* groups = fields.array("groups");
        if (groups == nullptr) continue;
        if (groups->Size() > most_groups) line.wrong("groups", say("a list of at most %1 values", {most_groups}));
        for (const rapidjson::Value& group : groups->GetArray()) take_group(line, group, *one.add_groups());
    }
}

void take_scaler(const Fields& line, run::ForeignRun& run) {
    if (!line.has("scaler")) return;
    run.clear_scaler();
    const rapidjson::Value* value = line.object("scaler");
    if (value == nullptr) return;
    const Fields fields(*value, line.place());
    run::ForeignScaler& scaler = *run.mutable_scaler();
    scaler.set_name(fields.text("class", {}, most_name_bytes));
    scaler.set_enabled(fields.flag("enabled", true));
    if (!scaler.enabled()) return;
    scaler.set_scale(fields.number("scale", 0));
    scaler.set_growth(fields.number("growth", 0));
    scaler.set_backoff(fields.number("backoff", 0));
    scaler.set_interval(static_cast<std::uint32_t>(fields.count("interval", 0, 0xffffffff)));
}

/// Texts of the header that are copied as they are.
void take_texts(const Fields& line, run::ForeignRun& run) {
    if (line.has("torch")) run.set_framework("PyTorch " + line.text("torch", {}, most_name_bytes));
    if (line.has("python")) run.set_python(line.text("python", {}, most_name_bytes));
    if (line.has("probe")) run.set_probe(line.text("probe", {}, most_name_bytes));
    if (line.has("platform")) run.set_platform(line.text("platform", {}, most_name_bytes));
    if (line.has("device")) run.set_device(line.text("device", {}, most_name_bytes));
    if (line.has("device_name")) run.set_device_name(line.text("device_name", {}, most_name_bytes));
    if (line.has("model")) run.set_model(line.text("model", {}, most_name_bytes));
    if (line.has("parallel")) run.set_parallel(line.text("parallel", {}, most_name_bytes));
    if (line.has("gradients")) run.set_gradients(line.text("gradients", {}, most_name_bytes));
    if (line.has("order")) run.set_order(line.text("order", {}, most_name_bytes));
}

void take_numbers(const Fields& line, run::ForeignRun& run) {
    constexpr std::uint64_t most = 0xffffffff;
    if (line.has("parameters")) run.set_parameters(line.count("parameters", 0));
    if (line.has("world")) run.set_world(static_cast<std::uint32_t>(line.count("world", 1, most)));
    if (line.has("rank")) run.set_rank(static_cast<std::uint32_t>(line.count("rank", 0, most)));
    if (line.has("every")) run.set_every(static_cast<std::uint32_t>(line.count("every", 1, most)));
    if (line.has("steps")) run.set_steps(static_cast<std::uint32_t>(line.count("steps", 0, most_steps)));
    if (line.has("compiled")) run.set_compiled(line.flag("compiled"));
    if (const rapidjson::Value* autocast = line.object("autocast")) {
        const Fields fields(*autocast, line.place());
        run.set_autocast(fields.flag("enabled"));
        if (fields.has("dtype")) run.set_autocast_format(format_of(fields.text("dtype", {}, most_name_bytes)));
    }
}

void take_shape(const Fields& fields, Tensor& tensor) {
    const rapidjson::Value* shape = fields.array("shape");
    if (shape == nullptr) return;
    if (shape->Size() > most_dimensions) fields.wrong("shape", say("a list of at most %1 values", {most_dimensions}));
    tensor.info.clear_shape();
    tensor.elements = 1;
    constexpr std::uint64_t most = std::uint64_t{1} << 53;
    for (const rapidjson::Value& value : shape->GetArray()) {
        const std::uint64_t side = fields.count_of(value, "shape", 0xffffffff);
        tensor.info.add_shape(static_cast<std::uint32_t>(side));
        if (side != 0 && tensor.elements > most / side)
            fields.wrong("shape", say("a shape of at most %1 elements", {most}));
        tensor.elements *= side;
    }
}

void take_tensor(const Fields& fields, const Known& known, Tensor& tensor) {
    run::TensorInfo& info = tensor.info;
    if (fields.has("name")) info.set_name(fields.text("name", {}, most_name_bytes));
    if (fields.has("module")) {
        info.set_layer(fields.text("module", {}, most_name_bytes));
        // The model itself has the empty path; a page needs a name for it.
        if (info.layer().empty()) info.set_layer(known.foreign.model().empty() ? "(model)" : known.foreign.model());
    }
    if (fields.has("type")) info.set_module_class(fields.text("type", {}, most_name_bytes));
    if (fields.has("layer")) info.set_kind(fields.text("layer", {}, most_name_bytes));
    if (fields.has("part")) info.set_part(fields.text("part", {}, most_name_bytes));
    if (fields.has("dtype")) info.set_stored(format_of(fields.text("dtype", {}, most_name_bytes)));
    if (fields.has("format")) info.set_format(format_of(fields.text("format", {}, most_name_bytes)));
    if (fields.has("forward")) info.set_forward(static_cast<std::uint32_t>(fields.count("forward", 0, 0xffffffff)));
    if (fields.has("backward")) info.set_backward(static_cast<std::uint32_t>(fields.count("backward", 0, 0xffffffff)));
    if (fields.has("optimizer")) info.set_optimizer(static_cast<std::uint32_t>(fields.count("optimizer", 0, 0xffff)));
    if (fields.has("group")) info.set_group(static_cast<std::uint32_t>(fields.count("group", 0, 0xffff)));
    take_shape(fields, tensor);
    tensor.stride = std::max<std::uint64_t>(1, fields.count("stride", tensor.stride));
    tensor.updates = fields.count("updates", tensor.updates);
    if (info.format().empty()) info.set_format(info.stored());
}

/// What a line has changed so far, to be put back where the rest of it is damaged: a line is taken whole or not at all.
class Undo {
  public:
    explicit Undo(const Known& known) : name_(known.name), foreign_(known.foreign), tensors_(known.tensors.size()) {}
    void will_change(const Known& known, std::size_t index) {
        if (index < tensors_) before_.try_emplace(index, known.tensors[index]);
    }
    void has_named(const std::string& name) { named_.push_back(name); }
    void put_back(Known& known) const {
        known.name = name_;
        known.foreign = foreign_;
        known.tensors.resize(tensors_);
        for (const auto& [index, tensor] : before_) known.tensors[index] = tensor;
        for (const std::string& name : named_) known.owners.erase(name);
    }

  private:
    std::string name_;
    run::ForeignRun foreign_;
    std::size_t tensors_;
    std::map<std::size_t, Tensor> before_;
    std::vector<std::string> named_;  // which nobody had before
};

/// Of two tensors with one name the later one gets its index.
void tell_apart(std::size_t index, Known& known, Undo& undo) {
    run::TensorInfo& info = known.tensors[index].info;
    const auto [owner, added] = known.owners.try_emplace(info.name(), index);
    if (added) undo.has_named(info.name());
    if (added || owner->second == index) return;
    info.set_name(fmt::format("{} #{}", info.name(), index));
    if (known.owners.try_emplace(info.name(), index).second) undo.has_named(info.name());
}

std::vector<std::size_t> take_tensors(const Fields& line, Known& known, Undo& undo) {
    std::vector<std::size_t> changed;
    const rapidjson::Value* list = line.array("tensors");
    if (list == nullptr) return changed;
    if (list->Size() > most_tensors) line.wrong("tensors", say("a list of at most %1 values", {most_tensors}));
    for (const rapidjson::Value& value : list->GetArray()) {
        const Fields fields(value, line.place());
        const std::size_t index = fields.needed_count("index", most_tensors - 1);
        undo.will_change(known, index);
        if (index >= known.tensors.size()) known.tensors.resize(index + 1);
        Tensor& tensor = known.tensors[index];
        if (!tensor.known && !fields.has("name")) fields.wrong("name", say("there, and a new tensor needs it"));
        tensor.known = true;
        take_tensor(fields, known, tensor);
        if (fields.has("name")) tell_apart(index, known, undo);
        changed.push_back(index);
    }
    return changed;
}

}  // namespace

std::string format_of(const std::string& dtype) {
    static const std::map<std::string, std::string> names = {
        {"float16", "FP16"}, {"bfloat16", "BF16"},    {"float32", "FP32"},
        {"float64", "FP64"}, {"float8_e5m2", "E5M2"}, {"float8_e4m3fn", "E4M3"},
    };
    const auto found = names.find(dtype);
    return found == names.end() ? dtype : found->second;
}

std::vector<std::size_t> take_header(const Fields& line, bool first, Known& known) {
    if (first) {
        if (line.text("format") != "mantissa-recording")
            refuse_line(line.place(), say("The file is no recording of mantissa_probe"),
                        say("its first line is a header with \"format\": \"mantissa-recording\""));
        if (const std::uint64_t version = line.needed_count("version", std::uint64_t{1} << 53); version != 1)
            refuse_line(line.place(), say("The recording has version %1, and this program reads version 1", {version}),
                        say("a newer Mantissa reads it"));
        const std::string run = line.text("run", {}, 32);
        if (run.empty() || !std::all_of(run.begin(), run.end(), [](char c) { return c > ' ' && c <= '~'; }))
            line.wrong("run", say("an id of 1 to 32 visible characters"));
        const std::uint64_t rank = line.count("rank", 0, 0xffffffff);
        known.run_id = rank == 0 ? run : fmt::format("{}-rank{}", run, rank);
        known.started = line.number("started", 0);
        if (!std::isfinite(known.started)) known.started = 0;
    }
    Undo undo(known);
    try {
        if (line.has("name")) known.name = line.text("name", {}, most_name_bytes);
        take_texts(line, known.foreign);
        take_numbers(line, known.foreign);
        take_scaler(line, known.foreign);
        take_optimizers(line, known.foreign);
        return take_tensors(line, known, undo);
    } catch (...) {
        undo.put_back(known);
        throw;
    }
}

run::RunConfig config_of(const Known& known) {
    const run::ForeignRun& foreign = known.foreign;
    run::RunConfig config;
    std::map<std::string, std::uint64_t> stored;  // trained numbers by the format that they are kept in
    for (const Tensor& tensor : known.tensors)
        if (tensor.info.part() != "output") stored[tensor.info.stored()] += tensor.elements;
    const auto most = std::max_element(stored.begin(), stored.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::string kept = most == stored.end() ? "" : most->first;
    const std::string computed = foreign.autocast() && foreign.has_autocast_format() ? foreign.autocast_format() : kept;
    const auto precision = [](const std::string& format) {
        return format == "FP16"   ? run::FP16
               : format == "BF16" ? run::BF16
               : format == "FP32" ? run::FP32
                                  : run::PRECISION_UNSET;
    };
    // A run of its own networks is called by its settings; this one has none, so it gets a name.
    std::string file = foreign.file();
    if (file.ends_with(".jsonl")) file.resize(file.size() - 6);
    config.set_name(!known.name.empty()       ? known.name
                    : foreign.model().empty() ? file
                                              : fmt::format("{} · {}", foreign.model(), file));
    if (precision(computed) != run::PRECISION_UNSET) config.set_precision(precision(computed));
    config.set_master_weights(kept == "FP32" || kept == "FP64");
    const bool scaled = foreign.scaler().enabled();
    config.set_scaling(scaled ? run::DYNAMIC : run::NONE);
    if (scaled) {
        config.set_loss_scale(foreign.scaler().scale());
        config.set_growth_factor(foreign.scaler().growth());
        config.set_backoff_factor(foreign.scaler().backoff());
        config.set_growth_interval(foreign.scaler().interval());
    }
    if (foreign.optimizers_size() > 0 && foreign.optimizers(0).groups_size() > 0 &&
        foreign.optimizers(0).groups(0).has_lr())
        config.set_lr(foreign.optimizers(0).groups(0).lr());
    if (foreign.has_steps()) config.set_steps(foreign.steps());
    config.set_histogram_interval(foreign.every());
    config.set_shadow_interval(0);
    return config;
}

}  // namespace mantissa::recording
