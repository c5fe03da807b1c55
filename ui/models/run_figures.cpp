// SPDX-License-Identifier: GPL-3.0-or-later
// What RunModel derives from the records: names in words, epoch, progress, time to go. Speeds are the worker's own
// figures, never the window's clock, so a recorded run shows what a live one showed.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "engine/report/run_formats.h"
#include "engine/run/cast_settings.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"
#include "ui/models/run_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

constexpr std::size_t kSpeedWindow = 32;
constexpr const char* kDot = " \u00b7 ";

/// A power of two as "2^k" with superscript digits, any other number as it is typed.
std::string scaleText(double scale) {
    int exponent = 0;
    if (std::isfinite(scale) && scale > 0 && std::frexp(scale, &exponent) == 0.5) {
        static constexpr const char* digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                 "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
        std::string text = exponent - 1 < 0 ? "2\u207b" : "2";
        for (const char digit : std::to_string(std::abs(exponent - 1))) text += digits[digit - '0'];
        return text;
    }
    std::string text = std::to_string(scale);
    text.erase(text.find_last_not_of('0') + 1);
    if (!text.empty() && text.back() == '.') text.pop_back();
    return text;
}

}  // namespace

const char* nameOf(RunState state) {
    switch (state) {
        case RunState::running:
            return "running";
        case RunState::paused:
            return "paused";
        case RunState::finished:
            return "finished";
        case RunState::stopped:
            return "stopped";
        case RunState::failed:
            return "failed";
        case RunState::interrupted:
            return "interrupted";
    }
    return "";
}

std::string nameOf(run::Precision precision) {
    if (precision == run::PYTORCH_DEFAULT)
        return QCoreApplication::translate("RunWords", "PyTorch default").toStdString();
    return display_name(precision);
}

std::string nameOf(const run::RunConfig& config) {
    return config.precision() == run::CUSTOM ? display_name_of(config) : nameOf(config.precision());
}

std::string describeScaling(const run::RunConfig& config) {
    switch (config.scaling()) {
        case run::DYNAMIC:
            if (other_scaler(config))
                return QCoreApplication::translate("RunWords", "dynamic, %1")
                    .arg(QString::fromUtf8(recipe_of(config.scaler()).title))
                    .toStdString();
            return QCoreApplication::translate("RunWords", "dynamic").toStdString();
        case run::STATIC:
            if (!config.has_loss_scale()) return QCoreApplication::translate("RunWords", "static").toStdString();
            return QCoreApplication::translate("RunWords", "static %1")
                .arg(QString::fromStdString(scaleText(config.loss_scale())))
                .toStdString();
        case run::NONE:
            return config.precision() == run::FP16 ? QCoreApplication::translate("RunWords", "no scaling").toStdString()
                                                   : "";
        default:
            return "";
    }
}

std::string describe(const run::RunConfig& began) {
    return describe(began, {});
}

std::string describe(const run::RunConfig& began, std::span<const run::Record> events) {
    const run::RunConfig config = changed_config(began, events);
    run::RunConfig any = began;  // whether it is a control is said behind all of this
    any.clear_one_ulp();
    std::string text = inWords(formats_phrase(any, events)).toStdString();
    const auto add = [&text](const std::string& part) {
        if (part.empty()) return;
        if (!text.empty()) text += kDot;
        text += part;
    };
    if (other_casts(config))
        add(QCoreApplication::translate("RunWords", "casts as in %1").arg(inWords(casts_phrase(config))).toStdString());
    if (const OperandRecipe* recipe = operands_of(config))
        add(QCoreApplication::translate("RunWords", "operands in %1").arg(nameInWords(recipe->title)).toStdString());
    add(describeScaling(config));
    const bool narrow =  // as summary_phrase() has it
        config.precision() == run::FP16 || config.precision() == run::BF16 || config.precision() == run::CUSTOM;
    if (narrow && config.has_master_weights() && !config.master_weights())
        add(QCoreApplication::translate("RunWords", "no master weights").toStdString());
    if (config.ranks() > 1) add(QCoreApplication::translate("RunWords", "%1 ranks").arg(config.ranks()).toStdString());
    if (config.batch() > 0) add(QCoreApplication::translate("RunWords", "batch %1").arg(config.batch()).toStdString());
    return text;
}

std::string describeModel(const run::RunConfig& config) {
    return network_name(config);
}

std::string RunModel::displayName() const {
    if (!name_.empty()) return name_;
    std::vector<run::Record> changes;
    for (const EventMark& event : events_) {
        if (event.kind != run::EventRecord::CHANGED) continue;
        run::EventRecord& change = *changes.emplace_back().mutable_event();
        change.set_kind(event.kind);
        *change.mutable_change() = event.change;
    }
    const std::string text = describe(config(), changes);
    return text.empty() ? runId_ : text;
}

