// SPDX-License-Identifier: GPL-3.0-or-later
// See class_window.h.
#include "ui/classroom/class_window.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <atomic>
#include <utility>

#include "engine/base/error.h"
#include "ui/charts/class_dots.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/screen_fit.h"
#include "ui/classroom/class_curves.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

enum Column {
    StudentColumn,
    PredictedColumn,
    OutcomeColumn,
    DifferenceColumn,
    ApartColumn,
    NoteColumn,
    FileColumn,
    Columns
};

QLabel* plainLabel() {
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);  // what it shows may come from a student's file
    label->setWordWrap(true);
    return label;
}

/// Sorts by the number where there is one.
class NumberItem : public QTableWidgetItem {
  public:
    NumberItem(const QString& text, std::optional<double> value) : QTableWidgetItem(text), value_(value) {
        setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    bool operator<(const QTableWidgetItem& other) const override {
        const auto* number = dynamic_cast<const NumberItem*>(&other);
        return number && value_ && number->value_ ? *value_ < *number->value_ : QTableWidgetItem::operator<(other);
    }

  private:
    std::optional<double> value_;
};

}  // namespace

ClassWindow::ClassWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      summary_(plainLabel()),
      chart_(new ClassDots(tr("Predictions and outcomes"))),
      curves_(new LineChart(tr("Drawn curves"), QString())),
      table_(new QTableWidget(0, Columns)),
      problemTitle_(plainLabel()),
      problems_(new QListWidget) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("classWindow");
    setWindowTitle(tr("Class view"));
    summary_->setObjectName("classSummary");
    chart_->setObjectName("classDots");
    curves_->setObjectName("classCurves");
    curves_->hide();
    table_->setObjectName("classTable");
    nameColumns(false);
    table_->verticalHeader()->hide();
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    problems_->setObjectName("classProblems");
    problems_->setAccessibleName(tr("The files, and what each of them is"));
    problems_->setWordWrap(true);
    problems_->setSelectionMode(QAbstractItemView::NoSelection);
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 8);
    // A long text takes more lines rather than being cut. A new width comes column by column.
    auto* widths = new QTimer(this);
    widths->setSingleShot(true);
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, widths, [widths] { widths->start(0); });
    connect(widths, &QTimer::timeout, table_, &QTableWidget::resizeRowsToContents);
    auto* split = new QSplitter(Qt::Horizontal);
    auto* charts = new QWidget;
    auto* one = new QVBoxLayout(charts);
    one->setContentsMargins(0, 0, 0, 0);
    one->addWidget(chart_);
    one->addWidget(curves_);
    split->addWidget(charts);
    split->addWidget(table_);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    split->setSizes({1000, 1100});
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeTop());
    column->addWidget(summary_);
    column->addWidget(split, 1);
    column->addWidget(problemTitle_);
    column->addWidget(problems_);
    chart_->clear(
        tr("Open the folder that holds the students' files: results of a lesson, or runs of a task together with the "
           "task's file."));
    showFiles();
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 190, letter * 110});
}

