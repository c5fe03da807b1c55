// SPDX-License-Identifier: GPL-3.0-or-later
// The Formats page: the typed number in eight bits and fewer, alone and in a block that shares a scale.
#pragma once

#include <QWidget>

namespace mantissa::ui {

class FormatsTable;

/// How many times larger than the number the largest of its second block is.
inline constexpr double kNeighbour = 100.0;

class SmallFormats : public QWidget {
    Q_OBJECT

  public:
    explicit SmallFormats(QWidget* parent = nullptr);
    void setNumber(double number);

    /// A row a format: E4M3FN, E5M2, E3M2FN, E2M3FN, E2M1FN.
    FormatsTable& alone() { return *alone_; }
    /// A row a block format of operand_recipes().
    FormatsTable& blocks() { return *blocks_; }

  private:
    FormatsTable* alone_;
    FormatsTable* blocks_;
};

}  // namespace mantissa::ui
