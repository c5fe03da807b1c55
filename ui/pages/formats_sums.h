// SPDX-License-Identifier: GPL-3.0-or-later
// Two experiments of the Formats page, each with its inputs and a table: a running sum of equal small numbers, and a
// dot product, both with the sum kept in the format and kept in FP32.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/format_facts.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace mantissa::ui {

class FormatsTable;
class LineChart;

/// One line of the sums: how far each format comes.
class RunningSums : public QWidget {
    Q_OBJECT

  public:
    explicit RunningSums(QWidget* parent = nullptr);

    QSpinBox& count() { return *count_; }
    QLineEdit& term() { return *term_; }
    FormatsTable& table() { return *table_; }
    LineChart& chart() { return *chart_; }
    /// The finding in a sentence.
    QString finding() const;
    /// Shows no sums, which a lesson asks for.
    void setQuiet(bool quiet);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void compute();

    QSpinBox* count_;
    QLineEdit* term_;
    QLabel* finding_;
    LineChart* chart_;
    FormatsTable* table_;
    bool quiet_ = false;
};

/// Dot products of FP16 numbers: the sum rounded to FP16 after every product, after every 16, or kept in FP32.
class DotProducts : public QWidget {
    Q_OBJECT

  public:
    explicit DotProducts(QWidget* parent = nullptr);

    QComboBox& preset() { return *preset_; }
    QSpinBox& count() { return *count_; }
    QLineEdit& first() { return *first_; }
    QLineEdit& second() { return *second_; }
    FormatsTable& table() { return *table_; }
    QString message() const;
    /// Shows no results: a lesson asks about one.
    void setQuiet(bool quiet);

  private:
    void usePreset(int index);
    void compute();

    QComboBox* preset_;
    QSpinBox* count_;
    QLineEdit* first_;
    QLineEdit* second_;
    QLabel* message_;
    FormatsTable* table_;
    bool quiet_ = false;
};

/// "0.1, 2^-3; 4": the numbers, or nothing if one of them cannot be read or there is none.
std::vector<double> parseNumbers(const QString& text);

/// A label of plain text that wraps: an explanation under a heading.
QLabel* makeNote(const QString& text, QWidget* parent);

}  // namespace mantissa::ui
