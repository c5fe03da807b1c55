// SPDX-License-Identifier: GPL-3.0-or-later
// See welcome_flow.h.
#include "ui/shell/welcome_flow.h"

#include "engine/report/shadow_figures.h"
#include "ui/charts/format_text.h"
#include "ui/models/race_model.h"
#include "ui/models/session_model.h"
#include "ui/runs/run_controller.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

namespace {

constexpr auto race_preset = "underflow";
constexpr double chance_left = 0.3;  // guessing is 10 %, always answering "1" 11.35 %, telling two digits about 20 %
constexpr double come_back = 0.5;
constexpr double dark_share = 0.99;
constexpr std::uint32_t steps_to_come_back = 300;  // with a scale, from chance to half of the digits

}  // namespace

WelcomeFlow::WelcomeFlow(RunController& controller, SessionModel& session, SetupModel& setup, QObject* parent)
    : QObject(parent), controller_(controller), session_(session), setup_(setup) {
    connect(&controller_, &RunController::runEnded, this, &WelcomeFlow::ended);
    connect(&controller_, &RunController::refused, this, [this] {
        if (waitingForRace_) enter(Stage::Broken);
    });
    connect(&controller_, &RunController::stateChanged, this, &WelcomeFlow::changed);
    connect(&session_, &SessionModel::runAdded, this, &WelcomeFlow::look);
    connect(&session_, &SessionModel::runAdded, this, [this](const QString& id) {
        const RunModel* run = session_.run(id);
        const bool ours = waitingForRace_ || stopping_ || raceId_.empty();  // it may be of the race that was asked for
        if (stage_ != Stage::Offer && !ours && run && run->live() && !run->ghost() &&
            run->identity().race_id() != raceId_)
            emit passed();
    });
    connect(&session_, &SessionModel::runChanged, this, &WelcomeFlow::tell);
    connect(&setup_, &SetupModel::presetsChanged, this, [this] {
        if (waitingForPresets_) press();
    });
}

void WelcomeFlow::press() {
    waitingForPresets_ = false;
    switch (stage_) {
        case Stage::Offer:
        case Stage::Broken:
            begin(Stage::Race, run::FP16, run::NONE);
            break;
        case Stage::Race:
            if (offersNext()) turnOnScale();
            break;
        case Stage::Scaled:
            if (offersNext()) goOnToBf16();
            break;
        case Stage::Bf16:
        case Stage::Done:
            break;
    }
}

void WelcomeFlow::restart() {
    enter(Stage::Offer);
}

bool WelcomeFlow::offersNext() const {
    if (waitingForRace_ || stopping_ || raceId_.empty()) return false;
    return (stage_ == Stage::Race && (stalled() || over())) || (stage_ == Stage::Scaled && (recovered() || over()));
}

bool WelcomeFlow::canPress() const {
    if (buttonText().isEmpty()) return false;
    return offersNext() || controller_.state() == TrainingState::Idle;
}

/// FP32 in the first lane, this in the second.
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
    setup_.replace(config, tr("the first race"));
    run::RunConfig wide = config;
    wide.set_precision(run::FP32);
    wide.set_scaling(run::NONE);
    enter(stage);
    waitingForRace_ = true;
    controller_.startRace({wide, config});
}

void WelcomeFlow::turnOnScale() {
    const RunModel* narrow = lane(1);
    if (!narrow || !narrow->live() || narrow->totalSteps() < narrow->step() + steps_to_come_back) {
        goOnTo({Stage::Scaled, run::FP16, run::DYNAMIC});
        return;
    }
    session_.setCurrentRun(QString::fromStdString(narrow->runId()));  // changes go to the lane that is looked at
    run::RunConfig change;
    change.set_scaling(run::DYNAMIC);
    enter(Stage::Scaled);
    controller_.applyChange(change, false);
}

void WelcomeFlow::goOnToBf16() {
    if (const RunModel* narrow = lane(1)) scaled_ = standingOf(*narrow);  // once more where it has yet to stop
    goOnTo({Stage::Bf16, run::BF16, run::NONE});
}

/// Another race, once this one has ended.
void WelcomeFlow::goOnTo(const NextRace& next) {
    if (over()) {
        begin(next.stage, next.precision, next.scaling);
        return;
    }
    next_ = next;
    stopping_ = true;
    controller_.stop();
    emit changed();
}

/// The race that was asked for is there: the second lane comes to the front, since the gradients to be seen are its.
void WelcomeFlow::look() {
    if (!waitingForRace_) return;
    const auto lanes = controller_.race();
    if (lanes.size() < 2 || lanes.front()->identity().race_id() == raceId_ || !lanes[1]->live()) return;
    waitingForRace_ = false;
    raceId_ = lanes.front()->identity().race_id();
    session_.setCurrentRun(QString::fromStdString(lanes[1]->runId()));
    tell();
}

