// SPDX-License-Identifier: GPL-3.0-or-later
// See prediction_form.h.
#include "ui/lessons/prediction_form.h"

#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/charts/wrap_layout.h"
#include "ui/lessons/curve_sketch.h"
#include "ui/models/lesson_words.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

constexpr int kPoints = 5;            // of a curve that is set by spin boxes
constexpr double kWholePlaces = 8.0;  // of an axis this long, points stand at whole numbers: steps, not parts of them

/// Decimals with which a range can be gone through in a few hundred steps.
int decimalsFor(double low, double high) {
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(high - low))), 0, 12);
}

/// A comma becomes a point: in the C locale it parts thousands, and 90,5 would be 905 or lose its half.
class NumberBox : public QDoubleSpinBox {
  public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QValidator::State validate(QString& text, int& at) const override {
        text.replace(u',', u'.');
        return QDoubleSpinBox::validate(text, at);
    }
};

QDoubleSpinBox* spinBox(double low, double high, QWidget* parent) {
    auto* box = new NumberBox(parent);
    box->setLocale(QLocale::c());  // a number is typed as pages and charts show it, whatever the desktop's language
    box->setDecimals(decimalsFor(low, high));
    box->setRange(low, high);
    box->setSingleStep((high - low) / 100.0);
    box->setKeyboardTracking(false);
    return box;
}

}  // namespace

PredictionForm::PredictionForm(QWidget* parent) : QWidget(parent), words_(new QLabel), button_(new QPushButton) {
    setObjectName("lessonForm");
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    words_->setTextFormat(Qt::PlainText);
    words_->setWordWrap(true);
    words_->setObjectName("lessonQuestion");
    button_->setObjectName("lessonPredict");
    button_->setAccessibleName(tr("That is my prediction"));
    column_->addWidget(words_);
    buttons_ = new WrapLayout(6, 4);
    buttons_->addWidget(button_);
    column_->addLayout(buttons_);
    connect(button_, &QPushButton::clicked, this, &PredictionForm::send);
    hide();
}

void PredictionForm::addBeside(QWidget* button) {
    buttons_->addWidget(button);
}

QWidget* PredictionForm::firstField() const {
    if (!body_ || !body_->isEnabled() || !body_->isVisible()) return nullptr;
    if (number_) return number_;
    if (choices_) return choices_->checkedButton() ? choices_->checkedButton() : choices_->buttons().value(0);
    return points_.value(0);
}

void PredictionForm::clear() {
    question_.Clear();
    delete body_;
    body_ = nullptr;
    hide();
}

void PredictionForm::setFolded(bool folded) {
    if (body_) body_->setVisible(!folded);
}

void PredictionForm::show(const lesson::Prediction& question, const lesson::Answer* answer, bool locked) {
    const bool another = question.SerializeAsString() != question_.SerializeAsString() || !body_;
    const bool withdrawn = answered_ && !answer;
    question_ = question;
    answered_ = answer != nullptr;
    locked_ = locked;
    if (another) build();
    if (another || answer || withdrawn) fill(answer);
    body_->setEnabled(!locked_);
    if (sketch_) sketch_->setLocked(locked_);
    showButton();
    QWidget::show();
}

void PredictionForm::build() {
    delete body_;
    body_ = new QWidget;
    number_ = nullptr;
    choices_ = nullptr;
    sketch_ = nullptr;
    points_.clear();
    words_->setText(spacedThousands(QString::fromStdString(question_.question())));
    words_->setProperty("userText", true);  // the lesson's own text, translated or not
    if (question_.kind() == "number")
        addNumber();
    else if (question_.kind() == "choice")
        addChoices();
    else
        addCurve();
    column_->insertWidget(1, body_);
    // What is made later comes last in the window's order.
    QWidget* before = button_->previousInFocusChain();
    while (before != button_ && before->focusPolicy() == Qt::NoFocus) before = before->previousInFocusChain();
    for (QWidget* one : body_->findChildren<QWidget*>()) {
        if ((one->focusPolicy() & Qt::TabFocus) == 0 || one->focusProxy() != nullptr) continue;
        setTabOrder(before, one);
        before = one;
    }
}

void PredictionForm::addNumber() {
    auto* line = new QHBoxLayout(body_);
    line->setContentsMargins(0, 0, 0, 0);
    number_ = spinBox(question_.low(), question_.high(), body_);
    number_->setObjectName("lessonNumber");
    number_->setAccessibleName(words_->text());
    number_->setProperty("userText", true);
    if (!question_.unit().empty()) number_->setSuffix(" " + QString::fromStdString(question_.unit()));
    line->addWidget(number_);
    line->addStretch(1);
    connect(number_, &QDoubleSpinBox::valueChanged, this, &PredictionForm::showButton);
}

