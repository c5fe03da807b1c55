// SPDX-License-Identifier: GPL-3.0-or-later
// The question of a lesson's step and what is needed to answer it: a number, a choice, or a curve that is drawn with
// the mouse or set at a few points.
#pragma once

#include <QVector>
#include <QWidget>

#include "engine/lesson/lesson.pb.h"

class QButtonGroup;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace mantissa::ui {

class CurveSketch;
class WrapLayout;

class PredictionForm : public QWidget {
    Q_OBJECT

  public:
    explicit PredictionForm(QWidget* parent = nullptr);

    /// Shows a question with the answer that was given, if any; `locked`: it can no longer be changed.
    void show(const lesson::Prediction& question, const lesson::Answer* answer, bool locked);
    void clear();
    /// Only the question: what was drawn is shown elsewhere.
    void setFolded(bool folded);
    /// Where the answer begins: the number, the choice, a point of the curve; null where it can no longer be given.
    QWidget* firstField() const;
    /// Puts a button beside the one that gives the prediction.
    void addBeside(QWidget* button);

  signals:
    void number(double value);
    void choice(int index);
    void curve(const QVector<QPointF>& points);

  private:
    void build();
    void fill(const lesson::Answer* answer);
    void addNumber();
    void addChoices();
    void addCurve();
    void send();
    void showPoints();
    double place(int i) const;
    void showButton();

    lesson::Prediction question_;
    bool answered_ = false, locked_ = false;
    QWidget* body_ = nullptr;
    QVBoxLayout* column_ = nullptr;
    QLabel* words_;
    QPushButton* button_;
    WrapLayout* buttons_ = nullptr;
    QDoubleSpinBox* number_ = nullptr;
    QButtonGroup* choices_ = nullptr;
    CurveSketch* sketch_ = nullptr;
    QVector<QDoubleSpinBox*> points_;
};

}  // namespace mantissa::ui
