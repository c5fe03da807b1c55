// SPDX-License-Identifier: GPL-3.0-or-later
// See run_details_panel.h. A note is kept when the keyboard leaves it, when another run is chosen and a second after
// the last key, so that nothing typed is lost and no key waits for the disk.
#include "ui/runs/run_details_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <utility>

#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/run_list.h"
#include "ui/models/run_model.h"
#include "ui/models/run_words.h"
#include "ui/models/session_model.h"
#include "ui/setup/config_fields.h"
#include "ui/widgets/text_label.h"
#include "ui/words/date_words.h"
#include "ui/words/metric_words.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr int note_rest_ms = 1000;
constexpr int compare_ms = 100;

class NoteEdit : public QPlainTextEdit {
  public:
    explicit NoteEdit(std::function<void()> left) : left_(std::move(left)) {}

  protected:
    void focusOutEvent(QFocusEvent* event) override {
        QPlainTextEdit::focusOutEvent(event);
        left_();
    }

  private:
    std::function<void()> left_;
};

/// A text that takes the height of its lines where there is room, and scrolls where what stands below needs it.
class FactsScroll : public QScrollArea {
  public:
    explicit FactsScroll(QLabel* text) : text_(text) {
        constexpr int lines = 3;
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
        setWidget(text);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
        setMinimumHeight(text->fontMetrics().lineSpacing() * lines);
    }
    QSize sizeHint() const override { return {width(), text_->heightForWidth(viewport()->width())}; }

  protected:
    /// The label asks for another layout when its type has changed; while the dock is hidden it asks nobody.
    bool event(QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) updateGeometry();
        return QScrollArea::event(event);
    }
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) updateGeometry();
    }

  private:
    QLabel* text_;
};

/// What was changed while the run trained, a line for each change: "step 120: loss scaling none → dynamic". Of many
/// the first ones. Empty where the window does not hold the run, or nothing was changed.
QStringList changesOf(const RunModel* run) {
    constexpr int most = 3;
    QStringList lines;
    if (!run) return lines;
    run::RunConfig before = run->config();
    int more = 0;
    for (const EventMark& event : run->events()) {
        if (event.kind != run::EventRecord::CHANGED || event.change.ByteSizeLong() == 0) continue;
        const FieldSet fields = changedFields({}, event.change);
        run::RunConfig after = before;
        copyFields(event.change, after, fields);
        const QString what = describeLiveChange(before, after, changedFields(before, after));
        before = after;
        if (what.isEmpty()) continue;
        if (lines.size() < most)
            lines << RunDetailsPanel::tr("Changed at step %1: %2").arg(wholeText(event.step), what);
        else
            ++more;
    }
    if (more > 0) lines << RunDetailsPanel::tr("%n more changes", nullptr, more);
    return lines;
}

}  // namespace

RunDetailsPanel::RunDetailsPanel(RunList& runs, SessionModel& session, QWidget* parent)
    : QTabWidget(parent), runs_(runs), session_(session) {
    setObjectName("runDetails");
    setDocumentMode(true);
    addTab(makeRunTab(), tr("This run"));
    addTab(makeDiffTab(), tr("What differs"));
    setTabToolTip(0, tr("The chosen run: result, tags, note"));
    setTabToolTip(1, tr("Settings in which the selected runs differ, or those on the charts"));
    wait_.setSingleShot(true);
    wait_.setInterval(compare_ms);
    connect(&wait_, &QTimer::timeout, this, &RunDetailsPanel::compare);
    connect(&session_, &SessionModel::visibilityChanged, this, &RunDetailsPanel::later);
    connect(&session_, &SessionModel::runAdded, this, &RunDetailsPanel::later);
    connect(&session_, &SessionModel::runRemoved, this, &RunDetailsPanel::later);
    connect(&session_, &SessionModel::currentRunChanged, this, &RunDetailsPanel::later);
    connect(&runs_, &QAbstractItemModel::dataChanged, this, &RunDetailsPanel::later);
    connect(&runs_, &RunList::baselineChanged, this, [this] {
        showRun();
        later();
    });
    showRun();
    compare();
}

QWidget* RunDetailsPanel::makeRunTab() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(6);
    facts_ = new TextLabel({}, TextRole::Note);
    facts_->setObjectName("runFacts");
    facts_->setWordWrap(true);
    facts_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    factsScroll_ = new FactsScroll(facts_);  // the dock may be low and the text long: tags and note stay in sight
    factsScroll_->setObjectName("runFactsScroll");
    column->addWidget(factsScroll_);
    tags_ = new QLineEdit;
    tags_->setObjectName("runTags");
    tags_->setAccessibleName(tr("Tags, separated by commas"));
    column->addWidget(tags_);
    auto* note = new NoteEdit([this] { keepNote(); });
    note_ = note;
    note_->setObjectName("runNote");
    note_->setAccessibleName(tr("Note"));
    note_->setTabChangesFocus(true);
    note_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);  // what room there is, not what it would like
    note_->setMinimumHeight(note_->fontMetrics().height() * 2 + 12);
    column->addWidget(note_, 1);
    connect(tags_, &QLineEdit::editingFinished, this, &RunDetailsPanel::keepTags);
    auto* rest = new QTimer(this);
    rest->setSingleShot(true);
    rest->setInterval(note_rest_ms);
    connect(note_, &QPlainTextEdit::textChanged, rest, [this, rest] {
        if (note_->document()->isModified()) rest->start();
    });
    connect(rest, &QTimer::timeout, this, &RunDetailsPanel::keepNote);
    return body;
}

