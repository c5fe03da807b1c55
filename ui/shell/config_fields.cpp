// SPDX-License-Identifier: GPL-3.0-or-later
// See config_fields.h. Values are compared through their serialised form: exact for doubles, and no switch over types.
#include "ui/shell/config_fields.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/cast_settings.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/optimizers.h"
#include "engine/run/presets.h"
#include "engine/run/scaler_recipes.h"
#include "engine/run/validation.h"
#include "ui/charts/format_text.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;
using run::RunConfig;

constexpr std::pair<int, const char*> labels[] = {
    {RunConfig::kNameFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "name")},
    {RunConfig::kPresetFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "preset")},
    {RunConfig::kDataFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "data")},
    {RunConfig::kDeviceFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "device")},
    {RunConfig::kModelFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "network")},
    {RunConfig::kDepthFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "depth")},
    {RunConfig::kWidthFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "width")},
    {RunConfig::kActivationFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "activation")},
    {RunConfig::kC1FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "channels 1")},
    {RunConfig::kC2FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "channels 2")},
    {RunConfig::kBlocksFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "blocks")},
    {RunConfig::kHeadsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "attention heads")},
    {RunConfig::kTokenWidthFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "token width")},
    {RunConfig::kCausalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "causal")},
    {RunConfig::kChannelsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "channels")},
    {RunConfig::kTaskFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "task")},
    {RunConfig::kUnetChannelsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "channels of the first level")},
    {RunConfig::kUnetNormFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "BatchNorm")},
    {RunConfig::kDropoutFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "dropout")},
    {RunConfig::kTargetOffsetFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "offset of the targets")},
    {RunConfig::kNetworkFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "network file")},
    {RunConfig::kAttentionScalingFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "scaled attention")},
    {RunConfig::kQueriesScaledFirstFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "queries scaled before the product")},
    {RunConfig::kQueryKeyNormFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "normalised queries and keys")},
    {RunConfig::kQueryKeyOffsetFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "query and key offset")},
    {RunConfig::kEmbeddingGainFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "embedding gain")},
    {RunConfig::kGatherUpdatesFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "gather updates")},
    {RunConfig::kConverters8BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "8-bit converters")},
    {RunConfig::kDeviceSecondsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "seconds of a step on the devices")},
    {RunConfig::kNorm16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit normalisation")},
    {RunConfig::kNormEpsilon16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit epsilon")},
    {RunConfig::kNormRunning16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit running statistics")},
    {RunConfig::kSoftmax16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit softmax")},
    {RunConfig::kInsideFp32FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "FP32 inside 16-bit norms and softmax")},
    {RunConfig::kOptimizer16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit optimizer")},
    {RunConfig::kCastsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "casts as in")},
    {RunConfig::kOperandRecipeFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "operands in")},
    {RunConfig::kResidual16BitFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit residual sums")},
    {RunConfig::kPointwiseFp32FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "activation functions in FP32")},
    {RunConfig::kStepwiseDerivativesFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "sigmoid′ rounded stepwise")},
    {RunConfig::kInitScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "initial weights ×")},
    {RunConfig::kOptimizerFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "optimizer")},
    {RunConfig::kLrFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "learning rate")},
    {RunConfig::kMomentumFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "momentum")},
    {RunConfig::kWeightDecayFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "weight decay")},
    {RunConfig::kScheduleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "schedule")},
    {RunConfig::kWarmupStepsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "warm-up steps")},
    {RunConfig::kSkipsAdvanceFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "skipped steps advance the schedule")},
    {RunConfig::kLabelSmoothingFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "label smoothing")},
    {RunConfig::kClipNormFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "clip norm")},
    {RunConfig::kBatchFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "batch")},
    {RunConfig::kEpochsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "epochs")},
    {RunConfig::kStepsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "steps")},
    {RunConfig::kSeedFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "seed")},
    {RunConfig::kPrecisionFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "precision")},
    {RunConfig::kScalingFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "loss scaling")},
    {RunConfig::kLossScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "loss scale")},
    {RunConfig::kGrowthFactorFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "growth factor")},
    {RunConfig::kBackoffFactorFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "backoff factor")},
    {RunConfig::kGrowthIntervalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "growth interval")},
    {RunConfig::kMinScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "least loss scale")},
    {RunConfig::kMaxScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "largest loss scale")},
    {RunConfig::kScalerFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "loss scaler")},
    {RunConfig::kFloorRuleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "at the least loss scale")},
    {RunConfig::kHysteresisFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "hysteresis")},
    {RunConfig::kHysteresisRefillFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "overflows counted")},
    {RunConfig::kOverflowToleranceFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "tolerance of overflows")},
    {RunConfig::kLateGrowthFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "late growth")},
    {RunConfig::kDelayedScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "delayed scale")},
    {RunConfig::kInfiniteScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "infinite scale")},
    {RunConfig::kCheckStaticScaleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "static scale checked")},
    {RunConfig::kMasterWeightsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "master weights")},
    {RunConfig::kWeightGradientsFp32FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "weight gradients in FP32")},
    {RunConfig::kFp16AccumulationFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "16-bit accumulation")},
    {RunConfig::kStopOnDivergenceFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "stop at divergence")},
    {RunConfig::kRanksFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "ranks")},
    {RunConfig::kRankFormatFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "sum over ranks in")},
    {RunConfig::kRankAccumulationFp32FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "partial sums over ranks in FP32")},
    {RunConfig::kRankStochasticFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "stochastic sum over ranks")},
    {RunConfig::kRankDivideFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "division by ranks")},
    {RunConfig::kRankOrderFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "order of the sum over ranks")},
    {RunConfig::kRankBucketKibFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "bucket of the ring in KiB")},
    {RunConfig::kReductionFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "reduction")},
    {RunConfig::kStochasticRoundingFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "stochastic rounding")},
    {RunConfig::kEvalPrecisionFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "evaluation format")},
    {RunConfig::kOptimizerStateFp32FieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "optimizer state in FP32")},
    {RunConfig::kHistogramIntervalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "histogram interval")},
    {RunConfig::kShadowIntervalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "shadow interval")},
    {RunConfig::kThreadsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "threads")},
    {RunConfig::kNativeFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "native")},
    {RunConfig::kBeta1FieldNumber, "β₁"},
    {RunConfig::kBeta2FieldNumber, "β₂"},
    {RunConfig::kEpsilonFieldNumber, "ε"},
    {RunConfig::kShuffleFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "shuffled batches")},
    {RunConfig::kLayerOverridesFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "formats of single layers")},
    {RunConfig::kExponentBitsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "exponent bits")},
    {RunConfig::kFractionBitsFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "fraction bits")},
    {RunConfig::kEvalIntervalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "evaluation interval")},
    {RunConfig::kEvalImagesFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "test images of a live evaluation")},
    {RunConfig::kTrainEvalImagesFieldNumber,
     QT_TRANSLATE_NOOP("ConfigFields", "training images of the last evaluation")},
    {RunConfig::kCheckpointIntervalFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "checkpoint interval")},
    {RunConfig::kOneUlpFieldNumber, QT_TRANSLATE_NOOP("ConfigFields", "control, moved by one ulp")},
};

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
        QString text = QString::fromStdString(entry.layer() + " " + display_name(entry.precision()));
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
                return QString::fromUtf8(operands_of(config)->title.data());
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
    for (const auto& [number, label] : labels) {
        if (number == field) return QCoreApplication::translate("ConfigFields", label);
    }
    return {};
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

QMap<int, QString> problemsOf(const RunConfig& config, bool dataIsHere) {
    QMap<int, QString> problems;
    const QString data = QString::fromStdString(config.data());
    if (dataIsHere && !data.isEmpty() && !QFileInfo(data).isDir()) {
        problems[RunConfig::kDataFieldNumber] =
            QCoreApplication::translate("ConfigFields", "There is no folder %1.").arg(data);
    }
    if (config.lr() <= 0)
        problems[RunConfig::kLrFieldNumber] =
            QCoreApplication::translate("ConfigFields", "The learning rate must be above 0.");
    try {
        validate(complete(config));
    } catch (const Error& error) {
        const FieldDescriptor* field = RunConfig::descriptor()->FindFieldByName(error.place());
        problems[field ? field->number() : RunConfig::kPresetFieldNumber] = reasonInWords(error);
    }
    return problems;
}

}  // namespace mantissa::ui
