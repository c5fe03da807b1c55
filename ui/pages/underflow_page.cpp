// SPDX-License-Identifier: GPL-3.0-or-later
// The Underflow page; see the header.
#include "ui/pages/underflow_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <cmath>

#include "engine/inspect/inspection.h"
#include "engine/report/foreign_description.h"
#include "ui/charts/format_text.h"
#include "ui/charts/waterfall.h"
#include "ui/models/session_model.h"
#include "ui/models/tensor_stats.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/inspected_view.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/tensor_box.h"
#include "ui/pages/tensor_choice.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_estimate.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr int kLeft = 9, kRight = 5;  // shares of the page's width

WaterfallRow rowOf(std::uint32_t step, const run::Histogram& histogram) {
    const BinShares bins = binShares(histogram);
    return {step, bins.firstBin, {bins.shares.begin(), bins.shares.end()}};
}

}  // namespace

struct UnderflowPage::Inspected {
    InspectedTensor tensor;
    FloatFormat format;
};

UnderflowPage::UnderflowPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("underflow_page"), session, 125, parent),
      estimate_(std::make_unique<UnderflowEstimate>()) {
    build();
    connect(choice_, &TensorChoice::changed, this, &UnderflowPage::selectionChanged);
    cloud_->setPreviewText([this](int k) {
        return inspected_ ? inspectedPreview(inspected_->tensor.magnitudes, inspected_->format, k)
                          : previewSentence(*estimate_, k);
    });
    connect(cloud_, &UnderflowCloud::shiftPreviewed, rescue_, &RescueChart::setPreview);
    connect(cloud_, &UnderflowCloud::shiftChosen, this, &UnderflowPage::chosen);
    connect(cloud_, &UnderflowCloud::binChosen, this, [this](int bin) {
        const RunModel* run = inspected_ ? nullptr : this->session().currentRun();
        if (run) emit numberWanted(QString::fromStdString(choice_->tensor(*run)), choice_->role(), bin);
    });
    connect(best_, &QPushButton::clicked, this, [this] {
        cloud_->setShift(estimate_->best.value_or(0));
        cloud_->choose();
    });
    refreshNow();
}

UnderflowPage::~UnderflowPage() = default;

QComboBox& UnderflowPage::roleBox() {
    return choice_->roleBox();
}

QComboBox& UnderflowPage::tensorBox() {
    return choice_->tensorBox();
}

void UnderflowPage::build() {
    about_ =
        makeSentence(tr("Values are counted before rounding: left of the format's range they become zero, right of it "
                        "infinite. A larger loss scale moves them to the right. Drag the cloud (or press ← →) to try "
                        "one; click a bin to follow one of its numbers."));
    note_ = makeSentence();
    note_->setAccessibleName(tr("Against the same batch in FP32"));
    choice_ = new TensorChoice(content());
    cloud_ = new UnderflowCloud(content());
    waterfall_ = new Waterfall(tr("Over steps"), content());
    waterfall_->alignTo([this] { return cloud_->histogram().empty() ? QRectF() : cloud_->plotArea(); });
    rescue_ = new RescueChart(tr("Gradient norm rescued and lost, by loss scale"), content());
    best_ = new QPushButton(content());
    best_->setObjectName(QStringLiteral("bestScale"));

    auto* selectors = new QHBoxLayout;
    selectors->setSpacing(6);
    selectors->addWidget(&choice_->roleBox(), 11);
    selectors->addWidget(&choice_->tensorBox(), 9);
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addLayout(selectors);
    left->addWidget(cloud_, 6);
    left->addWidget(waterfall_, 5);
    auto* right = new QVBoxLayout;
    right->setSpacing(6);
    right->addWidget(best_);
    right->addWidget(rescue_, 1);
    right->addWidget(note_);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(6);
    columns_->addLayout(left, kLeft);
    columns_->addLayout(right, kRight);
    inspectedBar_ = new QWidget(content());
    inspectedName_ = makeSentence();
    inspectedName_->setObjectName(QStringLiteral("inspectedName"));
    auto* back = new QPushButton(tr("Back to the run"), inspectedBar_);
    back->setObjectName(QStringLiteral("inspectedBack"));
    connect(back, &QPushButton::clicked, this, &UnderflowPage::leaveInspected);
    auto* bar = new QHBoxLayout(inspectedBar_);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(inspectedName_, 1);
    bar->addWidget(back);
    inspectedBar_->hide();
    column()->addWidget(inspectedBar_);
    column()->addWidget(about_);
    column()->addLayout(columns_, 1);
}

