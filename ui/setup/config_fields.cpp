// SPDX-License-Identifier: GPL-3.0-or-later
// See config_fields.h. Values are compared through their serialised form: exact for doubles, and no switch over types.
#include "ui/setup/config_fields.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/data/dataset.h"
#include "engine/data/targets.h"
#include "engine/nn/network.h"
#include "engine/run/cast_settings.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/optimizers.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/settings.h"
#include "engine/run/validation.h"
#include "ui/charts/format_text.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;
using run::RunConfig;

const FieldDescriptor* fieldOf(int number) {
    return RunConfig::descriptor()->FindFieldByNumber(number);
}

/// Values of choices as the Setup dock has them; the others are names that are the same in every language.
constexpr std::pair<const char*, const char*> words[] = {
    {"NONE", QT_TRANSLATE_NOOP("ConfigFields", "none")},
    {"STATIC", QT_TRANSLATE_NOOP("ConfigFields", "static")},
    {"DYNAMIC", QT_TRANSLATE_NOOP("ConfigFields", "dynamic")},
    {"RELU", "ReLU"},
    {"SIGMOID", QT_TRANSLATE_NOOP("ConfigFields", "sigmoid")},
    {"TANH", QT_TRANSLATE_NOOP("ConfigFields", "tanh")},
    {"TRANSFORMER", "Transformer"},
    {"RESNET", "ResNet"},
    {"UNET", "U-Net"},
    {"AUTOENCODER", QT_TRANSLATE_NOOP("ConfigFields", "autoencoder")},
    {"REGRESSION", QT_TRANSLATE_NOOP("ConfigFields", "regression")},
    {"NETWORK_FILE", QT_TRANSLATE_NOOP("ConfigFields", "from a file")},
    {"CLASSIFY", QT_TRANSLATE_NOOP("ConfigFields", "classify images")},
    {"CLASSIFY_PIXELS", QT_TRANSLATE_NOOP("ConfigFields", "classify pixels")},
    {"DENOISE", QT_TRANSLATE_NOOP("ConfigFields", "remove noise")},
    {"RECONSTRUCT", QT_TRANSLATE_NOOP("ConfigFields", "reconstruct images")},
    {"SORT_TOKENS", QT_TRANSLATE_NOOP("ConfigFields", "sort letters")},
    {"FILL_TOKENS", QT_TRANSLATE_NOOP("ConfigFields", "fill in letters")},
    {"CLASSIFY_TEXT", QT_TRANSLATE_NOOP("ConfigFields", "classify texts")},
    {"REGRESS", QT_TRANSLATE_NOOP("ConfigFields", "regress values")},
    {"PRECISION_UNSET", QT_TRANSLATE_NOOP("ConfigFields", "as training")},
    {"PYTORCH_DEFAULT", QT_TRANSLATE_NOOP("ConfigFields", "PyTorch default")},
    {"CUSTOM", QT_TRANSLATE_NOOP("ConfigFields", "custom")},
    {"SCHEDULE_CONSTANT", QT_TRANSLATE_NOOP("ConfigFields", "constant")},
    {"SCHEDULE_COSINE", QT_TRANSLATE_NOOP("ConfigFields", "cosine")},
    {"FLOOR_KEEPS", QT_TRANSLATE_NOOP("ConfigFields", "stays")},
    {"FLOOR_ENDS_AT", QT_TRANSLATE_NOOP("ConfigFields", "ends the run")},
    {"FLOOR_ENDS_BELOW", QT_TRANSLATE_NOOP("ConfigFields", "ends before it")},
    {"REFILL_ON_GROWTH", QT_TRANSLATE_NOOP("ConfigFields", "since growth")},
    {"REFILL_ON_GOOD_STEP", QT_TRANSLATE_NOOP("ConfigFields", "in a row")},
    {"REDUCE_FP32", "FP32"},
    {"REDUCE_16BIT", QT_TRANSLATE_NOOP("ConfigFields", "16-bit")},
    {"REDUCE_16BIT_NO_MAX", QT_TRANSLATE_NOOP("ConfigFields", "16-bit, no max")},
    {"REDUCE_16BIT_RESULTS", QT_TRANSLATE_NOOP("ConfigFields", "16-bit results")},
    {"DIVIDE_BEFORE", QT_TRANSLATE_NOOP("ConfigFields", "before")},
    {"DIVIDE_AFTER", QT_TRANSLATE_NOOP("ConfigFields", "after")},
    {"DIVIDE_HALF", QT_TRANSLATE_NOOP("ConfigFields", "half and half")},
    {"ORDER_RING", QT_TRANSLATE_NOOP("ConfigFields", "ring")},
    {"ORDER_TREE", QT_TRANSLATE_NOOP("ConfigFields", "tree")},
    {"ORDER_DOUBLING", QT_TRANSLATE_NOOP("ConfigFields", "doubling")},
    {"CASTS_OWN", QT_TRANSLATE_NOOP("ConfigFields", "own")},
    {"NATIVE_AUTO", QT_TRANSLATE_NOOP("ConfigFields", "where faster")},
    {"NATIVE_ON", QT_TRANSLATE_NOOP("ConfigFields", "on")},
    {"NATIVE_OFF", QT_TRANSLATE_NOOP("ConfigFields", "off")},
    {"CAST_OPERAND", QT_TRANSLATE_NOOP("ConfigFields", "operands")},
    {"CAST_ACCUMULATION", QT_TRANSLATE_NOOP("ConfigFields", "partial sums")},
    {"CAST_ACTIVATION", QT_TRANSLATE_NOOP("ConfigFields", "activations")},
    {"CAST_ACTIVATION_GRADIENT", QT_TRANSLATE_NOOP("ConfigFields", "activation gradients")},
    {"CAST_WEIGHT_GRADIENT", QT_TRANSLATE_NOOP("ConfigFields", "weight gradients")},
    {"CAST_NORM", QT_TRANSLATE_NOOP("ConfigFields", "normalisation")},
    {"CAST_SOFTMAX", QT_TRANSLATE_NOOP("ConfigFields", "softmax")},
    {"CAST_SUM", QT_TRANSLATE_NOOP("ConfigFields", "residual sums")},
    {"OPERANDS_NONE", QT_TRANSLATE_NOOP("ConfigFields", "as the precision")},
};

