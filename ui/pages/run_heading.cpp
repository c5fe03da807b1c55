// SPDX-License-Identifier: GPL-3.0-or-later
// See run_heading.h.
#include "ui/pages/run_heading.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QSignalBlocker>

#include "engine/run/names.h"
#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/models/run_words.h"
#include "ui/pages/histogram_records.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

constexpr int kHeadingIcon = 14;
constexpr int kLeastLetters = 10;
constexpr int kSlack = 8;  // hinted letters are a little wider than their metrics

}  // namespace

PrecisionStyle runStyle(const ChartPalette& palette, const RunFace& face) {
    return palette.precision(QString::fromStdString(display_name(face.precision)), face.variant);
}

QColor tensorColor(const ChartPalette& palette, const RunFace& face, const run::Histogram& histogram) {
    const std::string own = name_of(formatOf(histogram)), runs = display_name(face.precision);
    const bool another =
        own != runs && (runs == "FP16" || runs == "BF16") && (own == "FP32" || own == "FP16" || own == "BF16");
    return another ? palette.precision(QString::fromStdString(own)).color : runStyle(palette, face).color;
}

QIcon runIcon(const RunFace& face, const QWidget& widget) {
    const PrecisionStyle style = runStyle(ChartPalette::fromWidget(&widget), face);
    const double ratio = widget.devicePixelRatioF();
    QPixmap picture(QSize(kHeadingIcon, kHeadingIcon) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintMarker(painter, style.marker, {kHeadingIcon / 2.0, kHeadingIcon / 2.0}, 9.0, style.color, style.color);
    painter.end();
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);  // its colour says which run it is: a selection does not tint it
    return icon;
}

QString runTitle(const RunFace& face) {
    return QString::number(face.number) + QStringLiteral("  ") + face.name;
}

namespace {

/// Why pages that show histograms are behind the run, where it has them so rarely that this is noticed: ", histograms
/// of step 1, every 1 000 steps". Empty elsewhere.
QString histogramsBehind(const RunModel& run) {
    constexpr std::uint32_t rarely = 100;
    const std::uint32_t interval = run.currentConfig().histogram_interval();
    if (run.foreign() || interval < rarely || run.latestHistograms().empty()) return {};
    const std::uint32_t last = run.latestHistograms().begin()->second.step;
    if (last >= run.step()) return {};
    return RunHeading::tr(", histograms of step %1, every %2 steps").arg(wholeText(last), wholeText(interval));
}

}  // namespace

RunHeading::RunHeading(SessionModel& session, QWidget* parent)
    : QWidget(parent), session_(session), box_(new QComboBox(this)), state_(new QLabel(this)) {
    box_->setObjectName(QStringLiteral("runHeading"));
    box_->setAccessibleName(tr("The run that this page shows"));
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(kLeastLetters);
    box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box_->setIconSize({kHeadingIcon, kHeadingIcon});
    box_->setProperty("userText", true);  // names of runs
    state_->setTextFormat(Qt::PlainText);
    state_->setObjectName(QStringLiteral("runState"));
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it is cut short before the name is
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(box_, 4);
    row->addWidget(state_, 1);
    connect(box_, &QComboBox::activated, this,
            [this](int index) { session_.setCurrentRun(box_->itemData(index).toString()); });
    refresh({});
}

void RunHeading::fill(const std::vector<Entry>& entries) {
    entries_ = entries;
    const QSignalBlocker blocker(box_);
    box_->clear();
    for (const Entry& entry : entries_) box_->addItem(runIcon(entry.face, *this), runTitle(entry.face), entry.id);
}

void RunHeading::refresh(std::optional<std::uint32_t> step) {
    const RunModel* run = session_.currentRun();
    std::vector<Entry> entries;
    for (const RunModel* other : session_.runs()) {
        const QString id = QString::fromStdString(other->runId());
        if (session_.isVisible(id)) entries.push_back({id, session_.face(id)});
    }
    if (entries != entries_ && !box_->view()->isVisible()) fill(entries);  // not under the hand that chooses
    setVisible(run != nullptr);
    if (!run) return;
    const QString id = QString::fromStdString(run->runId());
    box_->setCurrentIndex(box_->findData(id));
    box_->setToolTip(plainTip(runTitle(session_.face(id))));
    QString text = tr("%1, step %2").arg(wordOf(run->state())).arg(run->step());
    if (!step) text += histogramsBehind(*run);
    if (step && *step < run->step()) text = tr("showing step %1 of %2").arg(*step).arg(run->step());
    whole_ = text;
    // As wide as the name needs, so that the state has the rest.
    const QFontMetrics metrics = box_->fontMetrics();
    box_->setMaximumWidth(box_->sizeHint().width() - kLeastLetters * metrics.horizontalAdvance(u'X') +
                          metrics.horizontalAdvance(box_->currentText()) + kHeadingIcon + kSlack);
    layout()->activate();  // the state has its room at once: a run that has ended is not asked again
    fit();
}

void RunHeading::fit() {
    const QString text = state_->fontMetrics().elidedText(whole_, Qt::ElideRight, state_->width());
    if (state_->text() != text) state_->setText(text);
    state_->setToolTip(text == whole_ ? QString() : plainTip(whole_));
}

void RunHeading::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (layout()) layout()->activate();
    fit();
}

QString RunHeading::runText() const {
    return isHidden() ? QString() : box_->currentText();
}

QString RunHeading::stateText() const {
    return isHidden() ? QString() : whole_;
}

void RunHeading::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) fill(std::vector<Entry>(entries_));
}

}  // namespace mantissa::ui
