// SPDX-License-Identifier: GPL-3.0-or-later
// See sweep_window.h.
#include "ui/shell/sweep_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/charts/screen_fit.h"
#include "ui/charts/sweep_heat_map.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/sweep_table.h"
#include "ui/widgets/text_label.h"
#include "ui/words/metric_words.h"

namespace mantissa::ui {

SweepWindow::SweepWindow(const WorkerOptions& options, const WorkerPlace& place, QWidget* parent)
    : QWidget(parent, Qt::Window),
      watch_(options),
      table_(new SweepTable(this)),
      file_(new QLineEdit),
      library_(new QLineEdit),
      folder_(new QLineEdit),
      worker_(new QLineEdit(place.here() ? QString() : place.command)),
      workerName_(new QLabel(tr("Wor&ker there"))),
      button_(new QPushButton),
      copy_(new QPushButton(tr("&Copy table"))),
      progress_(new QProgressBar),
      status_(new LinesLabel(2, TextRole::Body)),
      problem_(new LinesLabel(2, TextRole::Error)),
      view_(new QTableView),
      across_(new QComboBox),
      down_(new QComboBox),
      map_(new SweepHeatMap(tr("Metric by setting"))) {
    setObjectName("sweepWindow");
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Watch a sweep"));
    auto* split = new QSplitter(Qt::Horizontal);
    split->setChildrenCollapsible(false);
    split->addWidget(makeTable());
    split->addWidget(makeMap());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({1200, 1000});
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeForm());
    column->addWidget(split, 1);
    connect(&watch_, &SweepWatch::begun, this, &SweepWindow::showBegun);
    connect(&watch_, &SweepWatch::looked, this, [this](const std::vector<SweepRun>& runs) {
        if (runs.empty()) return;  // nothing is new
        table_->take(runs);
        showRuns();
    });
    connect(&watch_, &SweepWatch::ended, this, &SweepWindow::showEnd);
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 206, letter * 104});
    tell(tr("Nothing is watched yet."));
    showFields();
    showMap();
}

QWidget* SweepWindow::makeForm() {
    auto* form = new QWidget;
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    auto* about = new TextLabel(
        tr("The file that “mantissa-worker sweep” trains, on this computer or by ssh on another one: grid.json, "
           "cluster:grid.json, user@cluster:~/sweeps/grid.json. It is only read."),
        TextRole::Note);
    about->setWordWrap(true);
    grid->addWidget(about, 0, 0, 1, 6);
    const auto add = [&](int row, int place, const QString& text, QLineEdit* field, const char* name) {
        auto* label = new QLabel(text);
        label->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(QString(text).remove(QLatin1Char('&')));
        grid->addWidget(label, row, place);
        connect(field, &QLineEdit::returnPressed, this, &SweepWindow::watch);
        connect(field, &QLineEdit::textChanged, this, &SweepWindow::showFields);
        return label;
    };
    add(1, 0, tr("&Sweep"), file_, "sweepFile");
    grid->addWidget(file_, 1, 1, 1, 3);
    auto* browse = new QPushButton(tr("&Open…"));
    browse->setObjectName("sweepOpen");
    browse->setAccessibleName(tr("Choose the sweep's file on this computer"));
    connect(browse, &QPushButton::clicked, this, &SweepWindow::askForFile);
    grid->addWidget(browse, 1, 4);
    button_->setObjectName("sweepWatch");
    connect(button_, &QPushButton::clicked, this, &SweepWindow::press);
    grid->addWidget(button_, 1, 5);
    add(2, 0, tr("&Library"), library_, "sweepLibrary");
    grid->addWidget(library_, 2, 1);
    library_->setPlaceholderText(tr("your library there"));
    library_->setToolTip(tr("The --library that the sweep was given, on the machine that has the file"));
    add(2, 2, tr("&Tasks"), folder_, "sweepFolder");
    grid->addWidget(folder_, 2, 3);
    folder_->setPlaceholderText(tr("beside the library"));
    folder_->setToolTip(tr("The --folder that a sweep --on slurm or --on mpi was given"));
    workerName_->setBuddy(worker_);
    worker_->setObjectName("sweepWorker");
    worker_->setPlaceholderText(QStringLiteral("mantissa-worker"));
    worker_->setAccessibleName(tr("Path of the worker on that machine"));
    connect(worker_, &QLineEdit::returnPressed, this, &SweepWindow::watch);
    grid->addWidget(workerName_, 2, 4);
    grid->addWidget(worker_, 2, 5);
    progress_->setObjectName("sweepProgress");
    progress_->setAccessibleName(tr("Runs that have ended"));
    QSizePolicy keepsItsRoom = progress_->sizePolicy();
    keepsItsRoom.setRetainSizeWhenHidden(true);
    progress_->setSizePolicy(keepsItsRoom);
    progress_->hide();  // an empty box would be no progress: it is there once runs are counted
    status_->setObjectName("sweepStatus");
    problem_->setObjectName("sweepProblem");
    for (LinesLabel* label : {status_, problem_}) grid->addWidget(label, 3, 0, 1, 4);  // one of them is seen
    grid->addWidget(progress_, 3, 4, 1, 2);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(3, 2);
    grid->setColumnMinimumWidth(5, fontMetrics().averageCharWidth() * 18);
    return form;
}