void PredictionForm::addChoices() {
    auto* list = new QVBoxLayout(body_);
    list->setContentsMargins(0, 0, 0, 0);
    choices_ = new QButtonGroup(body_);
    for (int i = 0; i < question_.choices_size(); ++i) {
        // Radio buttons break no lines, so that the words stand beside them.
        const QString words = spacedThousands(QString::fromStdString(question_.choices(i)));
        auto* line = new QHBoxLayout;
        auto* button = new QRadioButton;
        button->setObjectName(QString("lessonChoice%1").arg(i));
        button->setAccessibleName(words);
        auto* label = new QLabel(words);
        for (QWidget* widget : {static_cast<QWidget*>(button), static_cast<QWidget*>(label)})
            widget->setProperty("userText", true);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setBuddy(button);
        choices_->addButton(button, i);
        line->addWidget(button, 0, Qt::AlignTop);
        line->addWidget(label, 1);
        list->addLayout(line);
    }
    connect(choices_, &QButtonGroup::idToggled, this, &PredictionForm::showButton);
}

void PredictionForm::addCurve() {
    auto* list = new QVBoxLayout(body_);
    list->setContentsMargins(0, 0, 0, 0);
    constexpr int lines = 9;  // the text stands above it
    sketch_ = new CurveSketch(lines);
    sketch_->setAxes({QString::fromStdString(question_.x()), QString::fromStdString(question_.y()), question_.x_low(),
                      question_.x_high(), question_.low(), question_.high()});
    list->addWidget(sketch_);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(4);
    for (int i = 0; i < kPoints; ++i) {
        const double x = place(i);
        auto* at = new QLabel(numberText(x));
        at->setTextFormat(Qt::PlainText);
        QDoubleSpinBox* box = spinBox(question_.low(), question_.high(), body_);
        box->setDecimals(std::max(0, box->decimals() - 1));
        box->setButtonSymbols(QAbstractSpinBox::NoButtons);
        box->setObjectName(QString("lessonPoint%1").arg(i));
        box->setAccessibleName(
            tr("%1 at %2 %3")
                .arg(QString::fromStdString(question_.y()), QString::fromStdString(question_.x()), numberText(x)));
        box->setMinimumWidth(0);
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        grid->addWidget(at, 0, i, Qt::AlignHCenter);
        grid->addWidget(box, 1, i);
        points_ << box;
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            QVector<QPointF> curve;
            for (int k = 0; k < kPoints; ++k) curve << QPointF(place(k), points_[k]->value());
            sketch_->setDrawn(curve);
            showButton();
        });
    }
    list->addLayout(grid);
    connect(sketch_, &CurveSketch::edited, this, [this] {
        showPoints();
        showButton();
    });
}

/// Where on the horizontal axis point `i` is.
double PredictionForm::place(int i) const {
    const double range = question_.x_high() - question_.x_low();
    const double x = question_.x_low() + range * i / (kPoints - 1);
    return range >= kWholePlaces ? std::round(x) : x;
}

void PredictionForm::showPoints() {
    for (int i = 0; i < points_.size(); ++i) {
        const QSignalBlocker quiet(points_[i]);
        const double x = place(i);
        points_[i]->setValue(valueAt(sketch_->drawn(), x).value_or(question_.low()));
    }
}

void PredictionForm::fill(const lesson::Answer* answer) {
    if (number_) {
        const QSignalBlocker quiet(number_);
        number_->setValue(answer ? answer->number() : question_.low());
    }
    if (choices_) {
        const QSignalBlocker quiet(choices_);
        if (answer) {
            if (QAbstractButton* chosen = choices_->button(static_cast<int>(answer->choice())))
                chosen->setChecked(true);
        } else {
            choices_->setExclusive(false);
            for (QAbstractButton* button : choices_->buttons()) button->setChecked(false);
            choices_->setExclusive(true);
        }
    }
    if (sketch_) {
        QVector<QPointF> curve;
        if (answer)
            for (const lesson::Point& point : answer->curve()) curve << QPointF(point.x(), point.y());
        sketch_->setDrawn(curve);
        showPoints();
    }
}

void PredictionForm::showButton() {
    button_->setText(answered_ ? tr("Change my prediction") : tr("That is my prediction"));
    const bool given = number_ || (choices_ && choices_->checkedId() >= 0) || (sketch_ && !sketch_->drawn().isEmpty());
    button_->setEnabled(given);
    button_->setVisible(!locked_);
}

void PredictionForm::send() {
    if (number_) emit number(number_->value());
    if (choices_ && choices_->checkedId() >= 0) emit choice(choices_->checkedId());
    if (sketch_ && !sketch_->drawn().isEmpty()) emit curve(sketch_->drawn());
}

}  // namespace mantissa::ui
