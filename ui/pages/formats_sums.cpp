// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and dot products; see the header.
#include "ui/pages/formats_sums.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <array>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/pages/formats_table.h"

namespace mantissa::ui {

namespace {

// Eight sums of 100,000 terms take some 10 ms: far from what a hand would feel.
constexpr int kMostTerms = 100'000;
constexpr std::uint32_t kTermsOfABlock = 16;

struct DotPreset {
    const char* name;
    const char* first;
    const char* second;
};
constexpr std::array<DotPreset, 3> kPresets{
    {{QT_TRANSLATE_NOOP("DotPresets", "Ones"), "1", "1"},
     {QT_TRANSLATE_NOOP("DotPresets", "Small positives"), "0.01, 0.02, 0.03, 0.05", "0.001, 0.002"},
     {QT_TRANSLATE_NOOP("DotPresets", "Alternating signs"), "1000.5, -1000", "1"}}};

QLabel* captionFor(const QString& text, QWidget* field, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(field);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    return label;
}

QSpinBox* makeCount(int value, const QString& name, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(1, kMostTerms);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setKeyboardTracking(true);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

QString sumErrorText(double value, double right) {
    if (!std::isfinite(value)) return QStringLiteral("–");
    if (value == right) return QObject::tr("none");
    const QString relative =
        right != 0.0 ? QStringLiteral(" (%1)").arg(percentText(std::abs((value - right) / right))) : QString();
    return numberText(value - right, 4) + relative;
}

}  // namespace

std::vector<double> parseNumbers(const QString& text) {
    static const QRegularExpression separators(QStringLiteral("[,;]"));
    std::vector<double> numbers;
    for (const QString& part : text.split(separators)) {
        const auto number = parseNumber(part);
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

QLabel* makeNote(const QString& text, QWidget* parent) {
    auto* note = new QLabel(text, parent);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    // Without a least width a wrapping label asks for the width of its longest line.
    note->setMinimumWidth(200);
    return note;
}

RunningSums::RunningSums(QWidget* parent)
    : QWidget(parent),
      count_(makeCount(10'000, tr("How many terms"), this)),
      term_(new QLineEdit(QStringLiteral("0.0001"), this)),
      finding_(makeNote({}, this)),
      chart_(new LineChart(tr("Running sum"), tr("terms"), this)),
      table_(new FormatsTable(
          tr("Running sums"),
          {tr("format"), tr("summed in the format"), tr("stops growing"), tr("summed in FP32"), tr("exact")},
          static_cast<int>(kPageFormats.size()), this)) {
    term_->setAccessibleName(tr("Term to add again and again"));
    term_->setMaximumWidth(140);
    auto* inputs = new QHBoxLayout;
    inputs->addWidget(captionFor(tr("&Add"), term_, this));
    inputs->addWidget(term_);
    inputs->addWidget(captionFor(tr("ti&mes"), count_, this));
    inputs->addWidget(count_);
    inputs->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(inputs);
    column->addWidget(finding_);
    column->addWidget(chart_);
    column->addWidget(table_);
    connect(count_, &QSpinBox::valueChanged, this, &RunningSums::compute);
    connect(term_, &QLineEdit::textChanged, this, &RunningSums::compute);
    compute();
}

QString RunningSums::finding() const {
    return finding_->text();
}

void RunningSums::setQuiet(bool quiet) {
    if (quiet == quiet_) return;
    quiet_ = quiet;
    compute();
}

void RunningSums::compute() {
    const auto term = parseNumber(term_->text());
    chart_->clearSeries();
    chart_->setEmptyText(quiet_ ? tr("Shown once the outcome is seen") : tr("Type a term that can be added"));
    if (quiet_ || !term || !std::isfinite(*term)) {
        finding_->setText(quiet_ ? tr("Shown once the outcome is seen")
                                 : tr("This term cannot be read. Examples: 0.0001, 1e-8, 2^-24."));
        for (int row = 0; row < table_->rowCount(); ++row)
            table_->setRow(row, {QString::fromStdString(name_of(kPageFormats[static_cast<std::size_t>(row)])),
                                 QStringLiteral("–"), QStringLiteral("–"), QStringLiteral("–"), QStringLiteral("–")});
        chart_->refresh();
        return;
    }
    const auto n = static_cast<std::uint32_t>(count_->value());
    const double exact = *term * n;
    const ChartPalette palette = ChartPalette::fromWidget(this);
    QStringList stalls;
    for (std::size_t i = 0; i < kPageFormats.size(); ++i) {
        const FloatFormat& format = kPageFormats[i];
        const QString name = QString::fromStdString(name_of(format));
        const RunningSum own = runningSum(n, *term, format, format);
        const RunningSum wide = runningSum(n, *term, format, fp32);
        const PrecisionStyle style = palette.precision(name);
        SeriesStyle strong;
        strong.label = name;
        strong.legend = name;
        strong.color = style.color;
        strong.glyph = style.marker;
        chart_->setSeries(name, strong, own.count, own.sum);
        if (format != fp32) {
            SeriesStyle quiet;
            quiet.label = tr("%1, summed in FP32").arg(name);
            quiet.brief = name + QStringLiteral("→FP32");
            quiet.color = style.color;
            quiet.faint = true;
            quiet.glyphs = false;
            chart_->setSeries(name + QStringLiteral("/fp32"), quiet, wide.count, wide.sum);
        }
        const QString stop =
            own.stalledAfter && std::isfinite(own.last)
                ? tr("at %1, after %n terms", nullptr, static_cast<int>(*own.stalledAfter)).arg(numberText(own.last, 6))
                : tr("no");
        table_->setRow(static_cast<int>(i),
                       {name, numberText(own.last, 7), stop, numberText(wide.last, 7), numberText(exact, 7)});
        if (own.stalledAfter && std::isfinite(own.last)) stalls << tr("%1 at %2").arg(name, numberText(own.last, 6));
    }
    chart_->refresh();
    finding_->setText(stalls.isEmpty()
                          ? tr("No sum stops growing here. Take more terms or smaller ones.")
                          : tr("A sum stops growing once the term is less than half of its ulp, or half of "
                               "it where ties round to even (not in TF32): %1. Summed in FP32 (thin lines), the same "
                               "terms keep adding up.")
                                .arg(stalls.join(QStringLiteral(", "))));
}

void RunningSums::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) compute();  // the lines take their colours from the palette
}

DotProducts::DotProducts(QWidget* parent)
    : QWidget(parent),
      preset_(new QComboBox(this)),
      count_(makeCount(4096, tr("How many products"), this)),
      first_(new QLineEdit(this)),
      second_(new QLineEdit(this)),
      message_(makeNote({}, this)),
      table_(
          new FormatsTable(tr("Dot products"), {tr("sum kept in"), tr("result"), tr("error against exact")}, 4, this)) {
    for (const DotPreset& preset : kPresets) preset_->addItem(QCoreApplication::translate("DotPresets", preset.name));
    preset_->addItem(tr("Your own numbers"));
    preset_->setAccessibleName(tr("Data of the dot product"));
    first_->setAccessibleName(tr("First vector: numbers that repeat"));
    second_->setAccessibleName(tr("Second vector: numbers that repeat"));
    auto* top = new QHBoxLayout;
    top->addWidget(captionFor(tr("&Data"), preset_, this));
    top->addWidget(preset_);
    top->addWidget(captionFor(tr("&products"), count_, this));
    top->addWidget(count_);
    top->addStretch(1);
    auto* vectors = new QHBoxLayout;
    vectors->addWidget(captionFor(tr("a repeats"), first_, this));
    vectors->addWidget(first_, 1);
    vectors->addWidget(captionFor(tr("b repeats"), second_, this));
    vectors->addWidget(second_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(top);
    column->addLayout(vectors);
    column->addWidget(message_);
    column->addWidget(table_);
    connect(preset_, &QComboBox::currentIndexChanged, this, &DotProducts::usePreset);
    connect(count_, &QSpinBox::valueChanged, this, &DotProducts::compute);
    for (QLineEdit* field : {first_, second_}) {
        connect(field, &QLineEdit::textEdited, this,
                [this] { preset_->setCurrentIndex(static_cast<int>(kPresets.size())); });
        connect(field, &QLineEdit::textChanged, this, &DotProducts::compute);
    }
    usePreset(0);
}

QString DotProducts::message() const {
    return message_->text();
}

void DotProducts::usePreset(int index) {
    if (index < 0 || index >= static_cast<int>(kPresets.size())) return;
    const DotPreset& preset = kPresets[static_cast<std::size_t>(index)];
    first_->setText(QString::fromLatin1(preset.first));
    second_->setText(QString::fromLatin1(preset.second));
}

void DotProducts::setQuiet(bool quiet) {
    if (quiet == quiet_) return;
    quiet_ = quiet;
    compute();
}

void DotProducts::compute() {
    const std::vector<double> a = parseNumbers(first_->text());
    const std::vector<double> b = parseNumbers(second_->text());
    const std::array<QString, 4> names{tr("FP16, after every product"), tr("FP16, after every %1").arg(kTermsOfABlock),
                                       tr("FP32"), tr("exact")};
    if (quiet_ || a.empty() || b.empty()) {
        for (int row = 0; row < 4; ++row)
            table_->setRow(row, {names[static_cast<std::size_t>(row)], QStringLiteral("–"), QStringLiteral("–")});
        message_->setText(quiet_ ? tr("Shown once the outcome is seen")
                                 : tr("A list cannot be read. Numbers are separated by commas: 0.5, 1e-3, 2^-10."));
        return;
    }
    const auto n = static_cast<std::uint32_t>(count_->value());
    const double exact = exactDot(a, b, n, fp16);
    const std::array<double, 4> results{static_cast<double>(blockedDot(a, b, n, fp16, fp16, 1)),
                                        static_cast<double>(blockedDot(a, b, n, fp16, fp16, kTermsOfABlock)),
                                        static_cast<double>(blockedDot(a, b, n, fp16, fp32, 1)), exact};
    for (std::size_t row = 0; row < results.size(); ++row) {
        table_->setRow(static_cast<int>(row), {names[row], numberText(results[row], 8),
                                               row == 3 ? QStringLiteral("–") : sumErrorText(results[row], exact)});
    }
    message_->setText(tr("a and b are rounded to FP16 first, so every error below comes from the sum alone."));
}

}  // namespace mantissa::ui