QWidget* RunDetailsPanel::makeDiffTab() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(10, 0, 6, 0);
    hint_ = new TextLabel({}, TextRole::Note);
    hint_->setObjectName("diffHint");
    hint_->setWordWrap(true);
    line->addWidget(hint_, 1);
    copy_ = new QToolButton;
    copy_->setObjectName("diffCopy");
    copy_->setText(tr("Copy"));
    copy_->setAccessibleName(tr("Copy the table as text"));
    copy_->setToolTip(tr("The table as text, for pasting into a sheet"));
    connect(copy_, &QToolButton::clicked, this, &RunDetailsPanel::copyDifferences);
    line->addWidget(copy_, 0, Qt::AlignTop);
    column->addLayout(line);
    table_ = new QTableWidget;
    table_->setObjectName("diffTable");
    table_->setAccessibleName(tr("Settings in which the selected runs differ, or those on the charts"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::ContiguousSelection);
    table_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->verticalHeader()->setHighlightSections(false);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->setCornerButtonEnabled(false);
    column->addWidget(table_, 1);
    return body;
}

void RunDetailsPanel::setRun(const QString& runId) {
    if (runId != run_) {
        keepNote();
        keepTags();
        run_ = runId;
        note_->document()->setModified(false);
        tags_->setModified(false);
    }
    showRun();
}

void RunDetailsPanel::editNote(const QString& runId) {
    setRun(runId);
    setCurrentIndex(0);
    note_->setFocus(Qt::OtherFocusReason);
}

QString RunDetailsPanel::facts(const RunRow& row) const {
    QStringList lines;
    const QString figure = row.accuracy ? QString::number(metricShown(row.config.task(), *row.accuracy), 'f',
                                                          metricDecimals(row.config.task(), 1))
                                        : QString();
    const Phrase few = tested_part(row.config.task(), row.config.test_examples());
    const bool share = gives_one_class(row.config.task());
    QString result = !row.accuracy                               ? tr("not evaluated yet")
                     : share && !few.empty()                     ? metricText(row.config.task(), *row.accuracy, 1)
                     : gives_image(row.config.task())            ? tr("PSNR %1 dB on the test set").arg(figure)
                     : gives_values(row.config.task())           ? tr("R² %1 on the test set").arg(figure)
                     : row.config.task() == run::CLASSIFY_PIXELS ? tr("%1 % of the pixels of the test set").arg(figure)
                     : gives_tokens(row.config.task())           ? tr("%1 % of the tokens of the test set").arg(figure)
                                                                 : tr("%1 % on the test set").arg(figure);
    if (row.accuracy && !few.empty()) result += (share ? QStringLiteral(" ") : QStringLiteral(", ")) + inWords(few);
    const RunRow* const base = runs_.baseline();
    if (row.baseline) {
        result += tr(", the baseline");
    } else if (const QString distance =
                   base ? distanceText(row.accuracy, base->accuracy, row.config.task()) : QString();
               !distance.isEmpty()) {
        result += tr(", %1 against “%2”").arg(distance, base->name);
    }
    lines << result;
    QStringList settings{QString::fromStdString(nameOf(row.config))};
    for (const QString& part : {row.scaling, row.model, row.preset})
        if (!part.isEmpty()) settings << part;
    if (row.batch > 0) settings << tr("batch %1").arg(row.batch);
    lines << settings.join(QStringLiteral(" · "));
    lines << changesOf(session_.run(row.id));
    const QString state = row.damaged ? tr("damaged") : wordOf(row.state);
    QString when = tr("%1, %2 steps", nullptr, pluralCount(row.steps)).arg(state, wholeText(row.steps));
    if (row.started > 0) {
        when += QStringLiteral(", ") + dateTimeText(static_cast<qint64>(row.started));
    }
    lines << when;
    if (row.unkept) lines << RunList::whatIsUnkept(row);
    if (!row.hint.isEmpty()) lines << row.hint;
    return lines.join('\n');
}