QWidget* SweepWindow::makeTable() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(table_);
    sorted->setSortRole(Qt::UserRole);
    view_->setObjectName("sweepTable");
    view_->setAccessibleName(tr("Runs of the sweep"));
    view_->setModel(sorted);
    view_->setSortingEnabled(true);
    view_->sortByColumn(0, Qt::AscendingOrder);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setTabKeyNavigation(false);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view_->horizontalHeader()->setResizeContentsPrecision(100);
    column->addWidget(view_, 1);
    copy_->setObjectName("sweepCopy");
    copy_->setToolTip(tr("All rows, for a spreadsheet (Ctrl+C in the table)"));
    const auto copy = [this] {
        QApplication::clipboard()->setText(table_->toText());
        tell(tr("The table is on the clipboard."));
    };
    connect(copy_, &QPushButton::clicked, this, copy);
    auto* key = new QShortcut(QKeySequence::Copy, view_);
    key->setContext(Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, copy);
    column->addWidget(copy_, 0, Qt::AlignLeft);
    return side;
}

QWidget* SweepWindow::makeMap() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    map_->setObjectName("sweepMap");
    column->addWidget(map_, 1);
    auto* line = new QHBoxLayout;
    const auto add = [&](const QString& text, QComboBox* box, const char* name) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        box->setObjectName(name);
        box->setAccessibleName(QString(text).remove(QLatin1Char('&')));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        line->addWidget(label);
        line->addWidget(box);
    };
    add(tr("&Across"), across_, "sweepAcross");
    add(tr("&Down"), down_, "sweepDown");
    line->addStretch(1);
    column->addLayout(line);
    connect(across_, &QComboBox::currentIndexChanged, this, [this] { chooseAxes(true); });
    connect(down_, &QComboBox::currentIndexChanged, this, [this] { chooseAxes(false); });
    return side;
}

void SweepWindow::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Open the sweep's file"), {}, tr("Sweeps (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, file_, &QLineEdit::setText);
    dialog->open();
}

/// What is wrong with the fields; nothing where they name a sweep.
QString SweepWindow::takeFields(SweepSource& source) const {
    if (file_->text().trimmed().isEmpty()) return tr("Name the sweep's file, here or as host:path.");
    if (QString wrong = takeSource(file_->text(), source.file); !wrong.isEmpty()) return wrong;
    source.library = library_->text().trimmed();
    source.folder = folder_->text().trimmed();
    for (const QString& path : {source.library, source.folder})
        if (!path.isEmpty())
            if (QString wrong = wrongPath(path); !wrong.isEmpty()) return wrong;
    return source.file.place.here() ? QString() : takeCommand(worker_->text(), source.file.place);
}

void SweepWindow::press() {
    if (!watch_.running()) return watch();
    watch_.stop();
    button_->setEnabled(false);  // until it has left
}

void SweepWindow::watch() {
    if (watch_.running()) return;
    SweepSource source;
    if (const QString wrong = takeFields(source); !wrong.isEmpty()) return tell(wrong, true);
    tell(source.file.place.here() ? tr("Reading %1…").arg(source.file.called())
                                  : tr("Asking %1…").arg(source.file.place.called()));
    asked_ = {file_->text(), library_->text(), folder_->text(), worker_->text()};
    watch_.start(source);
    showFields();
}

void SweepWindow::showFields() {
    const bool running = watch_.running();
    SweepSource source;
    const bool known = takeSource(file_->text(), source.file).isEmpty();
    for (QLineEdit* field : {file_, library_, folder_}) field->setReadOnly(running);
    // Room is kept for what only another machine needs.
    worker_->setEnabled(!running && known && !source.file.place.here());
    workerName_->setEnabled(worker_->isEnabled());
    button_->setText(running ? tr("Sto&p") : tr("&Watch"));
    button_->setEnabled(true);
    copy_->setEnabled(table_->rowCount() > 0);
}

