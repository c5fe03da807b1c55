// SPDX-License-Identifier: GPL-3.0-or-later
// See recipes_window.h. The tables are the engine's, as `mantissa-worker presets --casts` prints them.
#include "ui/shell/recipes_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>

#include "engine/run/cast_settings.h"
#include "engine/run/casts_table.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/format_text.h"
#include "ui/charts/screen_fit.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

QString latin(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Cells that begin with the mark are bold, so that a difference is seen before it is read.
class MarkedTable : public ChartTable {
  public:
    using ChartTable::ChartTable;
    QVariant data(const QModelIndex& index, int role) const override {
        if (role != Qt::FontRole) return ChartTable::data(index, role);
        QFont font = QApplication::font();
        font.setBold(data(index, Qt::DisplayRole).toString().startsWith(u'*'));
        return font;
    }
};

QString scaleOrNone(double scale) {
    return scale > 0 ? scaleText(scale) : RecipesWindow::tr("none");
}

QString formatsText(const OperandFormat& operand) {
    QString text = QString::fromStdString(name_of(operand.format));
    if (operand.square_blocks) text += QStringLiteral(", 16×16");
    if (operand.rounding == Rounding::stochastic) text += RecipesWindow::tr(", rounded at random");
    return text;
}

QString scaleOf(const OperandRecipe& recipe) {
    switch (recipe.scale) {
        case ScaleSource::none:
            return RecipesWindow::tr("none");
        case ScaleSource::current_tensor:
            return RecipesWindow::tr("of each tensor, now");
        case ScaleSource::delayed_tensor:
            return RecipesWindow::tr("of each tensor, of earlier steps");
        case ScaleSource::mx_block:
            return recipe.power == PowerRule::up
                       ? RecipesWindow::tr("of blocks of %1, a power of two, rounded up").arg(recipe.block())
                       : RecipesWindow::tr("of blocks of %1, a power of two, rounded down").arg(recipe.block());
        case ScaleSource::nvfp4_block:
            return RecipesWindow::tr("of blocks of %1 in E4M3, and of each tensor in FP32").arg(recipe.block());
    }
    return {};
}

}  // namespace

