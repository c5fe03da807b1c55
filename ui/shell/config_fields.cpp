// SPDX-License-Identifier: GPL-3.0-or-later
// See config_fields.h. Values are compared through their serialised form: exact for doubles, and no switch over types.
#include "ui/shell/config_fields.h"

#include <QFileInfo>
#include <QStringList>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"
#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;
using run::RunConfig;

constexpr std::pair<int, const char*> labels[] = {
    {RunConfig::kNameFieldNumber, "name"},
    {RunConfig::kPresetFieldNumber, "preset"},
    {RunConfig::kDataFieldNumber, "data"},
    {RunConfig::kDeviceFieldNumber, "device"},
    {RunConfig::kModelFieldNumber, "network"},
    {RunConfig::kDepthFieldNumber, "depth"},
    {RunConfig::kWidthFieldNumber, "width"},
    {RunConfig::kActivationFieldNumber, "activation"},
    {RunConfig::kC1FieldNumber, "channels 1"},
    {RunConfig::kC2FieldNumber, "channels 2"},
    {RunConfig::kInitScaleFieldNumber, "initial weights ×"},
    {RunConfig::kOptimizerFieldNumber, "optimizer"},
    {RunConfig::kLrFieldNumber, "learning rate"},
    {RunConfig::kMomentumFieldNumber, "momentum"},
    {RunConfig::kClipNormFieldNumber, "clip norm"},
    {RunConfig::kBatchFieldNumber, "batch"},
    {RunConfig::kEpochsFieldNumber, "epochs"},
    {RunConfig::kStepsFieldNumber, "steps"},
    {RunConfig::kSeedFieldNumber, "seed"},
    {RunConfig::kPrecisionFieldNumber, "precision"},
    {RunConfig::kScalingFieldNumber, "loss scaling"},
    {RunConfig::kLossScaleFieldNumber, "loss scale"},
    {RunConfig::kGrowthFactorFieldNumber, "growth factor"},
    {RunConfig::kBackoffFactorFieldNumber, "backoff factor"},
    {RunConfig::kGrowthIntervalFieldNumber, "growth interval"},
    {RunConfig::kMasterWeightsFieldNumber, "master weights"},
    {RunConfig::kWeightGradientsFp32FieldNumber, "weight gradients in FP32"},
    {RunConfig::kFp16AccumulationFieldNumber, "16-bit accumulation"},
    {RunConfig::kReductionFieldNumber, "reduction"},
    {RunConfig::kStochasticRoundingFieldNumber, "stochastic rounding"},
    {RunConfig::kEvalPrecisionFieldNumber, "evaluation format"},
    {RunConfig::kOptimizerStateFp32FieldNumber, "optimizer state in FP32"},
    {RunConfig::kOneUlpFieldNumber, "control, moved by one ulp"},
};

const FieldDescriptor* fieldOf(int number) {
    return RunConfig::descriptor()->FindFieldByNumber(number);
}

/// "fc1 FP32, fc2 BF16".
QString layersText(const RunConfig& config) {
    QStringList layers;
    for (const run::LayerOverride& entry : config.layer_overrides())
        layers << QString::fromStdString(entry.layer() + " " + display_name(entry.precision()));
    return layers.isEmpty() ? QString("none") : layers.join(", ");
}

QString valueText(const RunConfig& config, int number) {
    const FieldDescriptor* field = fieldOf(number);
    if (number == RunConfig::kLayerOverridesFieldNumber) return layersText(config);
    if (!field || field->is_repeated()) return "…";
    const Reflection* look = config.GetReflection();
    if (!look->HasField(config, field)) return "default";
    switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_DOUBLE: {
            const double value = look->GetDouble(config, field);
            return number == RunConfig::kLossScaleFieldNumber ? scaleText(value) : numberText(value);
        }
        case FieldDescriptor::CPPTYPE_UINT32:
            return QString::number(look->GetUInt32(config, field));
        case FieldDescriptor::CPPTYPE_UINT64:
            return QString::number(look->GetUInt64(config, field));
        case FieldDescriptor::CPPTYPE_INT64:
            return QString::number(look->GetInt64(config, field));
        case FieldDescriptor::CPPTYPE_BOOL:
            return look->GetBool(config, field) ? "on" : "off";
        case FieldDescriptor::CPPTYPE_ENUM:
            return QString::fromStdString(look->GetEnum(config, field)->name());
        case FieldDescriptor::CPPTYPE_STRING:
            return QString::fromStdString(look->GetString(config, field));
        default:
            return "…";
    }
}

}  // namespace

bool appliesNow(int field) {
    // The engine's own list decides, so that the window never promises what the worker refuses.
    try {
        validate_live_change(onlyFields(default_config(), {field}));
    } catch (const Error&) {
        return false;
    }
    return true;
}

RunConfig onlyFields(const RunConfig& from, const FieldSet& fields) {
    RunConfig some = from;
    const auto* type = RunConfig::descriptor();
    for (int i = 0; i < type->field_count(); ++i) {
        const FieldDescriptor* field = type->field(i);
        if (!fields.contains(field->number())) some.GetReflection()->ClearField(&some, field);
    }
    return some;
}

void copyFields(const RunConfig& from, RunConfig& to, const FieldSet& fields) {
    for (const int number : fields) to.GetReflection()->ClearField(&to, fieldOf(number));
    to.MergeFrom(onlyFields(from, fields));
}

FieldSet changedFields(const RunConfig& a, const RunConfig& b) {
    FieldSet changed;
    const auto* type = RunConfig::descriptor();
    for (int i = 0; i < type->field_count(); ++i) {
        const FieldSet one{type->field(i)->number()};
        if (onlyFields(a, one).SerializeAsString() != onlyFields(b, one).SerializeAsString())
            changed.merge(FieldSet(one));
    }
    return changed;
}

QString fieldLabel(int field) {
    for (const auto& [number, label] : labels) {
        if (number == field) return label;
    }
    const FieldDescriptor* known = fieldOf(field);
    return known ? QString::fromStdString(known->name()).replace('_', ' ') : QString();
}

QString describeChange(const RunConfig& from, const RunConfig& to, const FieldSet& fields) {
    QStringList parts;
    for (const int field : fields) {
        parts << QString("%1 %2 → %3").arg(fieldLabel(field), valueText(from, field), valueText(to, field));
    }
    return parts.join(", ");
}

QMap<int, QString> problemsOf(const RunConfig& config) {
    QMap<int, QString> problems;
    const QString data = QString::fromStdString(config.data());
    if (!data.isEmpty() && !QFileInfo(data).isDir()) {
        problems[RunConfig::kDataFieldNumber] = QString("There is no folder %1.").arg(data);
    }
    if (config.lr() <= 0) problems[RunConfig::kLrFieldNumber] = "The learning rate must be above 0.";
    try {
        validate(complete(config));
    } catch (const Error& error) {
        const FieldDescriptor* field = RunConfig::descriptor()->FindFieldByName(error.place());
        QString text = QString::fromStdString(error.message());
        if (!error.remedy().empty()) text += " (" + QString::fromStdString(error.remedy()) + ")";
        problems[field ? field->number() : RunConfig::kPresetFieldNumber] = text;
    }
    return problems;
}

}  // namespace mantissa::ui
