// SPDX-License-Identifier: GPL-3.0-or-later
// See run_list.h. Rows of this session come from its models, all others from the library's summaries; only marks
// (pinned, deleted) and names come from the library for both.
#include "ui/models/run_list.h"

#include <QDateTime>
#include <QMetaObject>
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "engine/base/error.h"
#include "engine/report/run_formats.h"
#include "engine/run/preset_text.h"
#include "engine/store/library.h"
#include "ui/client/library_sink.h"
#include "ui/models/stored_run.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {
namespace {

constexpr std::chrono::seconds others_interval(2);

}  // namespace

RunList::RunList(SessionModel& session, QObject* parent, std::chrono::milliseconds interval)
    : QAbstractTableModel(parent), session_(session) {
    timer_.setSingleShot(true);
    timer_.setInterval(interval);
    pool_.setMaxThreadCount(1);
    connect(&timer_, &QTimer::timeout, this, &RunList::update);
    others_.setInterval(others_interval);
    connect(&others_, &QTimer::timeout, this, &RunList::lookForOthers);
    connect(&session, &SessionModel::runChanged, this, &RunList::noteChange);
    connect(&session, &SessionModel::runAdded, this, [this](const QString& runId) {
        dirty_.insert(runId);
        update();
    });
    connect(&session, &SessionModel::runRemoved, this, &RunList::readOne);
    connect(&session, &SessionModel::visibilityChanged, this, [this](const QString& runId) {
        const int row = rowOf(runId);
        if (row >= 0) emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    });
    connect(&session, &SessionModel::currentRunChanged, this, [this] {  // the current one is always visible
        if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
    });
    histories_.setSingleShot(true);
    histories_.setInterval(interval);
    connect(&histories_, &QTimer::timeout, this, &RunList::lookAfterHistories);
    const auto soon = [this] {
        if (!histories_.isActive()) histories_.start();
    };
    connect(&session, &SessionModel::visibilityChanged, this, soon);
    connect(&session, &SessionModel::currentRunChanged, this, soon);
    connect(&session, &SessionModel::runAdded, this, soon);
    connect(&session, &SessionModel::runChanged, this, soon);  // it may have ended
    connect(&session, &SessionModel::stepsWanted, this, &RunList::refine);
    reload();
}

RunList::~RunList() {
    pool_.waitForDone();
}

void RunList::setLibrary(const Library* reader, LibrarySink* writer) {
    if (writer_ != nullptr) writer_->disconnect(this);
    reader_ = reader;
    pendingEdits_ = 0;
    writer_ = writer;
    if (writer_ != nullptr) {
        writer_->setRunShare(static_cast<quint64>(runShare_) << 20);
        connect(writer_, &LibrarySink::edited, this, [this](const QString& runId) {
            pendingEdits_ = std::max(0, pendingEdits_ - 1);
            if (runId.isEmpty()) {  // no run's: what was deleted is erased
                emit told(tr("%n deleted runs were erased for good.", nullptr, deleted_));
                reload();
            } else {
                readOne(runId);
            }
            forgetRemovals();
        });
        connect(writer_, &LibrarySink::editFailed, this, [this](const QString&, const QString& text) {
            pendingEdits_ = std::max(0, pendingEdits_ - 1);
            emit message(text);
            reload();
            forgetRemovals();
        });
        connect(writer_, &LibrarySink::runLeftOut, this,
                [this](const QString& runId, qint64 kept) { setUnkept(runId, kept); });
        connect(writer_, &LibrarySink::keptAgain, this, [this](const QString& runId) { setUnkept(runId, {}); });
        connect(writer_, &LibrarySink::imported, this, [this](const QString& text, bool whole) {
            forget_ = true;
            forgetRemovals();
            reload();
            whole ? emit told(text) : emit message(text);
        });
    }
    reload();
    seenVersion_ = -1;
    lastRow_ = 0;
    if (reader_ != nullptr) {
        others_.start();
        lookForOthers();
    } else {
        others_.stop();
    }
}

void RunList::reload() {
    std::vector<RunRow> rows;
    std::map<QString, RunRow> marks;
    deleted_ = 0;
    if (reader_ != nullptr) {
        try {
            const std::vector<RunSummary> kept = reader_->runs();
            std::map<std::string, int> numbers;
            for (const RunSummary& summary : kept) numbers[summary.run_id] = static_cast<int>(summary.number);
            session_.setKeptNumbers(std::move(numbers));
            for (const RunSummary& summary : kept) {
                const QString id = QString::fromStdString(summary.run_id);
                // What was just deleted or brought back here may not be written yet.
                deleted_ += removed_.count(id) > 0 || (summary.deleted && restored_.count(id) == 0) ? 1 : 0;
                if (summary.deleted) continue;
                RunRow row = fromSummary(summary);
                if (removed_.count(row.id) > 0) continue;
                if (session_.run(row.id) == nullptr) {
                    rows.push_back(std::move(row));
                } else {
                    marks.insert_or_assign(row.id, std::move(row));
                }
            }
        } catch (const Error& error) {
            emit message(inWords(error));
        }
    }
    for (const RunModel* const run : session_.runs()) {
        RunRow row = fromModel(*run);
        if (removed_.count(row.id) > 0) continue;
        if (const auto known = marks.find(row.id); known != marks.end()) takeOver(row, known->second);
        rows.push_back(std::move(row));
    }
    for (RunRow& row : rows)
        if (const auto lacks = unkept_.find(row.id); lacks != unkept_.end()) row.unkept = lacks->second;
    std::stable_sort(rows.begin(), rows.end(), before);
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
    emit baselineChanged();
}

