// SPDX-License-Identifier: GPL-3.0-or-later
// View › Recipes of frameworks…: the casts operation by operation, the loss scalers and the recipes for eight and four
// bits, each as a table, with one sentence and its source of the chosen one.
#pragma once

#include <QDialog>

class QTableView;
class QTabWidget;

namespace mantissa::ui {

class LinesLabel;
class MainWindow;

class RecipesWindow : public QDialog {
    Q_OBJECT

  public:
    explicit RecipesWindow(QWidget* parent);

    QTabWidget& tabs() { return *tabs_; }
    QTableView& casts() { return *casts_; }
    QTableView& scalers() { return *scalers_; }
    QTableView& operands() { return *operands_; }
    /// What is said of the chosen recipe.
    LinesLabel& sentence() { return *sentence_; }

  private:
    QTableView* add(const QString& title, const QString& about);
    void fillCasts();
    void fillScalers();
    void fillOperands();
    void tell();

    QTabWidget* tabs_ = nullptr;
    QTableView* casts_ = nullptr;
    QTableView* scalers_ = nullptr;
    QTableView* operands_ = nullptr;
    LinesLabel* sentence_ = nullptr;
};

/// Adds the entry to the View menu.
void addRecipes(MainWindow& window);

}  // namespace mantissa::ui
