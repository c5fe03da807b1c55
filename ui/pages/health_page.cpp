// SPDX-License-Identifier: GPL-3.0-or-later
// The Health page; see the header.
#include "ui/pages/health_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/charts/health_grid.h"
#include "ui/models/health.h"
#include "ui/models/health_rank.h"
#include "ui/models/session_model.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/layer_format.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

/// Chosen until a person chooses: the weight gradients, which are what a layer learns from.
constexpr int kFirstColumn = 3;

void setText(QLabel* label, const QString& text) {
    if (label->text() != text) label->setText(text);
}

}  // namespace

HealthPage::HealthPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("health_page"), session, 125, parent), report_(std::make_unique<HealthReport>()) {
    build();
    connect(grid_, &HealthGrid::selectionChanged, this, &HealthPage::showChosen);
    connect(try_, &QPushButton::clicked, this, [this] {
        const HealthCell* cell = chosen();
        if (cell && cell->cure == HealthCure::scale) emit scaleChosen(cell->cureScale);
    });
    connect(format_, &LayerFormatChoice::chosen, this, &HealthPage::layerFormatChosen);
    connect(jump_, &QPushButton::clicked, this, &HealthPage::jump);
    connect(histogram_, &QPushButton::clicked, this, &HealthPage::openHistogram);
    connect(grid_, &HealthGrid::activated, this, [this] {
        if (!toggleFolder()) openHistogram();
    });
    grid_->installEventFilter(this);
    connect(filter_, &QLineEdit::textChanged, this, [this] { showGrid(this->session().currentRun()); });
    refreshNow();
}

HealthPage::~HealthPage() = default;

QComboBox& HealthPage::layerFormat() {
    return format_->box();
}

QLabel& HealthPage::formatReason() {
    return format_->reason();
}

void HealthPage::build() {
    auto* about = makeSentence(
        tr("What each cast did to a layer's numbers, worst layer first. A layer is degraded if its gradient has lost "
           "norm or changed direction against FP32, not if many of its values are zero."));
    title_ = makeSentence();
    sentence_ = makeSentence();
    nonfinite_ = makeSentence();
    QFont bold = font();
    bold.setBold(true);
    title_->setFont(bold);
    sentence_->setAccessibleName(tr("About the cell that is chosen"));
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    nonfinite_->setAccessibleName(tr("Where the first inf or NaN arose"));
    grid_ = new HealthGrid(tr("Layers"), content());
    filter_ = new QLineEdit(content());
    filter_->setObjectName(QStringLiteral("layerFilter"));
    filter_->setPlaceholderText(tr("Find a layer"));
    filter_->setAccessibleName(filter_->placeholderText());
    filter_->setClearButtonEnabled(true);
    filter_->setToolTip(tr("A row with a triangle is a folder of modules: double click or Return unfolds it."));
    hidden_ = makeSentence();
    filter_->hide();
    hidden_->hide();
    try_ = new QPushButton(content());
    try_->setObjectName(QStringLiteral("tryScale"));
    histogram_ = new QPushButton(tr("Histogram"), content());
    histogram_->setObjectName(QStringLiteral("openHistogram"));
    histogram_->setToolTip(
        tr("Shows the histogram of what is chosen on the page Underflow (also: Return, double click)."));
    format_ = new LayerFormatChoice(content());
    jump_ = new QPushButton(content());
    jump_->setObjectName(QStringLiteral("jumpToNonfinite"));
    jump_->setAccessibleName(tr("Jump to the first inf or NaN"));

    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(nonfinite_, 1);
    first->addWidget(jump_, 0, Qt::AlignTop);
    auto* formats = new QHBoxLayout;
    formats->setSpacing(8);
    formats->addWidget(&format_->label());
    formats->addWidget(&format_->box());
    actions_ = new QBoxLayout(QBoxLayout::LeftToRight);
    actions_->setSpacing(8);
    actions_->addWidget(try_);
    actions_->addWidget(histogram_);
    actions_->addStretch(1);
    actions_->addLayout(formats);
    column()->addWidget(about);
    column()->addLayout(first);
    column()->addWidget(filter_);
    column()->addWidget(grid_, 1);
    column()->addWidget(hidden_);
    column()->addWidget(title_);
    column()->addWidget(sentence_);
    column()->addLayout(actions_);
    column()->addWidget(&format_->reason());
}

