// SPDX-License-Identifier: GPL-3.0-or-later
// See glossary.h.
#include "ui/shell/glossary.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/screen_fit.h"
#include "ui/shell/page_tabs.h"

namespace mantissa::ui {

namespace {

struct Term {
    const char* term;
    const char* sentence;
    const char* page;
};

constexpr Term kTerms[] = {
    {QT_TRANSLATE_NOOP("Glossary", "accumulate"),
     QT_TRANSLATE_NOOP("Glossary", "To add up products, usually in FP32 even where the factors have 16 bits."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "activation"),
     QT_TRANSLATE_NOOP("Glossary", "What a layer computes from its input in the forward pass."), "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "baseline"),
     QT_TRANSLATE_NOOP("Glossary", "The run of a comparison that the others are measured against."), "Compare"},
    {QT_TRANSLATE_NOOP("Glossary", "BF16"),
     QT_TRANSLATE_NOOP("Glossary", "bfloat16: 16 bits with the range of FP32 and 7 fraction bits."), "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "cast"), QT_TRANSLATE_NOOP("Glossary", "Rounding a number to another format."),
     "Follow"},
    {QT_TRANSLATE_NOOP("Glossary", "control"),
     QT_TRANSLATE_NOOP("Glossary",
                       "A run whose initial weights each differ by one ulp from the baseline's: how far the two drift "
                       "apart is noise."),
     "Compare"},
    {QT_TRANSLATE_NOOP("Glossary", "cosine"),
     QT_TRANSLATE_NOOP("Glossary", "Whether two gradients point the same way: 1 the same, 0 unrelated, −1 opposite."),
     "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "degraded"),
     QT_TRANSLATE_NOOP("Glossary",
                       "A layer is degraded if its gradient has lost norm or changed direction against FP32; otherwise "
                       "it is healthy."),
     "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "diverged"),
     QT_TRANSLATE_NOOP("Glossary",
                       "A run has diverged if its loss differs from the baseline's by more than the noise."),
     "Compare"},
    {QT_TRANSLATE_NOOP("Glossary", "E4M3, E5M2"),
     QT_TRANSLATE_NOOP("Glossary", "Formats of 8 bits: 4 or 5 exponent bits, 3 or 2 fraction bits."), "Range"},
    {QT_TRANSLATE_NOOP("Glossary", "emulated"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Computed in FP32 and rounded exactly as the format rounds; it says nothing about the format's "
                       "speed."),
     "Speed"},
    {QT_TRANSLATE_NOOP("Glossary", "exponent"),
     QT_TRANSLATE_NOOP("Glossary", "The bits that say between which two powers of two a number lies: the range."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "flushed"),
     QT_TRANSLATE_NOOP("Glossary", "Nonzero before the cast, zero after it: this cast underflows."), "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "FP16"),
     QT_TRANSLATE_NOOP("Glossary", "IEEE half precision: 5 exponent bits, 10 fraction bits, largest number 65504."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "FP32"),
     QT_TRANSLATE_NOOP("Glossary", "IEEE single precision: 8 exponent bits, 23 fraction bits."), "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "fraction"),
     QT_TRANSLATE_NOOP("Glossary", "The bits that say where between two powers of two a number lies: the precision."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "ghost"),
     QT_TRANSLATE_NOOP("Glossary", "A copy of a run that continues beside it with the settings from before a change."),
     "Live"},
    {QT_TRANSLATE_NOOP("Glossary", "gradient"),
     QT_TRANSLATE_NOOP("Glossary", "How much the loss would change if a number changed a little."), "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "gradient norm kept"),
     QT_TRANSLATE_NOOP("Glossary", "The share of a gradient's FP32 norm that is still there after rounding."),
     "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "growth interval"),
     QT_TRANSLATE_NOOP("Glossary", "Steps without inf or NaN after which a dynamic loss scale doubles."), "Scale"},
    {QT_TRANSLATE_NOOP("Glossary", "headroom"),
     QT_TRANSLATE_NOOP("Glossary",
                       "How many times the largest gradient can still double before it overflows, in bits."),
     "Scale"},
    {QT_TRANSLATE_NOOP("Glossary", "loss scaling"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Multiplying the loss, and with it every gradient, by a factor, so that small gradients stay in "
                       "range. The update divides by it again."),
     "Scale"},
    {QT_TRANSLATE_NOOP("Glossary", "lost update"),
     QT_TRANSLATE_NOOP("Glossary", "A nonzero update that leaves the stored weight unchanged."), "Updates"},
    {QT_TRANSLATE_NOOP("Glossary", "master weights"),
     QT_TRANSLATE_NOOP("Glossary",
                       "An FP32 copy of the weights that the optimizer updates; products use a 16-bit copy of it."),
     "Updates"},
    {QT_TRANSLATE_NOOP("Glossary", "nat"),
     QT_TRANSLATE_NOOP("Glossary", "The unit of the cross-entropy loss: guessing among ten classes costs 2.3 nats."),
     "Live"},
    {QT_TRANSLATE_NOOP("Glossary", "native"),
     QT_TRANSLATE_NOOP("Glossary", "Computed by units of the processor or card that support the format."), "Speed"},
    {QT_TRANSLATE_NOOP("Glossary", "norm"),
     QT_TRANSLATE_NOOP("Glossary", "Length of a tensor: the square root of the sum of its squares (L2)."), "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "overflow"),
     QT_TRANSLATE_NOOP("Glossary", "Finite before the cast, infinite after it."), "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "PSNR"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Peak signal-to-noise ratio in decibels: how close an image is to the one it should be."),
     "Live"},
    {QT_TRANSLATE_NOOP("Glossary", "race"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Up to four runs from the same weights on the same batches, trained together step by step."),
     "Compare"},
    {QT_TRANSLATE_NOOP("Glossary", "rank"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "One of the processes that train together on parts of the batch, usually each with a card of its "
         "own; their gradients are averaged."),
     "Ranks"},
    {QT_TRANSLATE_NOOP("Glossary", "recursive doubling"),
     QT_TRANSLATE_NOOP("Glossary",
                       "An order of a sum over ranks: pairs of neighbours, then pairs of pairs, so that N ranks take "
                       "log₂ N additions."),
     "Ranks"},
    {QT_TRANSLATE_NOOP("Glossary", "ring"),
     QT_TRANSLATE_NOOP("Glossary",
                       "An order of a sum over ranks: one rank after the other adds its own, N − 1 additions for N "
                       "ranks."),
     "Ranks"},
    {QT_TRANSLATE_NOOP("Glossary", "run"), QT_TRANSLATE_NOOP("Glossary", "One training from its start to its end."),
     "Live"},
    {QT_TRANSLATE_NOOP("Glossary", "settings"),
     QT_TRANSLATE_NOOP("Glossary", "Everything that determines a run: network, training, precision, loss scaling."),
     ""},
    {QT_TRANSLATE_NOOP("Glossary", "shadow"),
     QT_TRANSLATE_NOOP("Glossary",
                       "A second pass of the same batch and weights in FP32, to measure what the format did."),
     "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "signal to noise"),
     QT_TRANSLATE_NOOP("Glossary", "Norm of FP32's gradient over the norm of the difference to it, in decibels."),
     "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "skipped step"),
     QT_TRANSLATE_NOOP("Glossary", "A step without an update, because a gradient was inf or NaN."), "Scale"},
    {QT_TRANSLATE_NOOP("Glossary", "starved"),
     QT_TRANSLATE_NOOP(
         "Glossary",
         "Zero here but not in FP32, wherever it was lost: flushed here, or upstream underflow in a later layer."),
     "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "stochastic rounding"),
     QT_TRANSLATE_NOOP("Glossary", "Rounding up or down at random, so that the result is right on average."),
     "Updates"},
    {QT_TRANSLATE_NOOP("Glossary", "subnormal"),
     QT_TRANSLATE_NOOP("Glossary", "Below the smallest normal number: kept, but with fewer digits."), "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "TF32"),
     QT_TRANSLATE_NOOP("Glossary",
                       "TensorFloat-32: FP32 in which the factors of products are rounded to 10 fraction bits."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "ulp"),
     QT_TRANSLATE_NOOP("Glossary", "Unit in the last place: the distance from a number to the next one of its format."),
     "Formats"},
    {QT_TRANSLATE_NOOP("Glossary", "underflow"),
     QT_TRANSLATE_NOOP("Glossary", "A number too small for its format becomes zero."), "Underflow"},
    {QT_TRANSLATE_NOOP("Glossary", "upstream underflow"),
     QT_TRANSLATE_NOOP("Glossary",
                       "The incoming gradient is already zero, because a later layer's cast flushed it. This layer's "
                       "own cast loses nothing."),
     "Health"},
    {QT_TRANSLATE_NOOP("Glossary", "zero before the cast"),
     QT_TRANSLATE_NOOP("Glossary",
                       "Exactly zero before any rounding: dead pixels, dead units, or lost in a later layer."),
     "Underflow"},
};

constexpr int kPageRole = Qt::UserRole + 1;
constexpr int kBetweenRows = 10;  // pixels: sentences of several lines are told from their neighbours

class RoomyRows : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kBetweenRows);
    }
};

}  // namespace

