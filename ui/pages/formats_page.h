// SPDX-License-Identifier: GPL-3.0-or-later
// The Formats page: one number in FP32, TF32, FP16 and BF16, bit by bit, and in eight bits and fewer, and what their
// limits do to sums. It needs no run and no worker. The number is what was typed, or what the toggled bits of one
// format mean; the other formats then show it rounded.
#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <vector>

#include "ui/models/format_facts.h"

class QButtonGroup;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace mantissa::ui {

class BitStrip;
class DotProducts;
class FormatsRuler;
class FormatsTable;
class FormulaView;
class RunningSums;
class SmallFormats;

class FormatsPage : public QWidget {
    Q_OBJECT

  public:
    explicit FormatsPage(QWidget* parent = nullptr);

    /// Shows this number in all formats.
    void setNumber(double number);
    double number() const { return number_; }
    /// Chooses the format (index into kPageFormats) whose formula and special values are shown.
    void selectFormat(int index);
    int selectedFormat() const { return selected_; }

    QLineEdit& field() { return *field_; }
    BitStrip& strip(int index) { return *strips_[static_cast<std::size_t>(index)]; }
    FormatsTable& facts() { return *facts_; }
    FormatsTable& onePlusTable() { return *onePlus_; }
    FormulaView& formula() { return *formula_; }
    FormatsRuler& ruler() { return *ruler_; }
    SmallFormats& small() { return *small_; }
    RunningSums& sums() { return *sums_; }
    DotProducts& dots() { return *dots_; }
    /// While a lesson asks for a number of a format, what the page says by itself is no answer to it: largest numbers,
    /// 1 plus a little, sums. What is typed is shown.
    void setQuiet(bool quiet);
    /// What is said of the text in the field; empty while it can be read.
    QString problem() const;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    QWidget* makeNumberRow(QWidget* parent);
    QWidget* makeSpecials(QWidget* parent);
    QWidget* makeStrips(QWidget* parent);
    QLabel* makeHeading(const QString& text, QWidget* parent);
    void fillOnePlus();
    void describeSpecials();
    void arrangeSpecials();
    void applyFonts();
    void typed(const QString& text);
    void toggled(int index, std::uint32_t bits);
    void showNumber();

    double number_ = 0;
    std::array<std::uint32_t, 4> bits_{};
    int selected_ = 2;
    bool quiet_ = false;

    QLineEdit* field_ = nullptr;
    QLabel* problem_ = nullptr;
    QButtonGroup* formats_ = nullptr;
    std::array<BitStrip*, 4> strips_{};
    std::vector<QPushButton*> specials_;
    QLabel* specialsLabel_ = nullptr;
    QGridLayout* specialsGrid_ = nullptr;
    int specialColumns_ = 0;
    FormatsTable* facts_ = nullptr;
    FormatsTable* onePlus_ = nullptr;
    FormulaView* formula_ = nullptr;
    FormatsRuler* ruler_ = nullptr;
    SmallFormats* small_ = nullptr;
    RunningSums* sums_ = nullptr;
    DotProducts* dots_ = nullptr;
    std::vector<QLabel*> headings_;
};

}  // namespace mantissa::ui
