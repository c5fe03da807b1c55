// SPDX-License-Identifier: GPL-3.0-or-later
// What others change in the library that is open here: another window, a command line.
#include <algorithm>

#include "engine/base/error.h"
#include "engine/store/library.h"
#include "ui/models/run_list.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

std::map<std::string, int> numbersOf(const std::map<std::string, RunMarks>& all) {
    std::map<std::string, int> numbers;
    for (const auto& [id, marks] : all) numbers[id] = static_cast<int>(marks.number);
    return numbers;
}

}  // namespace

void RunList::lookForOthers() {
    if (reader_ == nullptr) return;
    try {
        std::set<QString> ids;
        if (const std::int64_t version = reader_->version(); version != seenVersion_) {
            const bool first = seenVersion_ < 0;
            seenVersion_ = version;
            marksStale_ = true;
            for (const std::string& id : reader_->added_after(lastRow_))
                if (const QString one = QString::fromStdString(id); !first && rowOf(one) < 0) ids.insert(one);
            if (first) {
                marks_ = reader_->marks();
                marksStale_ = false;
                session_.setKeptNumbers(numbersOf(marks_));
            }
        }
        // What is done here is in the rows before it is in the library: nothing is compared until it is.
        if (marksStale_ && pendingEdits_ == 0) takeOthersMarks();
        // A process that was killed tells nobody: the locks are asked for each time, which reads nothing of the
        // library.
        const ClaimReader claims(reader_->path());
        for (const RunRow& row : rows_) {
            if (!row.elsewhere && (row.state != RunState::interrupted || row.damaged)) continue;
            if (row.elsewhere || claims.trained_elsewhere(row.id.toStdString())) ids.insert(row.id);
        }
        for (const QString& id : ids)
            if (session_.run(id) == nullptr) readOne(id);
    } catch (const Error& error) {
        qWarning("the list of runs: %s", error.what());
    }
}

/// Empty where it is not there any more.
QString RunList::nameInLibrary(const std::string& runId) const {
    try {
        return QString::fromStdString(reader_->summary(runId).name);
    } catch (const Error&) {
        return {};
    }
}

/// Names, notes, tags, pins, the baseline and deletions. A run that is open here stays open, and is listed, though it
/// was deleted elsewhere.
void RunList::takeOthersMarks() {
    std::map<std::string, RunMarks> now = reader_->marks();
    marksStale_ = false;
    now.swap(marks_);
    const std::map<std::string, RunMarks>& before = now;
    const QString base = baseline() ? baseline()->id : QString();
    deleted_ = 0;
    const bool others = marks_.size() != before.size() ||
                        !std::equal(marks_.begin(), marks_.end(), before.begin(),
                                    [](const auto& one, const auto& other) { return one.first == other.first; });
    if (others) session_.setKeptNumbers(numbersOf(marks_));
    for (const auto& [id, marks] : marks_) {
        deleted_ += marks.deleted ? 1 : 0;
        const auto known = before.find(id);
        if (known == before.end() || known->second == marks) continue;
        const QString runId = QString::fromStdString(id);
        (marks.deleted ? restored_ : removed_).erase(runId);  // what was done here was undone elsewhere
        readOne(runId);
        if (session_.run(runId) != nullptr && known->second.named != marks.named)
            session_.setName(runId, nameInLibrary(id));
    }
    for (const auto& [id, marks] : before)  // erased for good
        if (!marks_.contains(id)) readOne(QString::fromStdString(id));
    if (base == (baseline() ? baseline()->id : QString())) return;
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit baselineChanged();
}

void RunList::readOne(const QString& runId) {
    const RunModel* const run = session_.run(runId);
    std::optional<RunSummary> summary;
    if (reader_ != nullptr) {
        try {
            summary = reader_->summary(runId.toStdString());
        } catch (const Error& error) {
            if (error.code() != ErrorCode::usage) emit message(inWords(error));
        }
    }
    const bool deleted = summary && summary->deleted && restored_.count(runId) == 0;
    if (run == nullptr && (!summary || deleted)) {
        takeOut(runId);
        return;
    }
    RunRow row = run != nullptr ? fromModel(*run) : fromSummary(*summary);
    // While edits are under way the library may still hold what was before them.
    const int old = rowOf(runId);
    if (pendingEdits_ > 0 && old >= 0) {
        takeOver(row, rows_[static_cast<std::size_t>(old)]);
    } else if (summary) {
        takeOver(row, fromSummary(*summary));
    }
    const bool another = row.baseline && (baseline() == nullptr || baseline()->id != runId);
    if (another) {
        for (RunRow& other : rows_) other.baseline = false;
    }
    place(std::move(row));
    if (another) emit baselineChanged();
}

}  // namespace mantissa::ui