std::vector<std::string> RunModel::layers() const {
    std::vector<std::string> names;
    std::set<std::string> seen;  // a foreign run has thousands
    // From input to output: where the record tells the order of the forward pass, by that, else as it lists them.
    std::map<std::string, std::uint32_t> trained, made;  // places of parameters' modules, and of those with an output
    for (const run::TensorInfo& tensor : started_.tensors()) {
        if (seen.insert(tensor.layer()).second) names.push_back(tensor.layer());
        if (tensor.has_forward())
            (tensor.part() == "output" ? made : trained).try_emplace(tensor.layer(), tensor.forward());
    }
    if (trained.empty() && made.empty()) return names;
    const auto sort = [](std::vector<std::string>& layers, const std::map<std::string, std::uint32_t>& places) {
        const auto placeOf = [&](const std::string& layer) {
            const auto place = places.find(layer);
            return place == places.end() ? std::numeric_limits<std::uint32_t>::max() : place->second;
        };
        std::stable_sort(layers.begin(), layers.end(),
                         [&](const std::string& a, const std::string& b) { return placeOf(a) < placeOf(b); });
    };
    sort(names, trained);
    if (made.empty()) return names;
    // Each kind counts its modules for itself. What has no output stays before the next parameters' module that has
    // one.
    std::vector<std::string> outputs, layers, waiting;
    std::map<std::string, std::vector<std::string>> before;
    for (std::string& name : names) {
        if (made.count(name) == 0) {
            waiting.push_back(std::move(name));
        } else if (trained.count(name) > 0) {
            before[name] = std::move(waiting);
            waiting.clear();
            outputs.push_back(std::move(name));
        } else {
            outputs.push_back(std::move(name));
        }
    }
    sort(outputs, made);
    for (std::string& name : outputs) {
        if (const auto ahead = before.find(name); ahead != before.end())
            std::move(ahead->second.begin(), ahead->second.end(), std::back_inserter(layers));
        layers.push_back(std::move(name));
    }
    std::move(waiting.begin(), waiting.end(), std::back_inserter(layers));
    return layers;
}

const HistogramAt* RunModel::latestHistogram(const std::string& tensor, run::Role role) const {
    const auto place = latest_.find({tensor, role});
    return place == latest_.end() ? nullptr : &place->second;
}

double RunModel::imagesPerEpoch() const {
    return static_cast<double>(started_.steps_per_epoch()) * static_cast<double>(config().batch());
}

double RunModel::epoch() const {
    if (started_.steps_per_epoch() == 0) return 0;
    if (epochsFinished_ == 0 && current_.batch() == config().batch()) {
        return static_cast<double>(lastStep_) / static_cast<double>(started_.steps_per_epoch());
    }
    // Images since the last epoch ended, whatever the batch size was before.
    // A fork's records do not have the steps that it was forked after.
    const std::uint32_t forked = identity().fork_step();
    double images = forked > epochStep_ ? static_cast<double>(forked - epochStep_) * config().batch() : 0.0;
    images += columns_.imagesSince(epochStep_);
    const double part = imagesPerEpoch() > 0 ? images / imagesPerEpoch() : 0;
    return static_cast<double>(epochsFinished_) + std::min(part, 1.0);
}

std::uint32_t RunModel::totalSteps() const {
    const std::uint32_t planned = started_.total_steps();
    const auto byEpochs = [](const run::RunConfig& c) { return !c.has_steps() || c.steps() < 0; };
    if (!byEpochs(current_))
        return current_.steps() == config().steps()
                   ? planned
                   : static_cast<std::uint32_t>(std::min<std::int64_t>(current_.steps(), 0xffffffff));
    const bool same =
        byEpochs(config()) && current_.batch() == config().batch() && current_.epochs() == config().epochs();
    if (same || current_.batch() == 0 || current_.epochs() == 0) return planned;
    const double epochsLeft = std::max(0.0, static_cast<double>(current_.epochs()) - epoch());
    const double left = epochsLeft * imagesPerEpoch() / current_.batch();
    return lastStep_ + static_cast<std::uint32_t>(std::ceil(left - 1e-6));  // 490.00000000000006 steps are 490
}

double RunModel::progress() const {
    if (state_ == RunState::finished) return 1;
    const std::uint32_t total = totalSteps();
    return total == 0 ? 0 : std::min(1.0, static_cast<double>(lastStep_) / static_cast<double>(total));
}

std::optional<double> RunModel::imagesPerSecond() const {
    // Of a run that has ended the whole run's, as reports have it: its last steps may have been slow by chance.
    if (finished_ && finished_->has_images_per_second()) return static_cast<double>(finished_->images_per_second());
    for (std::size_t i = columns_.size(); i > 0; --i) {
        const double value = static_cast<double>(columns_.imagesPerSecond[i - 1]);
        if (std::isfinite(value)) return value;
        if (columns_.size() - i >= kSpeedWindow) break;
    }
    return std::nullopt;
}

/// The last evaluation on test images that has an accuracy; of one step the complete one. `complete`: no other.
const EvalPoint* RunModel::lastTest(bool complete) const {
    const EvalPoint* last = nullptr;
    for (const EvalPoint& point : evals_) {
        if (point.trainingSet || !point.accuracy || (complete && !point.complete)) continue;
        const bool later = last == nullptr || point.step > last->step;
        if (later || (point.step == last->step && (point.complete || !last->complete))) last = &point;
    }
    return last;
}

std::optional<double> RunModel::testAccuracy() const {
    const bool ended = finished_ && finished_->has_test_accuracy();
    if (ended && finished_->outcome() == run::RunFinished::COMPLETED)
        return static_cast<double>(finished_->test_accuracy());
    if (const EvalPoint* last = lastTest(false); last && last->accuracy) return static_cast<double>(*last->accuracy);
    return ended ? std::optional(static_cast<double>(finished_->test_accuracy())) : std::nullopt;
}

std::uint32_t RunModel::testImages() const {
    const bool completed = finished_ && finished_->outcome() == run::RunFinished::COMPLETED;
    const EvalPoint* last = lastTest(completed && finished_->has_test_accuracy());
    return last ? last->images : 0;
}

}  // namespace mantissa::ui
