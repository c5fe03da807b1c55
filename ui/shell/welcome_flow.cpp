// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_flow.h.
#include "ui/shell/welcome_flow.h"

#include "ui/charts/format_text.h"
#include "ui/models/session_model.h"
#include "ui/shell/run_controller.h"
#include "ui/shell/setup_model.h"

namespace mantissa::ui {

namespace {

constexpr auto race_preset = "underflow";
constexpr double always_one_low = 0.112;  // 1,135 of MNIST's 10,000 test images are a 1
constexpr double always_one_high = 0.1145;

}  // namespace

WelcomeFlow::WelcomeFlow(RunController& controller, SessionModel& session, SetupModel& setup, QObject* parent)
    : QObject(parent), controller_(controller), session_(session), setup_(setup) {
    connect(&controller_, &RunController::runEnded, this, &WelcomeFlow::ended);
    connect(&controller_, &RunController::refused, this, [this] {
        if (stage_ == Stage::Fp32 || stage_ == Stage::Fp16 || stage_ == Stage::Dynamic) enter(Stage::Broken);
    });
    connect(&controller_, &RunController::stateChanged, this, &WelcomeFlow::changed);
    connect(&setup_, &SetupModel::presetsChanged, this, [this] {
        if (waitingForPresets_) press();
    });
}

void WelcomeFlow::press() {
    waitingForPresets_ = false;
    switch (stage_) {
        case Stage::Offer:
        case Stage::Broken:
            fp32Run_.clear();
            fp16Run_.clear();
            dynamicRun_.clear();
            begin(Stage::Fp32, run::FP32, run::NONE);
            break;
        case Stage::OfferScale:
            begin(Stage::Dynamic, run::FP16, run::DYNAMIC);
            break;
        default:
            break;
    }
}

void WelcomeFlow::restart() {
    enter(Stage::Offer);
}

bool WelcomeFlow::canPress() const {
    return !buttonText().isEmpty() && controller_.state() == TrainingState::Idle;
}

void WelcomeFlow::begin(Stage stage, run::Precision precision, run::Scaling scaling) {
    if (!setup_.preset(race_preset)) {
        waitingForPresets_ = true;  // the worker is still on its way; it begins when they come
        emit changed();
        return;
    }
    if (controller_.state() != TrainingState::Idle) return;
    setup_.applyPreset(race_preset);
    run::RunConfig config = setup_.config();
    config.set_precision(precision);
    config.set_scaling(scaling);
    setup_.replace(config, "the first race");
    enter(stage);
    controller_.start(config);
}

void WelcomeFlow::ended(const QString& runId) {
    const RunModel* run = session_.run(runId);
    if (!run || (stage_ != Stage::Fp32 && stage_ != Stage::Fp16 && stage_ != Stage::Dynamic)) return;
    if (run->state() != RunState::finished) {
        enter(Stage::Broken);
        return;
    }
    if (stage_ == Stage::Fp32) {
        fp32Run_ = runId;
        begin(Stage::Fp16, run::FP16, run::NONE);
    } else if (stage_ == Stage::Fp16) {
        fp16Run_ = runId;
        enter(Stage::OfferScale);
    } else {
        dynamicRun_ = runId;
        enter(Stage::Done);
    }
}

void WelcomeFlow::enter(Stage stage) {
    stage_ = stage;
    waitingForPresets_ = false;
    emit changed();
}

QString WelcomeFlow::accuracyOf(const QString& runId) const {
    const RunModel* run = session_.run(runId);
    if (!run || !run->testAccuracy()) return "an unknown accuracy";
    const double accuracy = *run->testAccuracy();
    const QString text = percentText(accuracy, 2);
    return accuracy > always_one_low && accuracy < always_one_high ? text + " (it always answers “1”)" : text;
}

QString WelcomeFlow::heading() const {
    switch (stage_) {
        case Stage::Offer:
            return "See what a number format does to training";
        case Stage::Fp32:
            return "1 of 3 · FP32 learns";
        case Stage::Fp16:
            return "2 of 3 · The same network in FP16";
        case Stage::OfferScale:
            return "FP16 has not learned";
        case Stage::Dynamic:
            return "3 of 3 · FP16 with a loss scale";
        case Stage::Done:
            return "The loss scale brought it back";
        case Stage::Broken:
            return "The race did not finish";
    }
    return {};
}

QString WelcomeFlow::text() const {
    switch (stage_) {
        case Stage::Offer:
            return waitingForPresets_
                       ? QString("The engine is starting; the race begins as soon as it is there.")
                       : QString(
                             "The same network learns to read digits in FP32, then fails in FP16, where its small "
                             "gradients round to zero. The failure is constructed: six sigmoid layers see to it.");
        case Stage::Fp32:
            return "Watch the accuracy rise. In the gradient histogram below, everything lies inside the range of "
                   "FP32.";
        case Stage::Fp16:
            return QString(
                       "FP32 reached %1. Now the same weights and images in FP16, without loss scaling: the gradients "
                       "pile up left of FP16's range, in the zone marked flushed, and the accuracy stays where "
                       "guessing is. ")
                .arg(accuracyOf(fp32Run_));
        case Stage::OfferScale:
            return QString(
                       "FP16 ended at %1, FP32 at %2. Its gradients were too small, not wrong: multiplying the loss by "
                       "a scale moves them all into range, and dividing before the update takes it out again.")
                .arg(accuracyOf(fp16Run_), accuracyOf(fp32Run_));
        case Stage::Dynamic:
            return "Everything as before, but for the loss scale. Watch the histogram move to the right and the "
                   "accuracy "
                   "come back; a step is skipped wherever the scale grew too far.";
        case Stage::Done:
            return QString(
                       "FP32 %1, FP16 %2, FP16 with a dynamic loss scale %3. Now change anything on the left while it "
                       "trains: what is marked with a bolt applies now.")
                .arg(accuracyOf(fp32Run_), accuracyOf(fp16Run_), accuracyOf(dynamicRun_));
        case Stage::Broken:
            return "A run of it was stopped or could not be carried out. What was recorded stays in the Runs dock.";
    }
    return {};
}

QString WelcomeFlow::buttonText() const {
    switch (stage_) {
        case Stage::Offer:
            return waitingForPresets_ ? QString() : QString("Race FP32 against FP16");
        case Stage::OfferScale:
            return "Turn on the loss scale";
        case Stage::Broken:
            return "Start the race again";
        default:
            return {};
    }
}

}  // namespace mantissa::ui