void UnderflowPage::arrange() {
    if (!columns_) return;
    const int needed = cloud_->minimumSizeHint().width() + rescue_->minimumSizeHint().width() + 24;
    const bool below = width() < needed;
    columns_->setDirection(below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    // The whole title where it has room, beside the chart's menu.
    QFont bold = font();
    bold.setBold(true);
    const QString title = tr("Gradient norm rescued and lost, by loss scale");
    const int room = (below ? width() : width() * kRight / (kLeft + kRight)) - 4 * fontMetrics().height();
    const bool whole = QFontMetrics(bold).horizontalAdvance(title) <= room;
    rescue_->setTitle(whole ? title : tr("Rescued and lost by scale"));
}

void UnderflowPage::selectionChanged() {
    cloud_->cancel();
    cloud_->setNote({});
    refreshNow();
}

void UnderflowPage::runChosen() {
    leaveInspected();
    cloud_->cancel();
    cloud_->setNote({});
}

void UnderflowPage::runGoes() {
    choice_->forgetRun();
}

void UnderflowPage::inspect(const InspectedTensor& tensor, const FloatFormat& format) {
    cloud_->cancel();
    cloud_->setNote({});
    inspected_.reset(new Inspected{tensor, format});
    refreshNow();
}

void UnderflowPage::leaveInspected() {
    if (!inspected_) return;
    inspected_.reset();
    picked_.clear();  // what the page shows is not the run's
    cloud_->cancel();
    refreshNow();
}

void UnderflowPage::showInspected() {
    const auto& [tensor, format] = *inspected_;
    const QString name = QString::fromStdString(tensor.entry.name).left(80);
    const QString of =
        tr("%1 of %2, in %3").arg(name, QString::fromStdString(tensor.file), QString::fromStdString(name_of(format)));
    inspectedName_->setText(tr("A tensor of a file: %1").arg(of));
    about_->setText(tr(
        "Left of the format's range numbers become zero, right of it infinite. A scale moves them to the right: drag "
        "the cloud (or press ← →) to try one."));
    CloudExtras extras;
    extras.gradient = true;
    extras.worthSaving = format == fp16;
    extras.leastShift = lowest_scale;
    extras.greatestShift = highest_scale;
    cloud_->setExtras(extras);
    cloud_->setTitle(of);
    const QColor color = ChartPalette::fromWidget(this).precision(QString::fromStdString(name_of(format))).color;
    cloud_->setHistogram(inspectedHistogram(tensor, cast_figures(tensor.magnitudes, format), format), color);
    const RescueData rescue = inspectedRescue(tensor.magnitudes, format);
    *estimate_ = {};  // letting go sets nothing
    estimate_->gradient = true;
    estimate_->best = rescue.best;
    rescue_->setEmptyText(tr("All zero: nothing to rescue"));
    rescue_->setRescue(rescue);
    note_->setText(inspectedSentence(tensor.magnitudes, format));
    note_->show();
    const int best = rescue.best.value_or(0);
    showBest(best != 0, best != 0     ? tr("See the best scale, %1").arg(powerOfTwo(best))
                        : rescue.best ? tr("No scale is needed")
                                      : tr("No best scale known"));
}

void UnderflowPage::showRun(const RunModel* run) {
    const bool inspected = inspected_ != nullptr;
    heading().setVisible(!inspected);
    inspectedBar_->setVisible(inspected);
    choice_->roleBox().setVisible(!inspected);
    choice_->tensorBox().setVisible(!inspected);
    waterfall_->setVisible(!inspected);  // a file has no steps
    if (inspected) return showInspected();
    choice_->offer(run);
    const std::string picked = choice_->tensorBox().chosen() + ' ' + std::to_string(choice_->role());
    // A scale that has moved since the histogram is no longer that of now.
    const float scale = run && !run->columns().empty() ? run->columns().scale.back() : 1.0f;
    const bool same = picked == picked_ && scale == scale_;
    picked_ = picked;
    scale_ = scale;
    if (!tensorsChanged(run) && same) return;
    const QString about =
        run && run->foreign()
            ? tr("Values are counted as the training has them, after rounding: what lay left of the format's range is "
                 "zero already. A larger loss scale moves them to the right. Drag the cloud (or press ← →) to try one.")
            : tr("Values are counted before rounding: left of the format's range they become zero, right of it "
                 "infinite. A larger loss scale moves them to the right. Drag the cloud (or press ← →) to try "
                 "one; click a bin to follow one of its numbers.");
    if (about_->text() != about) about_->setText(about);
    cloud_->setEmptyText(missingHistogramText(run));
    FoundHistogram shown;
    std::string tensor;
    if (run && !run->latestHistograms().empty()) {
        tensor = choice_->tensor(*run);
        shown = findHistogram(*run, tensor, choice_->role(), lookAt());
    }
    if (!shown.histogram) {
        *estimate_ = {};
        estimate_->missing = tr("No estimate yet");
        cloud_->setExtras({});
        cloud_->clear();
        waterfall_->setWaterfall({}, {}, {});
        showEstimate();
        return;
    }
    const run::Histogram& histogram = *shown.histogram;
    *estimate_ = estimateUnderflow(*run, histogram, lookAt());
    CloudExtras extras;
    extras.gradient = estimate_->gradient;
    extras.worthSaving = estimate_->gradient && estimate_->format == fp16;
    extras.leastShift = estimate_->leastShift;
    extras.greatestShift = estimate_->greatestShift;
    cloud_->setExtras(extras);
    if (shown.step != shownStep_) cloud_->setNote({});  // what was asked for can be seen now
    shownStep_ = shown.step;
    const QString tier = inWords(tier_phrase(histogram.tier()));
    QString title = tr("%1, step %2").arg(QString::fromStdString(tensor)).arg(shown.step);
    if (!tier.isEmpty()) title += QStringLiteral(" · ") + tier;
    if (run->foreign() && histogram.counts().elements() < histogram.elements())
        title += QStringLiteral(" · ") + tr("a sample: %1 of %2 numbers")
                                             .arg(countText(static_cast<double>(histogram.counts().elements())),
                                                  countText(static_cast<double>(histogram.elements())));
    cloud_->setTitle(title);
    const QColor color = tensorColor(ChartPalette::fromWidget(this), session().face(*run), histogram);
    cloud_->setHistogram(histogramData(histogram), color);
    showWaterfall(*run, histogram, color);
    showEstimate();
}

void UnderflowPage::showWaterfall(const RunModel& run, const run::Histogram& shown, const QColor& color) {
    WaterfallData fall;
    const HistogramAt* latest = run.latestHistogram(shown.tensor(), shown.role());
    for (const HistogramFrame& frame : run.histogramHistory())
        if (const run::Histogram* histogram = latest ? frame.of(latest->slot) : nullptr)
            fall.rows.push_back(rowOf(frame.step, *histogram));
    if (latest && (fall.rows.empty() || fall.rows.back().step < latest->step)) {
        fall.rows.push_back(rowOf(latest->step, latest->histogram));
    }
    const HistogramData zones = histogramData(shown);
    fall.zones = zones.zones;
    fall.format = zones.format;
    waterfall_->setWaterfall(fall, cloud_->exponents(), color);
}

void UnderflowPage::showEstimate() {
    rescue_->setEmptyText(estimate_->known ? tr("All zero in FP32, too: nothing to rescue") : estimate_->missing);
    rescue_->setRescue(rescueData(*estimate_));
    const QString sentence = shadowSentence(*estimate_);
    if (note_->text() != sentence) note_->setText(sentence);
    note_->setVisible(!sentence.isEmpty());
    const bool any = estimate_->anyScale;
    const QString scale = scaleText(std::ldexp(estimate_->scale, estimate_->best.value_or(0)));
    QString text = (estimate_->live ? tr("Set the best scale, %1") : tr("See the best scale, %1")).arg(scale);
    if (any)
        text = anyScaleText(*estimate_);
    else if (!estimate_->best)
        text = tr("No best scale known");
    else if (*estimate_->best == 0)
        text = estimate_->step ? tr("The scale of step %1 was the best already").arg(*estimate_->step)
                               : tr("The scale is the best already");
    else if (!recommends(*estimate_))
        text = tr("This gradient loses nothing");
    showBest(recommends(*estimate_), text);
}

void UnderflowPage::showBest(bool possible, const QString& text) {
    best_->setEnabled(possible);
    best_->setText(text);
}

void UnderflowPage::chosen(int k) {
    if (!estimate_->live || !estimate_->gradient) return;  // a what-if: the cloud stays where it was put
    const double scale = std::ldexp(estimate_->scale, k);
    cloud_->cancel();
    cloud_->setNote(tr("Loss scale %1 was requested: the next histogram shows what it does.").arg(scaleText(scale)));
    emit scaleChosen(scale);
}

void UnderflowPage::chooseTensor(const QString& tensor, run::Role role) {
    if (!choice_->choose(session().currentRun(), tensor, role)) return;
    leaveInspected();
    cloud_->cancel();
    cloud_->setNote({});
    markDirty();
}

void UnderflowPage::hideEvent(QHideEvent* event) {
    RunPage::hideEvent(event);
    cloud_->cancel();
}

}  // namespace mantissa::ui