std::vector<GlossaryEntry> glossary() {
    std::vector<GlossaryEntry> entries;
    for (const Term& term : kTerms)
        entries.push_back({QCoreApplication::translate("Glossary", term.term),
                           QCoreApplication::translate("Glossary", term.sentence), QString::fromLatin1(term.page)});
    std::sort(entries.begin(), entries.end(),
              [](const GlossaryEntry& a, const GlossaryEntry& b) { return a.term.localeAwareCompare(b.term) < 0; });
    return entries;
}

void showGlossary(QWidget* parent, const std::function<void(const QString& page)>& open) {
    if (auto* already = parent->findChild<QDialog*>(QStringLiteral("glossaryDialog"))) return already->raise();
    auto* dialog = new QDialog(parent);
    dialog->setObjectName("glossaryDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QCoreApplication::translate("Glossary", "Glossary"));
    auto* search = new QLineEdit;
    search->setPlaceholderText(QCoreApplication::translate("Glossary", "Find a term"));
    search->setAccessibleName(search->placeholderText());
    search->setClearButtonEnabled(true);
    auto* model = new QStandardItemModel(dialog);
    model->setHorizontalHeaderLabels({QCoreApplication::translate("Glossary", "Term"),
                                      QCoreApplication::translate("Glossary", "What it means"),
                                      QCoreApplication::translate("Glossary", "Seen on the page")});
    for (const GlossaryEntry& entry : glossary()) {
        auto* term = new QStandardItem(entry.term);
        QFont bold = term->font();
        bold.setBold(true);
        term->setFont(bold);
        auto* page = new QStandardItem(entry.page.isEmpty() ? QString() : PageTabs::title(entry.page));
        page->setData(entry.page, kPageRole);
        QList<QStandardItem*> row{term, new QStandardItem(entry.sentence), page};
        for (QStandardItem* item : row) item->setEditable(false);
        model->appendRow(row);
    }
    auto* found = new QSortFilterProxyModel(dialog);
    found->setSourceModel(model);
    found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    found->setFilterKeyColumn(-1);
    QObject::connect(search, &QLineEdit::textChanged, found, &QSortFilterProxyModel::setFilterFixedString);
    auto* table = new QTableView;
    table->setObjectName("glossaryTable");
    table->setAccessibleName(dialog->windowTitle());
    table->setModel(found);
    table->setItemDelegate(new RoomyRows(table));
    table->setAlternatingRowColors(true);
    table->setWordWrap(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    const auto pageOf = [table](const QModelIndex& at) {
        return at.isValid() ? at.siblingAtColumn(2).data(kPageRole).toString() : QString();
    };
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* see = box->addButton(QCoreApplication::translate("Glossary", "Show the page"), QDialogButtonBox::ActionRole);
    see->setObjectName("glossaryShow");
    see->setEnabled(false);
    QObject::connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, see,
                     [see, pageOf](const QModelIndex& at) { see->setEnabled(!pageOf(at).isEmpty()); });
    const auto go = [table, pageOf, open] {
        if (const QString page = pageOf(table->currentIndex()); !page.isEmpty()) open(page);
    };
    QObject::connect(see, &QPushButton::clicked, dialog, go);
    QObject::connect(table, &QTableView::activated, dialog, go);
    QObject::connect(box, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    column->addWidget(search);
    column->addWidget(table);
    column->addWidget(box);
    const int letter = dialog->fontMetrics().averageCharWidth();
    resizeWithinScreen(*dialog, {letter * 110, letter * 84});
    dialog->show();
    search->setFocus();
}

}  // namespace mantissa::ui
