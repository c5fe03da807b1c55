// SPDX-License-Identifier: GPL-3.0-or-later
// The Formats page; see the header.
#include "ui/pages/formats_page.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/pages/formats_bits.h"
#include "ui/pages/formats_formula.h"
#include "ui/pages/formats_ruler.h"
#include "ui/pages/formats_small.h"
#include "ui/pages/formats_sums.h"
#include "ui/pages/formats_table.h"

namespace mantissa::ui {

namespace {

constexpr int kFormats = static_cast<int>(kPageFormats.size());
constexpr int kDigits = 9;  // tells any two FP32 numbers apart
constexpr double kSmall = 0.0001;
const QString kNoNumber = QStringLiteral("–");

QString nameAt(int index) {
    return QString::fromStdString(name_of(kPageFormats[static_cast<std::size_t>(index)]));
}

QString kindText(NumberKind kind) {
    switch (kind) {
        case NumberKind::Zero:
            return QObject::tr("zero");
        case NumberKind::Subnormal:
            return QObject::tr("subnormal");
        case NumberKind::Normal:
            return QObject::tr("normal");
        case NumberKind::Infinite:
            return QObject::tr("infinite");
        case NumberKind::NotANumber:
            break;
    }
    return QObject::tr("NaN");
}

QString powerText(double power) {
    return powerOfTwo(static_cast<int>(std::lround(std::log2(power))));
}

/// How far rounding moved the number, with its share of the number.
QString errorText(double value, double number) {
    if (std::isnan(number) || std::isinf(number)) return kNoNumber;
    if (std::isinf(value)) return QObject::tr("overflow");
    if (value == number) return QObject::tr("exact");
    return QStringLiteral("%1 (%2)").arg(numberText(value - number, 3),
                                         percentText(std::abs((value - number) / number)));
}

}  // namespace

FormatsPage::FormatsPage(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("formats_page"));
    setAccessibleName(tr("Formats"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Formats, scrolled"));
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget(scroll);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(6);

    column->addWidget(makeHeading(tr("One number, four formats"), content));
    column->addWidget(makeNote(tr("A format is a handful of bits: the exponent's bits set how large and how small a "
                                  "number can be, the fraction's bits how finely the numbers lie."),
                               content));
    column->addWidget(makeNumberRow(content));
    column->addWidget(makeStrips(content));
    column->addWidget(makeSpecials(content));
    formula_ = new FormulaView(content);
    column->addWidget(formula_);
    facts_ = new FormatsTable(
        tr("The number in each format"),
        {tr("format"), tr("value"), tr("class"), tr("previous"), tr("next"), tr("ulp"), tr("rounding error")}, kFormats,
        content);
    column->addWidget(facts_);
    column->addWidget(makeNote(tr("The ulp is the step to the next number away from zero. Ties round to even; in TF32, "
                                  "which exists only as the operand of a product, away from zero."),
                               content));

    column->addWidget(makeHeading(tr("On one ruler"), content));
    column->addWidget(
        makeNote(tr("BF16 reaches as far as FP32, FP16 does not: gradients left of its range become zero, "
                    "and a loss scale moves them to the right."),
                 content));
    ruler_ = new FormatsRuler(content);
    ruler_->setObjectName(QStringLiteral("formats_ruler"));
    column->addWidget(ruler_);

    column->addWidget(makeHeading(tr("Eight bits and fewer"), content));
    column->addWidget(
        makeNote(tr("The formats of FP8, MX and NVFP4. FN: no infinity, so that more codes are numbers; E4M3FN "
                    "has one NaN, those of six and four bits have none."),
                 content));
    small_ = new SmallFormats(content);
    column->addWidget(small_);

    column->addWidget(makeHeading(tr("1 + 0.0001 in each"), content));
    column->addWidget(
        makeNote(tr("A weight near 1 and a small update: what is smaller than half of the weight's ulp is "
                    "lost when the sum is rounded, though both numbers exist in the format."),
                 content));
    onePlus_ = new FormatsTable(
        tr("1 + 0.0001 in each format"),
        {tr("format"), tr("0.0001 is"), tr("half an ulp of 1"), tr("1 + 0.0001 is"), tr("the update is")}, kFormats,
        content);
    column->addWidget(onePlus_);

    column->addWidget(makeHeading(tr("A sum of small numbers"), content));
    column->addWidget(makeNote(
        tr("The larger the sum, the coarser its ulp: from some point on each further term is rounded away."), content));
    sums_ = new RunningSums(content);
    column->addWidget(sums_);

    column->addWidget(makeHeading(tr("Dot products"), content));
    column->addWidget(makeNote(tr("Every output of a layer is a dot product: 16-bit numbers are multiplied, and the "
                                  "format of the sum decides how much of them is kept."),
                               content));
    dots_ = new DotProducts(content);
    column->addWidget(dots_);
    column->addStretch(1);
    scroll->setWidget(content);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);

    applyFonts();
    fillOnePlus();
    setNumber(0.1);
}

QLabel* FormatsPage::makeHeading(const QString& text, QWidget* parent) {
    auto* heading = new QLabel(text, parent);
    heading->setTextFormat(Qt::PlainText);
    heading->setContentsMargins(0, headings_.empty() ? 0 : 14, 0, 0);
    headings_.push_back(heading);
    return heading;
}

QWidget* FormatsPage::makeNumberRow(QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    field_ = new QLineEdit(box);
    field_->setObjectName(QStringLiteral("formats_number"));
    field_->setAccessibleName(tr("Number to show in all formats"));
    field_->setPlaceholderText(tr("0.1, 1e-8, 65504, 1+0.0001, 2^-24"));
    field_->setMaxLength(200);
    field_->setMinimumWidth(200);
    auto* label = new QLabel(tr("&Type a number"), box);
    label->setBuddy(field_);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    label->setContentsMargins(0, 0, 10, 0);  // hinted glyphs may be a little wider than their metrics
    problem_ = makeNote({}, box);
    row->addWidget(label);
    row->addWidget(field_);
    row->addWidget(problem_, 1);
    connect(field_, &QLineEdit::textEdited, this, &FormatsPage::typed);
    return box;
}

QWidget* FormatsPage::makeStrips(QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 4, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    formats_ = new QButtonGroup(this);
    for (int i = 0; i < kFormats; ++i) {
        auto* choice = new QRadioButton(nameAt(i), box);
        choice->setAccessibleName(tr("Show the formula and the special values of %1").arg(nameAt(i)));
        choice->setToolTip(choice->accessibleName());
        formats_->addButton(choice, i);
        strips_[static_cast<std::size_t>(i)] = new BitStrip(kPageFormats[static_cast<std::size_t>(i)], box);
        BitStrip* strip = strips_[static_cast<std::size_t>(i)];
        grid->addWidget(choice, i, 0, Qt::AlignTop);
        grid->addWidget(strip, i, 1);
        connect(strip, &BitStrip::toggled, this, [this, i](std::uint32_t bits) { toggled(i, bits); });
        connect(strip, &BitStrip::entered, this, [this, i] { selectFormat(i); });
    }
    formats_->button(selected_)->setChecked(true);
    connect(formats_, &QButtonGroup::idToggled, this, [this](int index, bool on) {
        if (on) selectFormat(index);
    });
    return box;
}

QWidget* FormatsPage::makeSpecials(QWidget* parent) {
    auto* box = new QWidget(parent);
    specialsGrid_ = new QGridLayout(box);
    specialsGrid_->setContentsMargins(0, 4, 0, 4);
    specialsGrid_->setSpacing(6);
    specialsLabel_ = new QLabel(box);
    specialsLabel_->setTextFormat(Qt::PlainText);
    specialsGrid_->addWidget(specialsLabel_, 0, 0);
    const std::vector<SpecialValue> values = specialValues(fp16);
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto* button = new QPushButton(QCoreApplication::translate("FormatFacts", values[i].name), box);
        button->setFocusPolicy(Qt::TabFocus);
        specials_.push_back(button);
        connect(button, &QPushButton::clicked, this,
                [this, i] { setNumber(specialValues(kPageFormats[static_cast<std::size_t>(selected_)])[i].value); });
    }
    return box;
}

