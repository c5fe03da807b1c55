// SPDX-License-Identifier: GPL-3.0-or-later
// File › Save report: the runs selected in the Runs dock, else those on display, as one file that can be sent on. The
// library is read and the file written on another thread; a long run takes seconds.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <filesystem>
#include <functional>

class QWidget;

namespace mantissa::ui {

/// Runs to report on.
struct ReportRuns {
    QStringList ids;        ///< in the order in which the report has them
    bool selected = false;  ///< by a person, in the Runs dock; else they are those on the charts
    QString shown = {};     ///< the run on display: of many runs the charts draw it
};

/// What the name of a report's file makes it: ".html", ".pdf", ".md", ".csv" (every step), ".json" (every record).
class ReportFiles : public QObject {
    Q_OBJECT

  public:
    /// `runs` tells what to report on when it is asked.
    ReportFiles(std::function<ReportRuns()> runs, QWidget* window);
    /// Waits for a report that is being written.
    ~ReportFiles() override;

    /// The library to read; empty: there is none, and askWhereToSave() says so.
    void setLibrary(const std::filesystem::path& library) { library_ = library; }

    void askWhereToSave() { askFor(runs_()); }
    void askFor(const ReportRuns& what);
    /// Writes it (over a file that is there) and emits done or failed, later. `shown`: as in ReportRuns.
    void save(const QString& path, const QStringList& runs, const QString& shown = {});

  signals:
    void done(const QString& sentence);
    void failed(const QString& sentence, const QString& remedy);

  private:
    std::function<ReportRuns()> runs_;
    QWidget* window_;
    std::filesystem::path library_;
    QThreadPool pool_;
};

}  // namespace mantissa::ui