void SweepWindow::showBegun(const SweepHead& head) {
    shown_ = asked_;
    const bool another = head.fields != table_->head().fields;
    table_->begin(head);
    setWindowTitle(tr("%1 — sweep").arg(head.name));
    map_->setTitle(testMetricTitle(head.task));
    if (another) {
        const QSignalBlocker quiet(across_), quietToo(down_);
        across_->clear();
        down_->clear();
        down_->addItem(tr("nothing"), -1);
        for (int field = 0; field < table_->fieldCount(); ++field) {
            across_->addItem(table_->nameOf(field), field);
            down_->addItem(table_->nameOf(field), field);
        }
        // The first two that are not the seed, which is averaged over, unless there is nothing else.
        std::vector<int> order;
        for (const bool seed : {false, true})
            for (int field = 0; field < table_->fieldCount(); ++field)
                if ((head.fields[field] == QLatin1String("seed")) == seed) order.push_back(field);
        shownAcross_ = order.empty()                                                        ? -1
                       : order.size() > 1 && head.fields[order[1]] != QLatin1String("seed") ? order[1]
                                                                                            : order[0];
        shownDown_ = order.size() < 2 ? -1 : order[0] == shownAcross_ ? order[1] : order[0];
        across_->setCurrentIndex(across_->findData(shownAcross_));
        down_->setCurrentIndex(down_->findData(shownDown_));
        across_->setEnabled(across_->count() > 1);
        down_->setEnabled(across_->count() > 1);
    }
}

void SweepWindow::forget() {
    table_->begin({});
    setWindowTitle(tr("Watch a sweep"));
    map_->setTitle(tr("Metric by setting"));
    for (QComboBox* box : {across_, down_}) {
        const QSignalBlocker quiet(box);
        box->clear();
        box->setEnabled(false);
    }
    shownAcross_ = shownDown_ = -1;
    progress_->reset();
    progress_->hide();
    showMap();
}

void SweepWindow::chooseAxes(bool acrossChanged) {
    int across = across_->currentData().toInt(), down = down_->currentData().toInt();
    if (across == down) {  // the two change places
        const QSignalBlocker quiet(across_), quietToo(down_);
        if (acrossChanged)
            down_->setCurrentIndex(down_->findData(down = shownAcross_));
        else if (shownDown_ >= 0)
            across_->setCurrentIndex(across_->findData(across = shownDown_));
        else
            down_->setCurrentIndex(down_->findData(down = -1));
    }
    shownAcross_ = across;
    shownDown_ = down;
    showMap();
}

void SweepWindow::showMap() {
    SweepMapData map = table_->map(shownAcross_, shownDown_);
    map.empty = tr("Each cell will be the mean of the runs with its two values, shaded by what they reached.");
    map_->setData(map);
}

void SweepWindow::showRuns() {
    const int ended = table_->count(SweepRun::State::Done) + table_->count(SweepRun::State::Failed);
    progress_->setRange(0, std::max(table_->head().runs, 1));
    progress_->setValue(ended);
    progress_->setFormat(tr("%1 of %2").arg(ended).arg(table_->head().runs));
    progress_->show();
    tell(table_->summary());
    showFields();
    showMap();
}

void SweepWindow::showEnd(const QString& problem) {
    if (shown_ != asked_) forget();  // what was watched before is not what the fields name
    showFields();
    if (!problem.isEmpty()) return tell(problem, true);
    const bool all = table_->rowCount() > 0 && progress_->value() == table_->head().runs;
    tell(table_->summary() + QLatin1Char(' ') +
         (all ? tr("All of them have ended.") : tr("It is not watched any more; the sweep itself goes on.")));
}

void SweepWindow::tell(const QString& status, bool wrong) {
    (wrong ? problem_ : status_)->setWhole(status);
    status_->setVisible(!wrong);
    problem_->setVisible(wrong);
}

void addSweepWatch(MainWindow& window, const WorkerOptions& options, std::function<WorkerPlace()> place) {
    auto* action = new QAction(SweepWindow::tr("Watch a sw&eep…"), &window);
    action->setObjectName("watchSweep");
    const QString tip = SweepWindow::tr("The runs of a grid as they come, from this computer or by ssh from a cluster");
    action->setToolTip(tip);
    action->setStatusTip(tip);
    window.addAction(action);
    window.actions().include({action});
    QMenu* file = window.menuBar()->findChild<QMenu*>("fileMenu");
    const QList<QAction*> entries = file->actions();
    const qsizetype before = entries.indexOf(window.actions().watchTraining);
    file->insertAction(entries.value(before + 1), action);
    QObject::connect(action, &QAction::triggered, &window, [&window, options, place = std::move(place)] {
        auto* open = window.findChild<SweepWindow*>();
        if (!open) open = new SweepWindow(options, place(), &window);
        open->show();
        open->raise();
        open->activateWindow();
    });
}

}  // namespace mantissa::ui
