// SPDX-License-Identifier: GPL-3.0-or-later
// The Ranks page; see the header.
#include "ui/pages/ranks_page.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/wrap_layout.h"
#include "ui/pages/power_box.h"
#include "ui/pages/ranks_words.h"

namespace mantissa::ui {

namespace {

constexpr int kSmallest = -16;  // below, FP16 has none of the gradients
constexpr int kLargest = 15;    // above, FP16 has not all of them
constexpr int kSentences = 4;   // that there is room for

QLabel* makeText(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

/// A caption and its field side by side, which WrapLayout keeps together.
QWidget* pairOf(const QString& caption, QWidget* field) {
    auto* box = new QWidget(field->parentWidget());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(caption, box);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return box;
}

}  // namespace

RanksPage::RanksPage(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("ranks_page"));
    setAccessibleName(tr("Ranks"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(scroll);
    auto* about = makeText(
        tr("Many cards: each rank computes gradients of its part of the batch, and all are averaged. The sum has a "
           "format, an order and a place where it is divided. Here %1 made-up gradients are averaged, of sizes over "
           "%2 powers of two; on a rank each is between half and one and a half times its size.")
            .arg(SpreadGradients::count)
            .arg(SpreadGradients::powers),
        content);
    chart_ = new LineChart(tr("Error"), tr("ranks"), content);
    chart_->setObjectName(QStringLiteral("ranks_chart"));
    chart_->setXPowersOfTwo(true);
    chart_->setLog2(true);
    chart_->setAutoXRange(1, RankCurve::points);
    findings_ = makeText({}, content);
    findings_->setAccessibleName(tr("What the curves show"));
    findings_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* source = makeText(
        tr("Error: |average · N − exact sum| / sum of magnitudes, the mean over all gradients. "
           "Thin lines: the bound h·u / (1 − h·u) on each of them (Higham, Accuracy and Stability of Numerical "
           "Algorithms, chapter 4), where u is half of the format's epsilon and h counts the roundings that a number "
           "goes through: its additions, N − 1 in a ring, log₂ N in a tree and in recursive doubling, and two at each "
           "place where it is divided by what is no power of two. With partial sums in FP32 the additions count with "
           "FP32's epsilon, and the average is rounded to the format once. The bound knows no overflow and no "
           "underflow."),
        content);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(6);
    column->addWidget(about);
    column->addWidget(makeControls(content));
    column->addWidget(chart_, 1);
    column->addWidget(findings_);
    column->addWidget(source);
    scroll->setWidget(content);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    connect(&curves_, &RankCurves::computed, this, &RanksPage::draw);
}

QWidget* RanksPage::makeControls(QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* row = new WrapLayout(12, 4);
    box->setLayout(row);
    for (const FloatFormat& format : kFormats) {
        const QString name = QString::fromStdString(name_of(format));
        formats_.push_back(new QCheckBox(name, box));
        formats_.back()->setAccessibleName(tr("Sum in %1").arg(name));
        formats_.back()->setChecked(true);
    }
    for (const RankOrder order : kOrders) {
        orders_.push_back(new QCheckBox(orderName(order), box));
        orders_.back()->setAccessibleName(tr("Order of the sum: %1").arg(orderName(order)));
        orders_.back()->setChecked(order != RankOrder::tree);
    }
    orders_[0]->setToolTip(plainTip(tr("One rank after the other, each chunk from another rank on: N − 1 additions")));
    orders_[1]->setToolTip(plainTip(tr("Ranks hand partial sums up a binary tree")));
    orders_[2]->setToolTip(plainTip(tr("Recursive doubling: sums of two ranks, of four, of eight")));
    wide_ = new QCheckBox(tr("partial sums in FP32"), box);
    wide_->setObjectName(QStringLiteral("ranks_wide"));
    divide_ = new QComboBox(box);
    divide_->setObjectName(QStringLiteral("ranks_divide"));
    divide_->addItems({tr("before the sum"), tr("after the sum"), tr("by √N before and after")});
    divide_->setCurrentIndex(1);
    divide_->setAccessibleName(tr("Where the sum is divided by the number of ranks"));
    size_ = new PowerBox(box);
    size_->setObjectName(QStringLiteral("ranks_size"));
    size_->setRange(kSmallest, kLargest);
    size_->setValue(RankQuestion{}.exponent);
    size_->setAccessibleName(tr("Largest gradient, a power of two"));
    for (QCheckBox* one : formats_) row->addWidget(one);
    for (QCheckBox* one : orders_) row->addWidget(one);
    row->addWidget(pairOf(tr("&divided"), divide_));
    row->addWidget(pairOf(tr("gradients &up to"), size_));
    row->addWidget(wide_);
    for (const auto& boxes : {formats_, orders_})
        for (QCheckBox* one : boxes) connect(one, &QCheckBox::toggled, this, &RanksPage::ask);
    connect(wide_, &QCheckBox::toggled, this, &RanksPage::ask);
    connect(divide_, &QComboBox::currentIndexChanged, this, &RanksPage::ask);
    connect(size_, &QSpinBox::valueChanged, this, &RanksPage::ask);
    return box;
}

QString RanksPage::findings() const {
    return findings_->text();
}

QString RanksPage::seriesOf(const FloatFormat& format, RankOrder order) {
    return QStringLiteral("%1/%2").arg(QString::fromStdString(name_of(format))).arg(static_cast<int>(order));
}

QString RanksPage::boundOf(const FloatFormat& format, RankOrder order) {
    return seriesOf(format, order) + QStringLiteral("/bound");
}

RankQuestion RanksPage::question() const {
    RankQuestion question;
    for (std::size_t i = 0; i < kFormats.size(); ++i)
        if (formats_[i]->isChecked()) question.formats.push_back(kFormats[i]);
    for (std::size_t i = 0; i < kOrders.size(); ++i)
        if (orders_[i]->isChecked()) question.orders.push_back(kOrders[i]);
    question.divide = kDivisions[static_cast<std::size_t>(std::max(0, divide_->currentIndex()))];
    question.wide = wide_->isChecked();
    question.exponent = size_->value();
    return question;
}

void RanksPage::ask() {
    if (!isVisible()) return;  // showEvent() asks
    asked_ = true;
    curves_.ask(question());
    // What is drawn until then answers another question.
    chart_->setTitle(tr("Error (computing …)"));
    showFindings();
}

void RanksPage::setQuiet(bool quiet) {
    quiet_ = quiet;
    showFindings();
}

void RanksPage::leaveOut(std::optional<Asked> curve) {
    if (curve == leftOut_) return;
    leftOut_ = curve;
    draw();
}

std::vector<RankCurve> RanksPage::drawn() const {
    std::vector<RankCurve> drawn = curves_.curves();
    std::erase_if(drawn, [this](const RankCurve& one) {
        return leftOut_ && one.format == leftOut_->first && one.order == leftOut_->second;
    });
    return drawn;
}

void RanksPage::showFindings() {
    const std::vector<RankCurve> curves = drawn();
    QStringList sentences = rankFindings(curves_.question(), curves);
    if (curves.size() < curves_.curves().size())
        sentences.prepend(tr("%1, %2: shown once the outcome is seen")
                              .arg(QString::fromStdString(name_of(leftOut_->first)), orderName(leftOut_->second)));
    findings_->setText(quiet_           ? tr("Shown once the outcome is seen")
                       : curves_.busy() ? tr("Computing …")
                                        : sentences.join(u'\n'));
}

void RanksPage::draw() {
    const ChartPalette palette = ChartPalette::fromWidget(this);
    chart_->clearSeries();
    std::vector<Bookmark> bookmarks;
    const auto mark = [&](std::uint32_t ranks, const QString& text) {
        const double x = std::log2(ranks);
        if (ranks == 0 || std::any_of(bookmarks.begin(), bookmarks.end(),
                                      [&](const Bookmark& b) { return b.x == x && b.label == text; }))
            return;
        bookmarks.push_back({x, text, text, true});
    };
    for (const RankCurve& curve : drawn()) {
        const QString format = QString::fromStdString(name_of(curve.format));
        const PrecisionStyle style = palette.precision(format, static_cast<int>(curve.order));
        std::vector<double> x, y, boundX, bound;
        for (std::size_t i = 0; i < curve.errors.size(); ++i) {
            const RankError& error = curve.errors[i];
            x.push_back(static_cast<double>(i + 1));
            y.push_back(error.overflowed > 0 ? std::numeric_limits<double>::infinity() : error.mean_of_finite);
            if (error.bound > 1) continue;  // says nothing
            boundX.push_back(x.back());
            bound.push_back(error.bound);
        }
        SeriesStyle strong;
        strong.label = curveName(curve);
        strong.legend = QStringLiteral("%1 %2").arg(format, orderName(curve.order));
        strong.color = style.color;
        strong.glyph = style.marker;
        strong.showPoints = true;
        chart_->setSeries(seriesOf(curve.format, curve.order), strong, x, y);
        SeriesStyle quiet;
        quiet.label = tr("bound of %1").arg(curveName(curve));
        quiet.color = style.color;
        quiet.faint = true;
        quiet.glyphs = false;
        chart_->setSeries(boundOf(curve.format, curve.order), quiet, boundX, bound);
        mark(overflowsFrom(curve), tr("%1 overflows").arg(format));
        mark(zeroFrom(curve), tr("%1: zeros").arg(format));
    }
    chart_->setTitle(curves_.busy() ? tr("Error (computing …)") : tr("Error"));
    chart_->setEmptyText(curves_.curves().empty() ? tr("Choose a format and an order") : QString());
    chart_->setBookmarks(std::move(bookmarks));
    chart_->refresh();
    showFindings();
}

/// The chart does not jump when there is more or less to be said.
void RanksPage::keepRoom() {
    findings_->setMinimumHeight(kSentences * findings_->fontMetrics().lineSpacing());
}

void RanksPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    keepRoom();
    if (!asked_ || curves_.question() != question()) ask();
}

void RanksPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && findings_) keepRoom();
    if (event->type() == QEvent::PaletteChange && asked_) draw();  // the lines take their colours from the palette
}

}  // namespace mantissa::ui