void WelcomeFlow::ended(const QString& runId) {
    const RunModel* run = session_.run(runId);
    look();                       // a short race may be over with its first records
    if (waitingForRace_) return;  // that was the race before
    if (!run || raceId_.empty() || run->identity().race_id() != raceId_ || run->identity().ghost()) return;
    if (stage_ != Stage::Race && stage_ != Stage::Scaled && stage_ != Stage::Bf16) return;
    if (run->state() != RunState::finished && !stopping_) {
        enter(Stage::Broken);
        return;
    }
    if (!over()) return;
    if (stopping_) {
        stopping_ = false;
        if (const RunModel* narrow = lane(1); narrow && next_.stage == Stage::Bf16) scaled_ = standingOf(*narrow);
        begin(next_.stage, next_.precision, next_.scaling);
    } else if (stage_ == Stage::Bf16) {
        enter(Stage::Done);
    } else {
        tell();
    }
}

void WelcomeFlow::enter(Stage stage) {
    stage_ = stage;
    waitingForPresets_ = false;
    waitingForRace_ = false;
    stopping_ = false;
    emit changed();
}

void WelcomeFlow::tell() {
    const QString now = heading() + text() + figures() + buttonText();
    if (now == told_) return;
    told_ = now;
    emit changed();
}

const RunModel* WelcomeFlow::lane(std::size_t index) const {
    const auto lanes = session_.lanesOf(raceId_);
    return index < lanes.size() ? lanes[index] : nullptr;
}

bool WelcomeFlow::over() const {
    const RunModel* wide = lane(0);
    const RunModel* narrow = lane(1);
    return wide && narrow && !wide->live() && !narrow->live();
}

bool WelcomeFlow::stalled() const {
    const RunModel* wide = lane(0);
    const RunModel* narrow = lane(1);
    if (!wide || !narrow) return false;
    return latestAccuracy(*wide).value_or(0) > chance_left && latestAccuracy(*narrow).value_or(1) <= chance_left;
}

bool WelcomeFlow::recovered() const {
    const RunModel* narrow = lane(1);
    return narrow && latestAccuracy(*narrow).value_or(0) > come_back;
}

/// How much of the first layer's gradient is missing in FP16, of the norm where a shadow tells, else of the elements;
/// nothing before it is measured.
std::optional<double> WelcomeFlow::dark() const {
    const RunModel* narrow = lane(1);
    if (!narrow || narrow->layers().empty()) return std::nullopt;
    const HistogramAt* first = narrow->latestHistogram(narrow->layers().front() + ".weight", run::ROLE_WEIGHT_GRADIENT);
    if (!first) return std::nullopt;
    const run::Histogram& gradient = first->histogram;
    if (gradient.has_shadow() && gradient.shadow().norm() > 0) return norm_lost_share(gradient.shadow());
    if (gradient.counts().elements() == 0) return std::nullopt;
    return static_cast<double>(gradient.counts().zero() + gradient.counts().flushed()) /
           static_cast<double>(gradient.counts().elements());
}

WelcomeFlow::Standing WelcomeFlow::standingOf(const RunModel& run) {
    const run::RunConfig& config = run.currentConfig();
    const QString format = QString::fromStdString(nameOf(config.precision()));
    const bool scaled = config.scaling() == run::DYNAMIC || config.scaling() == run::STATIC;
    return {scaled ? tr("%1 with loss scaling").arg(format) : format, latestAccuracy(run), latestAccuracyStep(run),
            run.state() == RunState::finished, alwaysAnswersOne(run)};
}

QString WelcomeFlow::inWords(const Standing& standing) {
    if (!standing.accuracy) return tr("%1 not tested yet").arg(standing.name);
    const QString accuracy = percentText(*standing.accuracy, 2);
    return standing.alwaysOne ? tr("%1 %2 (it always answers “1”)").arg(standing.name, accuracy)
                              : tr("%1 %2").arg(standing.name, accuracy);
}

QString WelcomeFlow::figures() const {
    if (waitingForRace_ || stopping_ || stage_ == Stage::Offer || stage_ == Stage::Broken) return {};
    const RunModel* wide = lane(0);
    const RunModel* narrow = lane(1);
    if (!wide || !narrow) return {};
    std::vector<Standing> all{standingOf(*wide), standingOf(*narrow)};
    const bool ended = all[0].finished && all[1].finished;
    if (stage_ == Stage::Bf16 || stage_ == Stage::Done)
        if (scaled_.accuracy) all.insert(all.begin() + 1, scaled_);
    QStringList parts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        // Lanes go together; one that ended earlier says where.
        const bool cut = ended && !all[i].finished;
        const bool own = !ended && (i + 1 == all.size() || all[i + 1].step != all[i].step);
        parts << (cut   ? tr("%1 (at step %2, then stopped)").arg(inWords(all[i])).arg(all[i].step)
                  : own ? tr("%1 at step %2").arg(inWords(all[i])).arg(all[i].step)
                        : inWords(all[i]));
    }
    return (ended ? tr("Final accuracy: %1.") : tr("Test accuracy: %1.")).arg(parts.join(QStringLiteral(", ")));
}

