// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the Runs dock: the library's runs merged with those in the window, newest first. A run that is in both
// stands once, with the live figures. While training the table changes at most four times a second.
#pragma once

#include <QAbstractTableModel>
#include <QThreadPool>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/session_model.h"

namespace mantissa {
class Library;
struct RunSummary;
}  // namespace mantissa

namespace mantissa::ui {

class LibrarySink;

/// Runs as rows. Sortable through QSortFilterProxyModel with SortRole.
class RunList : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        NameColumn,
        PrecisionColumn,
        ScalingColumn,
        ModelColumn,
        BatchColumn,
        ResultColumn,
        StepsColumn,
        WhenColumn,
        StateColumn,
        ColumnCount
    };
    enum Role {
        RunIdRole = Qt::UserRole + 1,  ///< QString
        VisibleRole,                   ///< bool, settable: on the charts (also the check box of the name column)
        PinnedRole,                    ///< bool, settable: stands first
        LiveRole,                      ///< bool: trains or is paused now
        PrecisionRole,                 ///< int, run::Precision: for colour and marker
        SortRole,                      ///< a number or text to sort the column by
    };

    /// `session` is not owned and must outlive the list.
    explicit RunList(SessionModel& session, QObject* parent = nullptr,
                     std::chrono::milliseconds interval = std::chrono::milliseconds(250));
    /// Waits for runs that are just being read.
    ~RunList() override;

    /// Lists the library that `reader` (read-only, may be null: only the runs of this session) has open; edits go
    /// through `writer` (null: the library cannot be changed here). Neither is owned.
    void setLibrary(const Library* reader, LibrarySink* writer);
    /// Reads the library again.
    void reload();
    /// Row of a run, -1 if it is not there.
    int rowOf(const QString& runId) const;
    QString runId(int row) const;
    /// Shows a run on the charts. One that is only in the library is read first, on another thread: shown tells when it
    /// is in the session, message if it cannot be read.
    void show(const QString& runId);
    /// Takes a run off the charts and the list and marks it as deleted in the library (Library::restore takes that
    /// back). False, with a message, for a live run.
    bool removeRun(const QString& runId);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// EditRole on the name column renames (the library, too); CheckStateRole on it and VisibleRole show or hide;
    /// PinnedRole pins.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  signals:
    /// A sentence for a person: the library could not be read or written, a live run cannot be deleted.
    void message(const QString& text);
    void shown(const QString& runId);

  private:
    struct Row {
        QString id;
        QString name;
        QString scaling;
        QString model;
        QString hint;  ///< device, or what is wrong
        run::Precision precision = run::PRECISION_UNSET;
        std::uint32_t batch = 0;
        std::uint32_t steps = 0;
        std::optional<double> accuracy;
        double started = 0;  ///< seconds since 1970, 0 if unknown
        RunState state = RunState::interrupted;
        bool damaged = false;
        bool pinned = false;
        bool live() const { return !damaged && (state == RunState::running || state == RunState::paused); }
    };
    static bool before(const Row& a, const Row& b);
    static Row fromSummary(const RunSummary& summary);
    static Row fromModel(const RunModel& run);
    static void describeConfig(Row& row, const run::RunConfig& config);
    void noteChange(const QString& runId);
    void update();
    void place(Row row);
    void takeOut(const QString& runId);
    void readOne(const QString& runId);
    bool setVisible(const QString& runId, bool visible);
    void edit(const QString& runId, std::function<void(Library&)> change);
    QVariant text(const Row& row, int column) const;
    QVariant sortKey(const Row& row, int column) const;

    SessionModel& session_;
    const Library* reader_ = nullptr;
    LibrarySink* writer_ = nullptr;
    std::vector<Row> rows_;  // pinned first, then newest first
    std::set<QString> dirty_;
    std::set<QString> reading_;
    QTimer timer_;
    QThreadPool pool_;
};

}  // namespace mantissa::ui