/// Of a question's answers, or of the runs of a task.
void ClassWindow::nameColumns(bool runs) {
    table_->setHorizontalHeaderLabels(runs ? QStringList{tr("Student"), tr("Settings"), tr("Test accuracy"),
                                                         tr("Overridden"), QString(), tr("Note"), tr("File")}
                                           : QStringList{tr("Student"), tr("Predicted"), tr("Outcome"),
                                                         tr("Difference"), tr("Distance"), tr("Note"), tr("File")});
    table_->horizontalHeaderItem(ApartColumn)
        ->setToolTip(tr("Mean distance of the drawn curve from the measured one, over all measured points"));
    table_->horizontalHeaderItem(PredictedColumn)
        ->setToolTip(runs ? tr("What was set differently from the task's settings") : QString());
    table_->horizontalHeaderItem(DifferenceColumn)
        ->setToolTip(runs ? tr("Settings that the task locks or hides and that have another value here") : QString());
    // Long texts share what room is left, and tell the rest as tips: no column lies outside the window.
    for (int column = 0; column < Columns; ++column) {
        const bool isText = column == PredictedColumn || column == NoteColumn || column == FileColumn ||
                            column == (runs ? DifferenceColumn : OutcomeColumn);
        table_->horizontalHeader()->setSectionResizeMode(column,
                                                         isText ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    }
    table_->horizontalHeader()->setSectionResizeMode(StudentColumn, QHeaderView::Interactive);  // tellWhole()
    int widest = 0;
    for (int column = 0; column < Columns; ++column) {
        QTableWidgetItem* head = table_->horizontalHeaderItem(column);
        widest = std::max(widest, table_->fontMetrics().horizontalAdvance(head->text()));
    }
    table_->horizontalHeader()->setMinimumSectionSize(widest + 3 * table_->fontMetrics().averageCharWidth());
    table_->setAccessibleName(runs ? tr("Runs of every student") : tr("Predictions and outcomes of every student"));
}

QWidget* ClassWindow::makeTop() {
    auto* top = new QWidget;
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(0, 0, 0, 0);
    open_ = new QPushButton(tr("&Open folder…"));
    open_->setObjectName("classOpen");
    question_ = new QComboBox;
    question_->setObjectName("classQuestion");
    question_->setAccessibleName(tr("Question"));
    question_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    save_ = new QPushButton(tr("&Save as CSV…"));
    save_->setObjectName("classSave");
    line->addWidget(open_);
    progress_ = new QProgressBar;
    progress_->setObjectName("classProgress");
    progress_->setAccessibleName(tr("How many of the results are read"));
    progress_->setMaximumWidth(fontMetrics().averageCharWidth() * 30);
    progress_->hide();
    line->addWidget(question_, 1);
    line->addWidget(progress_);
    line->addWidget(save_);
    connect(open_, &QPushButton::clicked, this, &ClassWindow::askForFolder);
    connect(save_, &QPushButton::clicked, this, &ClassWindow::askWhereToSave);
    connect(question_, &QComboBox::currentIndexChanged, this, &ClassWindow::showQuestion);
    return top;
}

void ClassWindow::askForFolder() {
    auto* dialog = new QFileDialog(this, tr("Open the folder of results"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    // Not fileSelected: a path that was typed beside the folder that the list marks makes two.
    connect(dialog, &QFileDialog::filesSelected, this,
            [this](const QStringList& chosen) { openFolder(chosen.value(0)); });
    dialog->open();
}

void ClassWindow::askWhereToSave() {
    auto* dialog = new QFileDialog(this, tr("Save all answers"), {}, tr("Table (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("csv");
    connect(dialog, &QFileDialog::fileSelected, this, &ClassWindow::saveCsv);
    dialog->open();
}

/// What the window and the thread that reads have in common.
struct ClassWindow::Reading {
    std::atomic<bool> wanted{true};
    QPointer<QThread> thread;
};

ClassWindow::~ClassWindow() {
    endReading();
}

void ClassWindow::endReading() {
    if (!reading_) return;
    reading_->wanted = false;
    if (reading_->thread) reading_->thread->wait();  // not longer than one file takes
    reading_.reset();
    progress_->hide();
}

void ClassWindow::openFolder(const QString& path) {
    endReading();
    auto reading = std::make_shared<Reading>();
    reading_ = reading;
    progress_->setRange(0, 0);
    progress_->show();
    say(tr("Reading the results in %1…").arg(QDir(path).dirName()));
    // What is told arrives on the window's thread, in its order, or nowhere once the window is gone.
    auto* thread = QThread::create([this, reading, path, own = ownLesson_] {
        const auto tell = [this, &reading](int read, int all) {
            QMetaObject::invokeMethod(
                this,
                [this, reading, read, all] {
                    if (reading != reading_) return;
                    progress_->setRange(0, all);
                    progress_->setValue(read);
                },
                Qt::QueuedConnection);
            return reading->wanted.load();
        };
        ClassFolder folder = readClass(path, tell, own);
        QMetaObject::invokeMethod(
            this,
            [this, reading, done = std::make_shared<ClassFolder>(std::move(folder))] {
                take(reading, std::move(*done));
            },
            Qt::QueuedConnection);
    });
    reading->thread = thread;
    connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void ClassWindow::take(const std::shared_ptr<Reading>& done, ClassFolder folder) {
    if (done != reading_) return;
    reading_.reset();
    progress_->hide();
    const QString path = folder.path;
    folder_ = std::move(folder);
    questions_ = questionsOf(folder_);
    setWindowTitle(tr("%1 — Class view").arg(QDir(path).dirName()));
    {
        const QSignalBlocker quiet(question_);
        question_->clear();
        for (const ClassQuestion& question : questions_)
            question_->addItem(tr("%1: %2").arg(question.title.isEmpty() ? question.lesson : question.title,
                                                question.text.isEmpty() ? question.id : question.text));
    }
    showFiles();
    showQuestion(questions_.empty() ? -1 : 0);
}

void ClassWindow::showSummary() {
    const int bad = static_cast<int>(folder_.files.size()) - folder_.readable();
    if (folder_.path.isEmpty()) {
        summary_->clear();
    } else if (folder_.files.empty()) {
        say(tr("This folder has nothing handed in: results end in .json, runs in .mantissa."));
    } else {
        const auto count = [this](auto is) {
            return static_cast<int>(std::count_if(folder_.files.begin(), folder_.files.end(), is));
        };
        QStringList parts;
        if (const int results = count([](const ClassFile& file) { return file.counted() != nullptr; }))
            parts << tr("Results: %1.").arg(results);
        if (const int copies = count([](const ClassFile& file) { return !file.copyOf.isEmpty(); }))
            parts << tr("Copies of them, which do not count: %1.").arg(copies);
        if (const int runs = count([](const ClassFile& file) { return file.runs.has_value(); }))
            parts << tr("Files of runs: %1.").arg(runs);
        if (const int tasks = count([](const ClassFile& file) { return file.task.has_value(); }))
            parts << tr("Tasks: %1.").arg(tasks);
        QString text = parts.isEmpty() ? tr("Results: %1.").arg(0) : parts.join(u' ');
        if (bad > 0) text += tr(" Files that could not be read: %1; the reasons are below.").arg(bad);
        if (folder_.leftOut > 0)
            text += tr(" %1 more are left out: at most %2 are read.").arg(folder_.leftOut).arg(most_class_files);
        say(text);
    }
}

void ClassWindow::showFiles() {
    save_->setEnabled(!folder_.files.empty());
    question_->setEnabled(!questions_.empty());
    showSummary();
    problems_->clear();
    for (const bool readable_now : {false, true})  // what could not be read comes first
        for (const ClassFile& file : folder_.files)
            if (file.readable() == readable_now)
                problems_->addItem(readable_now ? tr("%1: %2").arg(file.name, file.what())
                                                : tr("%1: could not be read: %2").arg(file.name, file.problem));
    constexpr int most_others = 20;
    if (!folder_.others.isEmpty())
        problems_->addItem(tr("No hand-ins: %1")
                               .arg(folder_.others.mid(0, most_others).join(QStringLiteral(", ")) +
                                    (folder_.others.size() > most_others ? QStringLiteral(", …") : QString())));
    problemTitle_->setText(tr("Files"));
    problemTitle_->setVisible(problems_->count() > 0);
    problems_->setVisible(problems_->count() > 0);
    problems_->setFixedHeight(fontMetrics().height() * std::clamp(problems_->count() + 1, 2, 8) + 12);
}

void ClassWindow::showQuestion(int index) {
    if (index < 0 || index >= static_cast<int>(questions_.size())) {
        table_->setRowCount(0);
        curves_->hide();
        chart_->show();
        chart_->parentWidget()->show();
        chart_->clear(folder_.path.isEmpty() ? tr("No folder is open") : tr("Nobody has answered a question"));
        return;
    }
    if (question_->currentIndex() != index) {
        question_->setCurrentIndex(index);  // comes back here
        return;
    }
    const ClassQuestion& question = questions_[static_cast<std::size_t>(index)];
    const bool runs = question.kind == QStringLiteral("runs");
    nameColumns(runs);
    const bool curve = question.kind == QStringLiteral("curve");
    chart_->setVisible(!runs && !curve);
    curves_->setVisible(curve);
    chart_->parentWidget()->setVisible(!runs);
    if (runs) return fillRuns(question);
    const std::vector<ClassAnswer> answers = answersTo(folder_, question);
    showSummary();
    if (curve) {
        drawClassCurves(*curves_, question, answers);
        QString told = tr("Distance: how far a drawn curve lies from the measured one, on average over its steps.");
        if (!question.unit.isEmpty())
            told += QLatin1Char(' ') +
                    tr("It and the difference are in %1.")
                        .arg(question.unit == QStringLiteral("%") ? tr("percentage points") : question.unit);
        say(summary_->text() + QLatin1Char(' ') + told);
    } else {
        fillChart(question, answers);
    }
    fillTable(question, answers);
}

void ClassWindow::fillRuns(const ClassQuestion& question) {
    const std::vector<TaskRun> runs = runsOf(folder_, question);
    table_->setSortingEnabled(false);
    table_->setRowCount(static_cast<int>(runs.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const TaskRun& run = runs[static_cast<std::size_t>(row)];
        table_->setItem(row, StudentColumn, new QTableWidgetItem(run.student));
        table_->setItem(row, PredictedColumn, new QTableWidgetItem(run.settings));
        table_->setItem(row, OutcomeColumn,
                        new NumberItem(run.accuracy ? percentText(*run.accuracy, 2) : tr("none"), run.accuracy));
        auto* overridden = new QTableWidgetItem(run.overridden);
        if (!run.overridden.isEmpty()) {
            QFont bold = table_->font();
            bold.setBold(true);
            overridden->setFont(bold);
        }
        table_->setItem(row, DifferenceColumn, overridden);
        table_->setItem(row, ApartColumn, new QTableWidgetItem);
        table_->setItem(row, NoteColumn, new QTableWidgetItem(run.note));
        table_->setItem(row, FileColumn, new QTableWidgetItem(run.file));
    }
    table_->setColumnHidden(ApartColumn, true);
    tellWhole();
    table_->sortByColumn(StudentColumn, Qt::AscendingOrder);
    table_->setSortingEnabled(true);
    if (taskCalled(folder_, question.id) == nullptr)
        say(tr("The file of the task “%1” is not in this folder: which locks were overridden cannot be said.")
                .arg(question.title.isEmpty() ? tr("without a preset") : question.title));
    else
        showSummary();
}

void ClassWindow::fillChart(const ClassQuestion& question, const std::vector<ClassAnswer>& answers) {
    const bool choice = question.kind == QStringLiteral("choice");
    std::vector<ClassDot> dots;
    int right = -1;
    for (const ClassAnswer& answer : answers) {
        if (!answer.predicted || (!choice && !answer.outcome)) continue;
        dots.push_back({answer.student, answer.outcome.value_or(-1), *answer.predicted});
        if (choice && answer.outcome && right < 0) right = static_cast<int>(*answer.outcome);
    }
    if (choice)
        chart_->setChoices(std::move(dots), choicesOf(folder_, question), right);
    else
        chart_->setNumbers(std::move(dots), question.unit);
}

void ClassWindow::fillTable(const ClassQuestion& question, const std::vector<ClassAnswer>& answers) {
    const bool choice = question.kind == QStringLiteral("choice");
    table_->setSortingEnabled(false);
    table_->setRowCount(static_cast<int>(answers.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const ClassAnswer& answer = answers[static_cast<std::size_t>(row)];
        const bool both = answer.predicted && answer.outcome;
        QString difference;
        std::optional<double> amount;
        if (both && choice) difference = *answer.predicted == *answer.outcome ? tr("right") : tr("wrong");
        if (both && !choice) {
            amount = *answer.predicted - *answer.outcome;
            difference = (*amount > 0 ? QStringLiteral("+") : QString()) + numberText(*amount);
        }
        const QString predicted = answer.predicted ? answer.predictedText : tr("not answered");
        table_->setItem(row, StudentColumn, new QTableWidgetItem(answer.student));
        table_->setItem(row, PredictedColumn,
                        choice ? new QTableWidgetItem(predicted) : new NumberItem(predicted, answer.predicted));
        table_->setItem(
            row, OutcomeColumn,
            choice ? new QTableWidgetItem(answer.outcomeText) : new NumberItem(answer.outcomeText, answer.outcome));
        table_->setItem(row, DifferenceColumn,
                        choice ? new QTableWidgetItem(difference) : new NumberItem(difference, amount));
        table_->setItem(row, ApartColumn,
                        new NumberItem(answer.apart ? numberText(*answer.apart) : QString(), answer.apart));
        table_->setItem(row, NoteColumn, new QTableWidgetItem(answer.note));
        table_->setItem(row, FileColumn, new QTableWidgetItem(answer.file));
    }
    table_->setColumnHidden(ApartColumn, question.kind != QStringLiteral("curve"));
    tellWhole();
    table_->sortByColumn(StudentColumn, Qt::AscendingOrder);
    table_->setSortingEnabled(true);
}

/// What a cell has no room for.
void ClassWindow::tellWhole() {
    for (int row = 0; row < table_->rowCount(); ++row)
        for (int column = 0; column < Columns; ++column)
            table_->item(row, column)->setToolTip(plainTip(table_->item(row, column)->text()));
    // As wide as the names, but one long name does not push the other columns aside.
    table_->resizeColumnToContents(StudentColumn);
    const int most = table_->fontMetrics().averageCharWidth() * 24;
    table_->setColumnWidth(StudentColumn, std::min(table_->columnWidth(StudentColumn), most));
    table_->resizeRowsToContents();
}

bool ClassWindow::saveCsv(const QString& path) {
    try {
        writeClassCsv(path, folder_);
        say(tr("Saved as %1.").arg(QFileInfo(path).fileName()));
        return true;
    } catch (const Error& error) {
        say(tr("%1: %2. %3").arg(QFileInfo(path).fileName(), messageInWords(error), remedySentence(error)));
        return false;
    }
}

void ClassWindow::say(const QString& sentence) {
    summary_->setText(sentence);
}

}  // namespace mantissa::ui