void FormatsPage::arrangeSpecials() {
    int widest = 1;
    int all = specialsLabel_->sizeHint().width();
    for (const QPushButton* button : specials_) {
        widest = std::max(widest, button->sizeHint().width());
        all += button->sizeHint().width() + specialsGrid_->spacing();
    }
    const int room = width() - 44;
    const int most = static_cast<int>(specials_.size());
    const int rest = room - specialsLabel_->sizeHint().width();
    const int columns = all <= room ? most : std::clamp(rest / (widest + specialsGrid_->spacing()), 1, most);
    if (columns == specialColumns_) return;
    specialsGrid_->setColumnStretch(specialColumns_ + 1, 0);
    specialColumns_ = columns;
    for (std::size_t i = 0; i < specials_.size(); ++i) {
        const int at = static_cast<int>(i);
        specialsGrid_->addWidget(specials_[i], at / columns, 1 + at % columns);
    }
    specialsGrid_->setColumnStretch(columns + 1, 1);
}

void FormatsPage::fillOnePlus() {
    for (int i = 0; i < kFormats; ++i) {
        const FloatFormat& format = kPageFormats[static_cast<std::size_t>(i)];
        const double sum = onePlus(kSmall, format);
        onePlus_->setRow(
            i, {nameAt(i), numberText(static_cast<double>(round_once(kSmall, format)), kDigits),
                QStringLiteral("%1 = %2").arg(powerText(format.epsilon() / 2.0), numberText(format.epsilon() / 2.0, 3)),
                quiet_ ? kNoNumber : numberText(sum, kDigits),
                quiet_       ? kNoNumber
                : sum == 1.0 ? tr("lost")
                             : tr("kept")});
    }
}

