// SPDX-License-Identifier: GPL-3.0-or-later
// See report_files.h.
#include "ui/reports/report_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMetaObject>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/report/csv.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/output_file.h"
#include "engine/report/report_data.h"
#include "engine/store/library.h"
#include "ui/reports/report_pdf.h"
#include "ui/reports/report_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

void write(std::ostream& out, const Library& library, const std::vector<std::string>& ids, const QString& suffix,
           const Words& words, const std::string& shown) {
    const auto read = [&] {
        ReportData data = read_report(library, ids, report_nodes, shown);
        data.words = words;
        return data;
    };
    if (suffix == "pdf") {
        const QByteArray bytes = pdfReport(read());
        out.write(bytes.constData(), bytes.size());
    } else if (suffix == "md") {
        out << markdown_table(read());
    } else if (suffix == "csv") {
        write_steps_csv(out, library, ids);
    } else if (suffix == "json") {
        write_json_lines(out, library, ids);
    } else if (suffix == "html" || suffix == "htm") {
        out << html_report(read());
    } else {
        throw Error(ErrorCode::usage,
                    ReportFiles::tr("The name does not say what kind of report it is to be").toStdString(), "",
                    ReportFiles::tr("a name that ends in .html, .pdf, .md, .csv or .json").toStdString());
    }
}

}  // namespace

ReportFiles::ReportFiles(std::function<ReportRuns()> runs, QWidget* window)
    : QObject(window), runs_(std::move(runs)), window_(window) {
    pool_.setMaxThreadCount(1);
}

ReportFiles::~ReportFiles() {
    pool_.waitForDone();
}

void ReportFiles::askFor(const ReportRuns& what) {
    const auto& [runs, selected, shown] = what;
    if (library_.empty() || runs.isEmpty()) {
        emit failed(library_.empty() ? tr("No library of runs is open.") : tr("There is no run to report on."),
                    library_.empty() ? QString() : tr("Train one, or select some in the Runs dock."));
        return;
    }
    const auto count = static_cast<int>(runs.size());
    const QString title = selected ? tr("Save report of the %n selected runs", nullptr, count)
                                   : tr("Save report of the %n runs on the charts", nullptr, count);
    auto* dialog = new QFileDialog(window_, title);
    dialog->setObjectName("reportDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Page with charts (*.html)"), tr("Document with charts (*.pdf)"),
                            tr("Table for pasting, Markdown (*.md)"), tr("Every step as a table (*.csv)"),
                            tr("Everything, a record a line (*.json)")});
    const auto follow = [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), -1).chopped(1));
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, follow);
    follow(dialog->selectedNameFilter());
    dialog->selectFile(QStringLiteral("mantissa-report"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, ids = runs, on = shown](const QString& path) { save(path, ids, on); });
    dialog->open();
}

void ReportFiles::save(const QString& path, const QStringList& runs, const QString& shown) {
    std::vector<std::string> ids;
    for (const QString& id : runs) ids.push_back(id.toStdString());
    pool_.start([this, path, ids, library = library_, words = reportWords(), on = shown.toStdString()] {
        QString sentence, remedy;
        bool good = false;
        try {
            const std::unique_ptr<Library> reader = Library::open(library, Access::read_only);
            const QString suffix = QFileInfo(path).suffix().toLower();
            write_output(path.toStdString(), true,
                         [&](std::ostream& out) { write(out, *reader, ids, suffix, words, on); });
            sentence = tr("Report of %n run(s): %1", nullptr, static_cast<int>(ids.size()))
                           .arg(QDir::toNativeSeparators(path));
            good = true;
        } catch (const Error& error) {
            sentence = tr("The report could not be written: %1.").arg(messageOfFile(error));
            remedy = remedySentence(error);
        } catch (const std::exception& error) {
            sentence = tr("The report could not be written: %1.").arg(inWords(error));
        }
        QMetaObject::invokeMethod(this, [this, good, sentence, remedy] {
            if (good)
                emit done(sentence);
            else
                emit failed(sentence, remedy);
        });
    });
}

}  // namespace mantissa::ui