bool RunList::before(const RunRow& a, const RunRow& b) {
    if (a.pinned != b.pinned) return a.pinned;
    if (a.started != b.started) return a.started > b.started;
    return a.id > b.id;  // ULIDs sort by time
}

void RunList::describeConfig(RunRow& row, const run::RunConfig& config) {
    row.precision = config.precision();
    row.scaling = QString::fromStdString(describeScaling(config));
    row.model = QString::fromStdString(describeModel(config));
    row.batch = config.batch();
    row.preset = inWords(preset_phrase(config));
    row.config = config;
}

void RunList::takeOver(RunRow& row, const RunRow& marks) const {
    row.pinned = marks.pinned;
    row.baseline = marks.baseline;
    row.note = marks.note;
    row.tags = marks.tags;
}

RunRow RunList::fromSummary(const RunSummary& summary) {
    RunRow row;
    row.id = QString::fromStdString(summary.run_id);
    row.number = static_cast<int>(summary.number);
    row.name = QString::fromStdString(summary.name.empty() ? describe(summary.config, summary.changes) : summary.name);
    if (summary.name.empty() && summary.is_ghost())
        row.name += tr(", ghost from step %1").arg(summary.fork_step);
    else if (summary.name.empty() && !summary.parent_run_id.empty())
        row.name += tr(", from step %1 of another").arg(summary.fork_step);
    describeConfig(row, summary.config);
    row.precision = changed_config(summary.config, summary.changes).precision();
    row.hint = summary.problem.empty() ? nameInWords(summary.device) : inWords(summary.problem);
    row.device = nameInWords(summary.device);
    row.race = QString::fromStdString(summary.race_id);
    row.note = QString::fromStdString(summary.note);
    for (const std::string& tag : summary.tags) row.tags << QString::fromStdString(tag);
    row.baseline = summary.baseline;
    row.damaged = !summary.problem.empty();
    row.steps = summary.steps;
    if (summary.test_accuracy) row.accuracy = static_cast<double>(*summary.test_accuracy);
    row.started = summary.started_unix;
    row.pinned = summary.pinned;
    row.elsewhere = summary.trained_elsewhere;
    if (row.elsewhere) row.state = RunState::running;
    if (summary.finished) {
        switch (summary.outcome) {
            case run::RunFinished::STOPPED:
                row.state = RunState::stopped;
                break;
            case run::RunFinished::FAILED:
                row.state = RunState::failed;
                break;
            default:
                row.state = RunState::finished;
                break;
        }
    }
    if (row.name.isEmpty()) row.name = row.id;
    return row;
}

RunRow RunList::fromModel(const RunModel& run) const {
    RunRow row;
    row.id = QString::fromStdString(run.runId());
    const RunFace& face = session_.face(run);
    row.number = face.number;
    row.held = true;
    row.variant = face.variant;
    row.name = face.name;
    describeConfig(row, run.config());
    row.precision = face.precision;
    row.device = nameInWords(run.identity().device());
    row.race = QString::fromStdString(run.identity().race_id());
    row.hint = run.reason().empty() ? row.device : QString::fromStdString(run.reason());
    row.steps = run.step();
    row.accuracy = run.testAccuracy();
    row.started = run.identity().started_unix();
    row.state = run.state();
    return row;
}

int RunList::rowOf(const QString& runId) const {
    const auto place = std::find_if(rows_.begin(), rows_.end(), [&](const RunRow& row) { return row.id == runId; });
    return place == rows_.end() ? -1 : static_cast<int>(place - rows_.begin());
}

QString RunList::runId(int row) const {
    return row < 0 || row >= rowCount() ? QString() : rows_[static_cast<std::size_t>(row)].id;
}

// ------------------------------------------------------------------------------------------------ keeping up

void RunList::noteChange(const QString& runId) {
    dirty_.insert(runId);
    if (!timer_.isActive()) timer_.start();
}

void RunList::update() {
    std::set<QString> dirty;
    dirty.swap(dirty_);
    for (const QString& runId : dirty) {
        const RunModel* const run = session_.run(runId);
        if (run == nullptr) continue;
        RunRow row = fromModel(*run);
        const int old = rowOf(runId);
        if (old >= 0) takeOver(row, rows_[static_cast<std::size_t>(old)]);
        place(std::move(row));
    }
}

