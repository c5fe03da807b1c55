// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to runs of the list: marks, deleting and bringing back, handing on and taking in. The list shows
// it at once; the library follows on the writer's thread and has the last word.
#include <QDir>
#include <QFileInfo>
#include <QMetaObject>
#include <algorithm>

#include "engine/base/error.h"
#include "engine/run/metric.h"
#include "engine/store/library.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

QString RunList::whyReadOnly() const {
    if (reader_ == nullptr || writer_ != nullptr) return {};
    return tr("The library is open in another window: change, delete and import runs there.");
}

QStringList RunList::unkeptRuns() const {
    QStringList names;
    for (const RunRow& row : rows_)
        if (!row.live() && session_.fromThisSession(row.id) && (writer_ == nullptr || row.unkept)) names << row.name;
    return names;
}

const RunRow* RunList::baseline() const {
    const auto place = std::find_if(rows_.begin(), rows_.end(), [](const RunRow& row) { return row.baseline; });
    return place == rows_.end() ? nullptr : &*place;
}

std::optional<double> RunList::aboveBaseline(const RunRow& row) const {
    const RunRow* const base = baseline();
    if (base == nullptr || !base->accuracy || !row.accuracy ||
        metric_of(row.config).name.text != metric_of(base->config).name.text)
        return std::nullopt;
    return (*row.accuracy - *base->accuracy) * metric_of(row.config).scale;
}

void RunList::keepAnswer(const run::Record& record) {
    edit(QString::fromStdString(record.run_id()), [record](Library& library) { library.append({&record, 1}); });
}

void RunList::setBaseline(const QString& runId, bool on) {
    for (RunRow& row : rows_) row.baseline = on && row.id == runId;
    edit(runId, [id = runId.toStdString(), on](Library& library) { library.set_baseline(id, on); });
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit baselineChanged();
}

bool RunList::setText(RunRow& row, int column, const QVariant& value) {
    const std::string id = row.id.toStdString();
    if (column == NoteColumn) {
        row.note = value.toString();
        edit(row.id, [id, note = row.note.toStdString()](Library& library) { library.set_note(id, note); });
    } else if (column == TagsColumn) {
        row.tags.clear();
        for (const QString& part : value.toString().split(',')) {
            const QString tag = part.simplified();
            if (!tag.isEmpty() && !row.tags.contains(tag)) row.tags << tag;
        }
        std::vector<std::string> tags;
        for (const QString& tag : row.tags) tags.push_back(tag.toStdString());
        edit(row.id, [id, tags](Library& library) { library.set_tags(id, tags); });
    } else {
        return false;
    }
    const int place = rowOf(row.id);
    emit dataChanged(index(place, 0), index(place, ColumnCount - 1));
    return true;
}

int RunList::removeRuns(const QStringList& runIds) {
    if (const QString why = whyReadOnly(); !why.isEmpty()) {
        emit message(why);
        return 0;
    }
    std::vector<Removed> taken;
    bool live = false;
    for (const QString& id : runIds) {
        const int place = rowOf(id);
        if (place < 0) continue;
        if (row(place).live()) {
            live = true;
            continue;
        }
        taken.push_back({row(place), session_.isVisible(id)});
        removed_.insert(id);
        restored_.erase(id);
        edit(id, [run = id.toStdString()](Library& library) { library.remove(run); });
        // What the library lacks, wholly or in part, could not be read again: such a run is only hidden.
        if (reader_ != nullptr && !unkept_.contains(id)) {
            session_.remove(id);
        } else {
            session_.setVisible(id, false);
        }
        takeOut(id);
    }
    if (live) emit message(tr("A run that is training cannot be deleted: stop it first."));
    const int count = static_cast<int>(taken.size());
    deleted_ += count;
    const bool base = std::any_of(taken.begin(), taken.end(), [](const Removed& one) { return one.row.baseline; });
    if (count > 0) removals_.push_back(std::move(taken));
    if (base) emit baselineChanged();
    return count;
}

int RunList::undoRemove() {
    if (removals_.empty()) return 0;
    const std::vector<Removed> back = std::move(removals_.back());
    removals_.pop_back();
    for (const Removed& one : back) {
        const QString id = one.row.id;
        removed_.erase(id);
        restored_.insert(id);
        edit(id, [run = id.toStdString()](Library& library) { library.restore(run); });
        RunRow row = one.row;
        row.baseline = row.baseline && baseline() == nullptr;
        place(std::move(row));
        if (one.shown) show(id);
    }
    deleted_ = std::max(0, deleted_ - static_cast<int>(back.size()));
    emit baselineChanged();
    return static_cast<int>(back.size());
}

/// After an import: runs that were deleted here may be back, and are listed then. Only once nothing is under way any
/// more: a run that was deleted since does not say so in the library yet.
void RunList::forgetRemovals() {
    if (!forget_ || pendingEdits_ > 0 || reader_ == nullptr) return;
    forget_ = false;
    try {
        for (const RunSummary& summary : reader_->runs()) {
            const QString id = QString::fromStdString(summary.run_id);
            if (summary.deleted || removed_.erase(id) == 0) continue;
            for (std::vector<Removed>& removal : removals_)
                std::erase_if(removal, [&id](const Removed& one) { return one.row.id == id; });
            readOne(id);
        }
        std::erase_if(removals_, [](const std::vector<Removed>& removal) { return removal.empty(); });
    } catch (const Error&) {
        // reload() tells
    }
}

void RunList::purgeDeleted() {
    if (const QString why = whyReadOnly(); !why.isEmpty()) {
        emit message(why);
        return;
    }
    removals_.clear();
    edit({}, [](Library& library) { library.purge_deleted(); });
}

void RunList::exportRuns(const QStringList& runIds, const QString& path, bool replace) {
    if (reader_ == nullptr) {
        emit message(tr("There is no library to export from: the runs of this session are not kept."));
        return;
    }
    std::vector<std::string> ids;
    for (const QString& id : runIds) ids.push_back(id.toStdString());
    pool_.start([this, ids, path, replace, library = reader_->path()] {
        QString problem;
        try {
            Library::open(library, Access::read_only)
                ->export_runs(ids, QDir::toNativeSeparators(path).toStdString(), replace);
        } catch (const std::exception& error) {
            problem = inWords(error);
        }
        const QString name = QFileInfo(path).fileName();
        QMetaObject::invokeMethod(
            this,
            [this, problem, name, count = static_cast<int>(ids.size())] {
                if (problem.isEmpty()) {
                    emit told(tr("%n runs were exported to %1.", nullptr, count).arg(name));
                } else {
                    emit message(tr("Nothing was exported to %1: %2").arg(name, problem));
                }
            },
            Qt::QueuedConnection);
    });
}

void RunList::importRuns(const QString& path) {
    if (reader_ == nullptr) {
        emit message(tr("There is no library to import into: the runs of this session are not kept."));
        return;
    }
    if (const QString why = whyReadOnly(); !why.isEmpty()) {
        emit message(why);
        return;
    }
    writer_->importFrom(path);
}

}  // namespace mantissa::ui