int WelcomeFlow::saying() const {
    const bool all[] = {waitingForPresets_,
                        stopping_,
                        stage_ == Stage::Race && stalled(),
                        over(),
                        stage_ == Stage::Race && dark().value_or(0) >= dark_share,
                        stage_ == Stage::Scaled && recovered()};
    int which = static_cast<int>(stage_);
    for (const bool one : all) which = 2 * which + (one ? 1 : 0);
    return which;
}

QString WelcomeFlow::heading() const {
    const bool measured = dark().value_or(0) >= dark_share;
    switch (stage_) {
        case Stage::Offer:
            return tr("See what a number format does to training");
        case Stage::Race:
            if (stalled()) return tr("1 of 3 · FP16 has stalled");
            return measured ? tr("1 of 3 · FP16's first layer gets almost no gradient")
                            : tr("1 of 3 · FP32 against FP16");
        case Stage::Scaled:
            return recovered() ? tr("2 of 3 · FP16 learns") : tr("2 of 3 · FP16 with loss scaling");
        case Stage::Bf16:
            return tr("3 of 3 · BF16 without loss scaling");
        case Stage::Done:
            return tr("Three formats, one network");
        case Stage::Broken:
            return tr("The race did not finish");
    }
    return {};
}

QString WelcomeFlow::raceText() const {
    const std::optional<double> missing = dark();
    if (stalled())
        return tr(
            "FP32 learns, FP16 stays at chance: its first layers get no gradient. A loss scale multiplies all "
            "gradients so that they fit; the update divides it out again.");
    if (over()) return tr("The race is over. A loss scale moves FP16's gradients into its range.");
    if (missing.value_or(0) >= dark_share)
        return tr("In FP16 %1 of the first layer's gradient is zero: it is smaller than anything that FP16 can hold. "
                  "Such a deep sigmoid network only guesses in its first 80 to 200 steps, in FP32 as well.")
            .arg(percentText(*missing));
    return tr(
        "The same weights and the same images in both, step by step. In the histogram, values left of FP16's range "
        "become zero; the dashed line is the same gradient in FP32.");
}

QString WelcomeFlow::scaledText() const {
    if (recovered())
        return tr("The same network in the same format: FP16 learns once its gradients are scaled into range.");
    std::uint32_t since = 0;
    if (const RunModel* narrow = lane(1)) {
        for (const EventMark& event : narrow->events()) {
            if (event.kind == run::EventRecord::CHANGED && event.change.scaling() == run::DYNAMIC) since = event.step;
        }
    }
    const QString on = since > 0 ? tr("Loss scaling is on from step %1. ").arg(since) : QString();
    return on + tr("The histogram has moved to the right, into range. Catching up takes a while: about 50 % after 250 "
                   "steps, 70 to 90 % after 600.");
}

QString WelcomeFlow::text() const {
    if (waitingForRace_) return tr("The race begins.");
    switch (stage_) {
        case Stage::Offer:
            return waitingForPresets_ ? tr("The engine is starting; the race begins as soon as it is there.")
                                      : tr("The same network in FP32 and in FP16, step by step. FP32 learns to read "
                                           "digits; in FP16 the small gradients round to zero. The failure is "
                                           "constructed: six sigmoid layers cause it.");
        case Stage::Race:
            return stopping_ ? tr("Too few steps are left for FP16 to catch up: the race begins again, with loss "
                                  "scaling from its first step.")
                             : raceText();
        case Stage::Scaled:
            return stopping_ ? tr("This race ends here; BF16 begins.") : scaledText();
        case Stage::Bf16:
            return tr(
                "BF16 has the exponents of FP32, so the same gradients fit without a loss scale. The price is fewer "
                "digits.");
        case Stage::Done:
            return tr(
                "Now train a run of your own: Run starts one, and what is marked with a bolt can be changed while it "
                "trains. The page Compare races up to four settings.");
        case Stage::Broken:
            return tr("One of its runs was stopped or failed. What was recorded stays in the Runs dock.");
    }
    return {};
}

QString WelcomeFlow::buttonText() const {
    switch (stage_) {
        case Stage::Offer:
            return waitingForPresets_ ? QString() : tr("Race FP32 against FP16");
        case Stage::Race:
            return offersNext() ? tr("Turn on loss scaling") : QString();
        case Stage::Scaled:
            return offersNext() ? tr("And BF16?") : QString();
        case Stage::Broken:
            return tr("Start the race again");
        case Stage::Bf16:
        case Stage::Done:
            break;
    }
    return {};
}

}  // namespace mantissa::ui