void RunList::place(RunRow row) {
    if (removed_.count(row.id) > 0) return;
    const auto lacks = unkept_.find(row.id);
    row.unkept = lacks == unkept_.end() ? std::nullopt : std::optional(lacks->second);
    const int old = rowOf(row.id);
    const auto at = [this](int i) { return rows_.begin() + i; };
    const auto target = std::find_if(rows_.begin(), rows_.end(),
                                     [&](const RunRow& other) { return other.id != row.id && before(row, other); });
    const int wanted = static_cast<int>(target - rows_.begin());
    if (old < 0) {
        beginInsertRows({}, wanted, wanted);
        rows_.insert(target, std::move(row));
        endInsertRows();
        return;
    }
    int now = old;
    if (wanted != old && wanted != old + 1) {
        beginMoveRows({}, old, old, {}, wanted);
        if (wanted < old)
            std::rotate(at(wanted), at(old), at(old + 1));
        else
            std::rotate(at(old), at(old + 1), at(wanted));
        now = wanted < old ? wanted : wanted - 1;
        endMoveRows();
    }
    rows_[static_cast<std::size_t>(now)] = std::move(row);
    emit dataChanged(index(now, 0), index(now, ColumnCount - 1));
}

void RunList::setUnkept(const QString& runId, std::optional<qint64> upTo) {
    if (upTo)
        unkept_[runId] = *upTo;
    else
        unkept_.erase(runId);
    const int at = rowOf(runId);
    if (at >= 0) place(RunRow(row(at)));
}

bool RunList::nowhere(const QString& runId) const {
    const auto lacks = unkept_.find(runId);
    return lacks != unkept_.end() && lacks->second < 0;
}

void RunList::takeOut(const QString& runId) {
    const int row = rowOf(runId);
    if (row < 0) return;
    beginRemoveRows({}, row, row);
    rows_.erase(rows_.begin() + row);
    endRemoveRows();
}

// ------------------------------------------------------------------------------------------------ what a person does

void RunList::edit(const QString& runId, std::function<void(Library&)> change) {
    if (writer_ == nullptr || nowhere(runId)) return;
    ++pendingEdits_;
    writer_->edit(runId, std::move(change));
}

void RunList::show(const QString& runId) {
    if (session_.run(runId) != nullptr) {
        session_.setVisible(runId, true);
        emit shown(runId);
        return;
    }
    if (reader_ == nullptr || !reading_.insert(runId).second) return;
    pool_.start([this, runId, path = reader_->path()] {
        auto model = std::make_shared<std::unique_ptr<RunModel>>();
        QString problem;
        try {
            *model = readStoredRun(path, runId.toStdString());
        } catch (const std::exception& error) {
            problem = inWords(error);
        }
        QMetaObject::invokeMethod(
            this,
            [this, runId, model, problem] {
                reading_.erase(runId);
                if (!problem.isEmpty()) {
                    emit message(tr("The run could not be opened: %1").arg(problem));
                    emit notShown(runId);
                    return;
                }
                session_.addRecorded(std::move(*model));
                session_.setVisible(runId, true);
                emit shown(runId);
            },
            Qt::QueuedConnection);
    });
}

QString RunList::whyNotHidden(const QString& runId) const {
    const RunModel* const current = session_.currentRun();
    if (current == nullptr || current != session_.run(runId)) return {};
    return tr("The pages show this run: open another one first.");
}

bool RunList::setVisible(const QString& runId, bool visible) {
    if (visible) {
        show(runId);
    } else if (session_.run(runId) == nullptr) {
        return false;
    } else if (const QString why = whyNotHidden(runId); !why.isEmpty()) {
        emit told(why);
        return false;
    } else {
        session_.setVisible(runId, false);
    }
    edit(runId, [id = runId.toStdString(), visible](Library& library) { library.set_visible(id, visible); });
    return true;
}

bool RunList::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
    RunRow& row = rows_[static_cast<std::size_t>(index.row())];
    const QString id = row.id;
    const std::string runId = id.toStdString();
    if (role == VisibleRole || (role == Qt::CheckStateRole && index.column() == NameColumn)) {
        return setVisible(id, role == VisibleRole ? value.toBool() : value.toInt() == Qt::Checked);
    }
    if (const QString why = whyReadOnly(); !why.isEmpty()) {
        emit message(why);
        return false;
    }
    if (role == PinnedRole) {
        RunRow moved = row;
        moved.pinned = value.toBool();
        place(std::move(moved));
        edit(id, [runId, pinned = value.toBool()](Library& library) { library.set_pinned(runId, pinned); });
        return true;
    }
    if (role == BaselineRole) {
        setBaseline(id, value.toBool());
        return true;
    }
    if (role != Qt::EditRole) return false;
    if (index.column() != NameColumn) return setText(row, index.column(), value);
    const QString name = value.toString().simplified();
    edit(id, [runId, text = name.toStdString()](Library& library) { library.set_name(runId, text); });
    if (session_.run(id) != nullptr) {
        session_.setName(id, name);
    } else if (!name.isEmpty()) {
        row.name = name;
        emit dataChanged(index, index);
    }
    return true;
}

}  // namespace mantissa::ui