void FormatsPage::setQuiet(bool quiet) {
    if (quiet == quiet_) return;
    quiet_ = quiet;
    fillOnePlus();
    describeSpecials();
    ruler_->setQuiet(quiet);
    sums_->setQuiet(quiet);
    dots_->setQuiet(quiet);
}

void FormatsPage::applyFonts() {
    QFont large = font();
    if (large.pointSizeF() > 0) large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setBold(true);
    for (QLabel* heading : headings_) heading->setFont(large);
}

QString FormatsPage::problem() const {
    return problem_->text();
}

void FormatsPage::typed(const QString& text) {
    const auto number = parseNumber(text);
    if (!number) {
        problem_->setText(
            tr("This cannot be read as a number. Examples: 0.1 with a point, 1e-8, 1+0.0001, 2^-24, inf."));
        return;
    }
    problem_->clear();
    number_ = *number;
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] = bitsOf(number_, kPageFormats[i]);
    showNumber();
}

void FormatsPage::setNumber(double number) {
    typed(exactText(number));
    field_->setText(exactText(number));
}

void FormatsPage::toggled(int index, std::uint32_t bits) {
    const auto at = static_cast<std::size_t>(index);
    setNumber(static_cast<double>(decode(bits, kPageFormats[at])));
    if (bits_[at] == bits) return;
    bits_[at] = bits;  // one of the many NaNs: the bits stay as they were set
    showNumber();
}

void FormatsPage::selectFormat(int index) {
    if (index < 0 || index >= kFormats || index == selected_) return;
    selected_ = index;
    formats_->button(index)->setChecked(true);
    showNumber();
}

void FormatsPage::showNumber() {
    std::array<double, 4> values{};
    for (int i = 0; i < kFormats; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const NumberFacts facts = factsOf(bits_[at], kPageFormats[at]);
        values[at] = facts.value;
        strips_[at]->setBits(bits_[at]);
        const bool finite = facts.ulp.has_value();
        const QString value =
            facts.value == 0.0 && std::signbit(facts.value) ? QStringLiteral("−0") : numberText(facts.value, kDigits);
        facts_->setRow(i, {nameAt(i), value, kindText(facts.kind),
                           std::isnan(facts.value) ? kNoNumber : numberText(facts.previous, kDigits),
                           std::isnan(facts.value) ? kNoNumber : numberText(facts.next, kDigits),
                           finite ? powerText(*facts.ulp) : kNoNumber, errorText(facts.value, number_)});
    }
    const auto at = static_cast<std::size_t>(selected_);
    formula_->show(nameAt(selected_), formulaOf(bits_[at], kPageFormats[at]), values[at]);
    ruler_->setNumber(number_, values);
    small_->setNumber(number_);
    describeSpecials();
}

/// While a lesson asks about the formats, these would tell.
void FormatsPage::describeSpecials() {
    const std::vector<SpecialValue> specials = specialValues(kPageFormats[static_cast<std::size_t>(selected_)]);
    specialsLabel_->setText(tr("Of %1:").arg(nameAt(selected_)));
    for (std::size_t i = 0; i < specials_.size(); ++i) {
        const QString text =
            tr("%1 of %2: %3")
                .arg(QCoreApplication::translate("FormatFacts", specials[i].name), nameAt(selected_),
                     quiet_ ? tr("shown once the outcome is seen") : numberText(specials[i].value, kDigits));
        specials_[i]->setEnabled(!quiet_);
        specials_[i]->setAccessibleName(text);
        specials_[i]->setToolTip(text);
    }
}

void FormatsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrangeSpecials();
}

void FormatsPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || !specialsGrid_) return;
    applyFonts();
    arrangeSpecials();
}

}  // namespace mantissa::ui