QString choiceText(const std::string& name) {
    for (const auto& [value, word] : words)
        if (name == value) return QCoreApplication::translate("ConfigFields", word);
    return QString::fromStdString(name);
}

/// "fc1 FP32, block1.softmax FP32 (softmax, residual sums)".
QString layersText(const RunConfig& config) {
    QStringList layers;
    for (const run::LayerOverride& entry : config.layer_overrides()) {
        QString text =
            QString::fromStdString(entry.layer()) + QLatin1Char(' ') + nameInWords(display_name(entry.precision()));
        QStringList casts;
        for (int i = 0; i < entry.casts_size(); ++i)  // a file from outside may hold a number that names none
            if (run::LayerCast_IsValid(entry.casts(i))) casts << choiceText(run::LayerCast_Name(entry.casts(i)));
        if (!casts.isEmpty()) text += QStringLiteral(" (") + casts.join(QStringLiteral(", ")) + QLatin1Char(')');
        layers << text;
    }
    return layers.isEmpty() ? QCoreApplication::translate("ConfigFields", "none") : layers.join(QStringLiteral(", "));
}

QString valueText(const RunConfig& config, int number) {
    const FieldDescriptor* field = fieldOf(number);
    if (number == RunConfig::kLayerOverridesFieldNumber) return layersText(config);
    if (!field || field->is_repeated()) return "…";
    const Reflection* look = config.GetReflection();
    if (!look->HasField(config, field)) return QCoreApplication::translate("ConfigFields", "default");
    switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_DOUBLE: {
            const double value = look->GetDouble(config, field);
            const bool scale =
                number == RunConfig::kLossScaleFieldNumber ||
                (value > 0 && (number == RunConfig::kMinScaleFieldNumber || number == RunConfig::kMaxScaleFieldNumber));
            return scale ? scaleText(value) : numberText(value);
        }
        case FieldDescriptor::CPPTYPE_UINT32:
            return QString::number(look->GetUInt32(config, field));
        case FieldDescriptor::CPPTYPE_UINT64:
            return QString::number(look->GetUInt64(config, field));
        case FieldDescriptor::CPPTYPE_INT64:
            return QString::number(look->GetInt64(config, field));
        case FieldDescriptor::CPPTYPE_BOOL:
            return look->GetBool(config, field) ? QCoreApplication::translate("ConfigFields", "on")
                                                : QCoreApplication::translate("ConfigFields", "off");
        case FieldDescriptor::CPPTYPE_ENUM:
            if (number == RunConfig::kScalerFieldNumber && config.scaler() > run::SCALER_PYTORCH &&
                run::Scaler_IsValid(config.scaler()))
                return QString::fromUtf8(recipe_of(config.scaler()).title);
            if (number == RunConfig::kScalerFieldNumber) return QStringLiteral("PyTorch");
            if (number == RunConfig::kOptimizerFieldNumber) return inWords(optimizer_name(config.optimizer()));
            if (number == RunConfig::kCastsFieldNumber && config.casts() > run::CASTS_OWN &&
                run::Casts_IsValid(config.casts()))
                return QString::fromUtf8(description_of(config.casts()).recipe->title);
            if (number == RunConfig::kOperandRecipeFieldNumber && has_operands(config))
                return nameInWords(operands_of(config)->title);
            return choiceText(look->GetEnum(config, field)->name());
        case FieldDescriptor::CPPTYPE_STRING:
            if (number == RunConfig::kNetworkFieldNumber && !config.network().empty()) {
                RunConfig of = config;  // it may be there while another network is trained
                of.set_model(run::NETWORK_FILE);
                return QString::fromStdString(network_name(of));
            }
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
    const FieldDescriptor* descriptor = fieldOf(field);
    const Setting* setting = descriptor ? setting_named(descriptor->name()) : nullptr;
    return setting ? inWords(setting->words.label) : QString();
}