RecipesWindow::RecipesWindow(QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Recipes of frameworks"));
    tabs_ = new QTabWidget(this);
    tabs_->setAccessibleName(tr("Kinds of recipes"));
    casts_ = add(tr("Casts"), tr("In which format each framework computes an operation, for FP16 (Casts as in). ") +
                                  inWords(casts_table_legend()) + u'.');
    scalers_ = add(tr("Loss scalers"), tr("The rules by which a dynamic loss scale moves (Rule of)."));
    operands_ = add(tr("Eight and four bits"),
                    tr("In what linear layers and convolutions multiply (Operands in); sums and master weights "
                       "are FP32, everything else BF16."));
    sentence_ = new LinesLabel(4, TextRole::Body, this);
    sentence_->setObjectName("recipeSentence");
    fillCasts();
    fillScalers();
    fillOperands();
    connect(tabs_, &QTabWidget::currentChanged, this, [this] { tell(); });
    for (QTableView* table : {casts_, scalers_, operands_})
        connect(table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { tell(); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [this] {
        auto* table = tabs_->currentWidget()->findChild<QTableView*>();
        QApplication::clipboard()->setText(static_cast<ChartTable*>(table->model())->toText());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(tabs_, 1);
    column->addWidget(sentence_);
    column->addWidget(buttons);
    tell();
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 190, letter * 84});
}

QTableView* RecipesWindow::add(const QString& title, const QString& about) {
    auto* page = new QWidget;
    auto* words = new TextLabel(about);
    words->setWordWrap(true);
    auto* table = new QTableView;
    table->setAccessibleName(title);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    auto* column = new QVBoxLayout(page);
    column->addWidget(words);
    column->addWidget(table, 1);
    tabs_->addTab(page, title);
    return table;
}

void RecipesWindow::fillCasts() {
    const auto rows = std::make_shared<std::vector<CastsRow>>(casts_table());
    QStringList columns{tr("operation")};
    for (const CastsDescription& one : casts_descriptions()) columns << latin(one.recipe->title);
    casts_->setModel(new MarkedTable(
        columns, static_cast<int>(rows->size()),
        [rows](int row, int column) -> QVariant {
            const CastsRow& of = (*rows)[static_cast<std::size_t>(row)];
            if (column == 0) return inWords(of.name);
            const CastsCell& cell = of.cells[static_cast<std::size_t>(column - 1)];
            return (cell.differs ? QStringLiteral("* ") : QString()) + inWords(cell.text);
        },
        casts_));
    casts_->resizeColumnsToContents();
    casts_->setCurrentIndex(casts_->model()->index(0, 1));
}

void RecipesWindow::fillScalers() {
    scalers_->setSelectionBehavior(QAbstractItemView::SelectRows);
    scalers_->setModel(new ChartTable(
        {tr("recipe"), tr("first scale"), tr("grows after"), tr("least"), tr("largest"), tr("source")},
        static_cast<int>(scaler_recipes().size()),
        [](int row, int column) -> QVariant {
            const ScalerRecipe& one = scaler_recipes()[static_cast<std::size_t>(row)];
            const run::RunConfig sets = settings_of(one.scaler);
            switch (column) {
                case 0:
                    return QString::fromUtf8(one.title);
                case 1:
                    return scaleText(sets.loss_scale());
                case 2:
                    return tr("%n steps", nullptr, pluralCount(sets.growth_interval()));
                case 3:
                    return scaleOrNone(sets.min_scale());
                case 4:
                    return sets.infinite_scale() ? tr("none, may be infinite") : scaleOrNone(sets.max_scale());
                default:
                    return QString::fromUtf8(one.source);
            }
        },
        scalers_));
    scalers_->resizeColumnsToContents();
    scalers_->setCurrentIndex(scalers_->model()->index(0, 0));
}

void RecipesWindow::fillOperands() {
    operands_->setSelectionBehavior(QAbstractItemView::SelectRows);
    operands_->setModel(new ChartTable(
        {tr("recipe"), tr("inputs"), tr("weights"), tr("gradients"), tr("scale"), tr("source")},
        static_cast<int>(operands_descriptions().size()),
        [](int row, int column) -> QVariant {
            const OperandRecipe& one = *operands_descriptions()[static_cast<std::size_t>(row)].recipe;
            switch (column) {
                case 0:
                    return nameInWords(one.title);
                case 1:
                    return formatsText(one.input);
                case 2:
                    return formatsText(one.weight);
                case 3:
                    return formatsText(one.gradient);
                case 4:
                    return scaleOf(one);
                default:
                    return latin(one.source);
            }
        },
        operands_));
    operands_->resizeColumnsToContents();
    operands_->setCurrentIndex(operands_->model()->index(0, 0));
}

void RecipesWindow::tell() {
    const auto said = [this](const QString& title, const Phrase& what, const QString& source) {
        sentence_->setWhole(title + QStringLiteral(": ") + inWords(what) + u'\n' + tr("Source: %1").arg(source));
    };
    switch (tabs_->currentIndex()) {
        case 0: {
            const int column = std::max(casts_->currentIndex().column() - 1, 0);
            const CastsDescription& one = casts_descriptions()[static_cast<std::size_t>(column)];
            return said(nameInWords(one.recipe->title), one.what, latin(one.recipe->source));
        }
        case 1: {
            const int row = std::max(scalers_->currentIndex().row(), 0);
            const ScalerRecipe& one = scaler_recipes()[static_cast<std::size_t>(row)];
            return said(QString::fromUtf8(one.title), one.what, QString::fromUtf8(one.source));
        }
        default: {
            const int row = std::max(operands_->currentIndex().row(), 0);
            const OperandsDescription& one = operands_descriptions()[static_cast<std::size_t>(row)];
            return said(latin(one.recipe->title), one.what, latin(one.recipe->source));
        }
    }
}

void addRecipes(MainWindow& window) {
    auto* action = new QAction(RecipesWindow::tr("Recipes of &frameworks…"), &window);
    action->setObjectName("recipes");
    const QString tip = RecipesWindow::tr("Casts, loss scalers and eight or four bits as each framework has them");
    action->setToolTip(tip);
    action->setStatusTip(tip);
    window.addAction(action);
    window.actions().include({action});
    window.menuBar()->findChild<QMenu*>("viewMenu")->insertAction(window.actions().resetLayout, action);
    QObject::connect(action, &QAction::triggered, &window, [&window] {
        auto* open = window.findChild<RecipesWindow*>();
        if (!open) open = new RecipesWindow(&window);
        open->show();
        open->raise();
        open->activateWindow();
    });
}

}  // namespace mantissa::ui