void RunDetailsPanel::showRun() {
    const int place = runs_.rowOf(run_);
    const bool there = place >= 0;
    const QString why = runs_.whyReadOnly();
    facts_->setText(there ? facts(runs_.row(place)) : tr("Choose a run above."));
    factsScroll_->updateGeometry();
    tags_->setVisible(there);
    note_->setVisible(there);
    tags_->setReadOnly(!why.isEmpty());
    note_->setReadOnly(!why.isEmpty());
    tags_->setToolTip(why);
    note_->setToolTip(why);
    tags_->setPlaceholderText(why.isEmpty() ? tr("Tags, separated by commas") : tr("No tags (read-only)"));
    note_->setPlaceholderText(why.isEmpty() ? tr("Note: what did you see?") : tr("No note (read-only)"));
    if (!there) return;
    // What is being typed is not overwritten by what was kept a moment ago.
    if (!tags_->isModified()) tags_->setText(runs_.row(place).tags.join(QStringLiteral(", ")));
    if (!note_->document()->isModified() && note_->toPlainText() != runs_.row(place).note) {
        note_->setPlainText(runs_.row(place).note);
    }
}

void RunDetailsPanel::keepNote() {
    if (!note_->document()->isModified()) return;
    note_->document()->setModified(false);
    const int place = runs_.rowOf(run_);
    if (place >= 0) runs_.setData(runs_.index(place, RunList::NoteColumn), note_->toPlainText());
}

void RunDetailsPanel::keepTags() {
    if (!tags_->isModified()) return;
    tags_->setModified(false);
    const int place = runs_.rowOf(run_);
    if (place >= 0) runs_.setData(runs_.index(place, RunList::TagsColumn), tags_->text());
}

// ------------------------------------------------------------------------------------------------ what differs

void RunDetailsPanel::setSelection(const QStringList& runs) {
    if (runs == selected_) return;
    selected_ = runs;
    later();
}

void RunDetailsPanel::later() {
    if (!wait_.isActive()) wait_.start();
}

void RunDetailsPanel::compare() {
    std::vector<DiffRun> shown;
    const auto asRun = [](const RunRow& row) {
        return DiffRun{row.id, row.name, row.config, row.accuracy, row.baseline};
    };
    const bool selected = selected_.size() > 1;
    for (int i = 0; i < runs_.rowCount(); ++i) {
        const QString id = runs_.runId(i);
        if (selected ? selected_.contains(id) : session_.isVisible(id)) shown.push_back(asRun(runs_.row(i)));
    }
    std::stable_partition(shown.begin(), shown.end(), [](const DiffRun& run) { return run.baseline; });
    const RunRow* const base = runs_.baseline();
    RunDiff diff = differingSettings(shown, {fieldLabel, fieldValue},
                                     base ? std::optional<DiffRun>(asRun(*base)) : std::optional<DiffRun>());
    const bool several = shown.size() > 1, same = diff.settings.empty(), first = hint_->text().isEmpty();
    const auto count = static_cast<int>(shown.size());
    hint_->setText(
        !several   ? tr("Select two runs or more, or show them on the charts, to see in which settings they differ.")
        : selected ? (same ? tr("%n selected runs, all with the same settings.", nullptr, count)
                           : tr("%n selected runs.", nullptr, count))
        : same     ? tr("%n runs on the charts, all with the same settings.", nullptr, count)
                   : tr("%n runs on the charts.", nullptr, count));
    if (diff == diff_ && !first) return;
    diff_ = std::move(diff);
    copy_->setEnabled(several);
    table_->setVisible(several);
    table_->clear();
    const int rows = several ? static_cast<int>(diff_.settings.size() + diff_.results.size()) : 0;
    table_->setRowCount(rows);
    table_->setColumnCount(several ? static_cast<int>(diff_.names.size()) : 0);
    for (int column = 0; column < table_->columnCount(); ++column) {
        auto* head = new QTableWidgetItem(diff_.names[column]);
        head->setToolTip(plainTip(diff_.names[column]));
        table_->setHorizontalHeaderItem(column, head);
    }
    for (int i = 0; i < rows; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const bool setting = place < diff_.settings.size();
        const RunDiff::Row& row = setting ? diff_.settings[place] : diff_.results[place - diff_.settings.size()];
        auto* label = new QTableWidgetItem(row.label);
        label->setToolTip(plainTip(row.label));
        table_->setVerticalHeaderItem(i, label);
        for (int column = 0; column < table_->columnCount(); ++column) {
            auto* item = new QTableWidgetItem(row.values[column]);
            item->setToolTip(plainTip(row.values[column]));
            table_->setItem(i, column, item);
        }
    }
    // A long name of a setting leaves room for what the runs have.
    table_->verticalHeader()->setTextElideMode(Qt::ElideRight);
    table_->verticalHeader()->setMaximumWidth(table_->fontMetrics().averageCharWidth() * 15);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 12);
    table_->resizeColumnsToContents();
    const int widest = table_->fontMetrics().averageCharWidth() * 18;
    for (int column = 0; column < table_->columnCount(); ++column)
        if (table_->columnWidth(column) > widest) table_->setColumnWidth(column, widest);
}

void RunDetailsPanel::copyDifferences() {
    compare();
    QApplication::clipboard()->setText(asText(diff_));
}

}  // namespace mantissa::ui