QString fieldValue(const RunConfig& config, int field) {
    return valueText(config, field);
}

QString describeChange(const RunConfig& from, const RunConfig& to, const FieldSet& fields) {
    QStringList parts;
    for (const int field : fields) {
        parts << QString("%1 %2 → %3").arg(fieldLabel(field), valueText(from, field), valueText(to, field));
    }
    return parts.join(", ");
}

QString describeLiveChange(const RunConfig& from, const RunConfig& to, const FieldSet& fields) {
    FieldSet others = fields;
    // A dynamic scale has moved since: its setting is where it began.
    const bool moved = from.scaling() == run::DYNAMIC && others.erase(RunConfig::kLossScaleFieldNumber) > 0;
    QStringList parts;
    if (!others.empty()) parts << describeChange(from, to, others);
    if (moved)
        parts << QString("%1 → %2").arg(fieldLabel(RunConfig::kLossScaleFieldNumber),
                                        valueText(to, RunConfig::kLossScaleFieldNumber));
    return parts.join(", ");
}

namespace {

/// The field that an error is of; `other` where it names none.
int fieldOfError(const Error& error, int other) {
    const FieldDescriptor* field = RunConfig::descriptor()->FindFieldByName(error.place());
    return field ? field->number() : other;
}

}  // namespace

std::optional<std::pair<int, QString>> networkProblem(const RunConfig& config) {
    // Of images from elsewhere only the worker knows how large they are.
    if (config.model() != run::NETWORK_FILE || !config.data().empty()) return std::nullopt;
    try {
        const RunConfig whole = complete(config);
        constexpr int side = 28, classes = 10;
        make_network(whole, side, classes_of(targets_of(whole), classes));
        return std::nullopt;
    } catch (const Error& error) {
        return std::pair(fieldOfError(error, RunConfig::kModelFieldNumber), inWords(error));
    }
}

QMap<int, QString> problemsOf(const RunConfig& config, bool dataIsHere) {
    QMap<int, QString> problems;
    const QString data = QString::fromStdString(config.data());
    if (dataIsHere && !data.isEmpty() && !QFileInfo(data).isDir()) {
        problems[RunConfig::kDataFieldNumber] =
            QCoreApplication::translate("ConfigFields", "There is no folder %1.").arg(data);
    } else if (dataIsHere && !data.isEmpty()) {
        try {
            check_data_folder(config.data());
        } catch (const Error& error) {
            problems[RunConfig::kDataFieldNumber] = inWords(error);
        }
    }
    if (config.lr() <= 0)
        problems[RunConfig::kLrFieldNumber] =
            QCoreApplication::translate("ConfigFields", "The learning rate must be above 0.");
    try {
        validate(complete(config));
    } catch (const Error& error) {
        problems[fieldOfError(error, RunConfig::kPresetFieldNumber)] = reasonInWords(error);
        return problems;
    }
    if (const auto problem = networkProblem(config)) problems[problem->first] = problem->second;
    return problems;
}

std::optional<run::Task> taskThatFits(RunConfig config) {
    const run::Task first = config.task();
    const auto* tasks = run::Task_descriptor();
    for (int i = -1; i < tasks->value_count(); ++i) {
        config.set_task(i < 0 ? first : static_cast<run::Task>(tasks->value(i)->number()));
        if (config.task() != run::TASK_UNSET && !networkProblem(config)) return config.task();
    }
    return std::nullopt;
}

}  // namespace mantissa::ui