void HealthPage::arrange() {
    if (!actions_) return;
    const int needed =
        try_->sizeHint().width() + format_->label().sizeHint().width() + format_->box().sizeHint().width() + 40;
    actions_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void HealthPage::showRun(const RunModel* run) {
    if (!tensorsChanged(run) && report_->curesKept == curesKept_)
        return;  // of thousands of layers a report takes its time
    HealthReport found = run ? healthOf(*run, lookAt()) : HealthReport{};
    // Nothing moves under the pointer, nor under who goes from row to row by keys.
    kept_ = run && run == sorted_ && !lookAt() && (grid_->underMouse() || grid_->hasFocus());
    if (kept_) keepOrder(found.rows, report_->rows);
    sorted_ = run;
    *report_ = std::move(found);
    showGrid(run);
}

bool HealthPage::eventFilter(QObject* watched, QEvent* event) {
    const bool left = (event->type() == QEvent::Leave && !grid_->hasFocus()) ||
                      (event->type() == QEvent::FocusOut && !grid_->underMouse());
    const RunModel* run = session().currentRun();
    if (watched == grid_ && left && kept_ && run == sorted_ && run) {
        kept_ = false;
        *report_ = healthOf(*run, lookAt());
        showGrid(run);
    }
    return RunPage::eventFilter(watched, event);
}

void HealthPage::showGrid(const RunModel* run) {
    report_->curesKept = curesKept_;
    grid_->setEmptyText(missingHistogramText(run));
    const QSignalBlocker blocker(grid_);
    const bool first = !grid_->selected();
    showRows(run);
    if (first) grid_->select(grid_->selectedLayer(), kFirstColumn);
    showNonfinite(run);
    showChosen();
}

/// Many layers are a tree that is folded by module.
void HealthPage::showRows(const RunModel* run) {
    const bool folded = report_->rows.size() >= kFoldedFrom;
    filter_->setVisible(folded);
    std::size_t left = 0;
    rows_.clear();
    if (folded) rows_ = foldLayers(*report_, open_, filter_->text().toStdString(), &left);
    setText(hidden_, left > 0
                         ? tr("%1 rows more are not shown: fold something, or filter.", nullptr, static_cast<int>(left))
                               .arg(wholeText(static_cast<qint64>(left)))
                         : QString());
    hidden_->setVisible(left > 0);
    grid_->setGrid(!run ? HealthGridData{} : folded ? foldedGrid(rows_, *report_, *run) : healthGrid(*report_, *run));
}

const FoldRow* HealthPage::chosenRow() const {
    const std::string name = grid_->selectedLayer().toStdString();
    const auto row =
        std::find_if(rows_.begin(), rows_.end(), [&](const FoldRow& one) { return gridName(one) == name; });
    return row == rows_.end() ? nullptr : &*row;
}

/// Unfolds or folds what is chosen; false where it is no folder.
bool HealthPage::toggleFolder() {
    const FoldRow* row = chosenRow();
    if (!row || !row->folder) return false;
    const std::string path = row->path;
    if (open_.erase(path) == 0) open_.insert(path);
    showGrid(session().currentRun());
    return true;
}

const HealthCell* HealthPage::chosen() const {
    const auto column = static_cast<std::size_t>(grid_->selectedColumn());
    if (column >= kHealthRoles.size()) return nullptr;
    if (!rows_.empty()) {
        const FoldRow* row = chosenRow();
        return row && row->worst[column] ? &row->worst[column]->cells[column] : nullptr;
    }
    return report_->cell(grid_->selectedLayer().toStdString(), kHealthRoles[column]);
}

void HealthPage::showChosen() {
    const RunModel* run = session().currentRun();
    const HealthCell* cell = run ? chosen() : nullptr;
    setText(title_, cell ? healthTitle(*cell) : QString());
    setText(sentence_, cell ? healthSentence(*cell, *report_, *run) : QString());
    showTry(cell, run);
    histogram_->setEnabled(cell && !cell->tensor.empty());
    // Of a folder it is the layer that the sentence names.
    format_->show(run, cell && !cell->layer.empty() ? QString::fromStdString(cell->layer) : grid_->selectedLayer());
    arrange();
}

void HealthPage::keepCures(bool kept) {
    if (std::exchange(curesKept_, kept) != kept) refreshNow();
}

void HealthPage::showTry(const HealthCell* cell, const RunModel* run) {
    const bool cure = cell && !curesKept_ && cell->cure == HealthCure::scale;
    try_->setText(cure ? tr("Try it: loss scale %1").arg(scaleText(cell->cureScale)) : tr("Try it"));
    const bool ghost = run && run->ghost();
    try_->setEnabled(cure && run->takesCommands() && !ghost);
    try_->setToolTip(!cure            ? tr("There is no loss scale to try for what is chosen.")
                     : ghost          ? tr("A ghost keeps its settings: nothing can be set.")
                     : run->foreign() ? tr("This training is not Mantissa's: nothing is sent to it.")
                     : !run->live()   ? tr("This run has ended: nothing can be set.")
                                      : tr("Sets the loss scale of the run that trains, from its next step on."));
}

void HealthPage::showNonfinite(const RunModel* run) {
    const NonfiniteMark* mark = run ? nonfinitePlace(*run) : nullptr;
    nonfinite_->setVisible(mark);
    jump_->setVisible(mark);
    if (!mark) return;
    setText(nonfinite_, nonfiniteSentence(*mark, *run, !curesKept_));
    jump_->setText(tr("Jump to step %1").arg(mark->step));
    jump_->setToolTip(tr("Every page shows the step of the first inf or NaN."));
}

void HealthPage::jump() {
    const RunModel* run = session().currentRun();
    const NonfiniteMark* mark = run ? nonfinitePlace(*run) : nullptr;
    if (!mark) return;
    const QString tensor = QString::fromStdString(mark->tensor);
    if (!tensor.isEmpty()) {  // of the softmax there is none
        chooseTensor(tensor, mark->role);
        emit tensorWanted(tensor, mark->role);
    }
    emit stepWanted(mark->step);
}

void HealthPage::chooseTensor(const QString& tensor, run::Role role) {
    const auto column = std::find(kHealthRoles.begin(), kHealthRoles.end(), role);
    if (column == kHealthRoles.end()) return;
    const RunModel* run = session().currentRun();
    const std::string layer = layerOfTensor(run, tensor.toStdString());
    showRun(run);  // a hidden page may not know the run's layers yet
    if (!rows_.empty()) {
        for (const std::string& folder : foldersOf(layer)) open_.insert(folder);
        const QSignalBlocker quiet(filter_);
        filter_->clear();
        showGrid(run);
    }
    grid_->select(QString::fromStdString(layer), static_cast<int>(column - kHealthRoles.begin()));
}

void HealthPage::openHistogram() {
    const HealthCell* cell = chosen();
    if (cell && !cell->tensor.empty()) emit histogramWanted(QString::fromStdString(cell->tensor), cell->role);
}

void HealthPage::changeEvent(QEvent* event) {
    RunPage::changeEvent(event);
    if (event->type() != QEvent::FontChange || !title_) return;
    QFont bold = font();
    bold.setBold(true);
    title_->setFont(bold);
}

}  // namespace mantissa::ui
