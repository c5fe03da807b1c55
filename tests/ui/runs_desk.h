// SPDX-License-Identifier: Apache-2.0
// The Runs dock on a real library of three runs, for its tests.
#pragma once

#include <QMainWindow>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/ulid.h"
#include "engine/store/library.h"
#include "tests/ui/run_records.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/runs_dock.h"

namespace mantissa::ui {

/// A library of three finished runs (oldest first: FP32 at 94.5 %, FP16, BF16) and the dock on it.
class RunsDesk {
  public:
    explicit RunsDesk(bool writable = true) {
        {
            const auto library = Library::open(path, Access::read_write);
            const run::Precision precisions[] = {run::FP32, run::FP16, run::BF16};
            for (int i = 0; i < 3; ++i) {
                ids.push_back(make_ulid());
                run::Record begin = started(ids.back(), precisions[i], 1000.0 * (i + 1));
                begin.mutable_started()->mutable_config()->set_name(std::string("run ") + "ABC"[i]);
                run::Record end = finished(2, run::RunFinished::COMPLETED, ids.back());
                end.mutable_finished()->set_test_accuracy(0.945f - 0.125f * static_cast<float>(i));
                library->append(std::vector{begin, step(1, 1, ids.back()), step(2, 0.5f, ids.back()), end});
            }
        }
        if (writable) sink = std::make_unique<LibrarySink>(Library::open(path, Access::read_write));
        reader = Library::open(path, Access::read_only);
        list = std::make_unique<RunList>(session, nullptr, std::chrono::milliseconds(0));
        list->setLibrary(reader.get(), sink.get());
        window = std::make_unique<QMainWindow>();
        dock = new RunsDock(*list, session, window.get());
        window->addDockWidget(Qt::RightDockWidgetArea, dock);
        window->resize(300, 700);
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        dock->table()->setFocus();
    }
    ~RunsDesk() {
        menu.reset();
        window.reset();
        list.reset();
    }

    QString id(int run) const { return QString::fromStdString(ids[static_cast<std::size_t>(run)]); }
    RunSummary kept(int run) const { return reader->summary(ids[static_cast<std::size_t>(run)]); }
    int rows() const { return dock->table()->model()->rowCount(); }
    QString name(int row) const { return dock->table()->model()->index(row, 0).data().toString(); }
    /// Selects runs by their number.
    void select(const QList<int>& runs) {
        dock->table()->clearSelection();
        for (int row = 0; row < rows(); ++row) {
            const QModelIndex index = dock->table()->model()->index(row, 0);
            for (const int run : runs) {
                if (index.data(RunList::RunIdRole).toString() != id(run)) continue;
                dock->table()->selectionModel()->setCurrentIndex(
                    index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            }
        }
    }
    QAction* action(const QString& text) {
        menu.reset(dock->makeMenu());
        for (QAction* one : menu->actions())
            if (one->text().startsWith(text)) return one;
        return nullptr;
    }
    template <typename Widget>
    Widget* find(const char* name) {
        return window->findChild<Widget*>(name);
    }

    QTemporaryDir folder;
    std::filesystem::path path = folder.filePath("library.mantissa").toStdString();
    std::vector<std::string> ids;
    std::unique_ptr<LibrarySink> sink;
    std::unique_ptr<Library> reader;
    SessionModel session;
    std::unique_ptr<RunList> list;
    std::unique_ptr<QMainWindow> window;
    RunsDock* dock = nullptr;
    std::unique_ptr<QMenu> menu;
};

}  // namespace mantissa::ui
