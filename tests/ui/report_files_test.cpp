// SPDX-License-Identifier: Apache-2.0
// Reports from the window: each kind of file from a library with runs whose names are hostile; what cannot be written
// is told; the PDF has its pages, its charts as drawings, and no more of a name than its text.
#include "ui/reports/report_files.h"

#include <QAbstractTextDocumentLayout>
#include <QFile>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QWidget>
#include <tuple>

#include "engine/report/report_data.h"
#include "engine/store/library.h"
#include "tests/ui/patience.h"
#include "ui/reports/report_breaks.h"
#include "ui/reports/report_drawing.h"
#include "ui/reports/report_pdf.h"
#include "ui/reports/report_tables.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const std::string kHostile =
    "<b>\xEE\x80\x80"
    "0\xEE\x80\x81</b><script>alert(1)</script>";

std::vector<run::Record> recordsOf(const std::string& id, const std::string& name, std::uint32_t steps) {
    std::vector<run::Record> records;
    const auto add = [&](std::uint32_t step) -> run::Record& {
        run::Record& record = records.emplace_back();
        record.set_run_id(id);
        record.set_lane(0);
        record.set_step(step);
        return record;
    };
    run::RunStarted& started = *add(0).mutable_started();
    started.mutable_identity()->set_run_id(id);
    started.mutable_config()->set_name(name);
    started.mutable_config()->set_precision(run::FP16);
    started.mutable_config()->set_scaling(run::DYNAMIC);
    for (std::uint32_t step = 1; step <= steps; ++step) {
        run::StepRecord& done = *add(step).mutable_step_done();
        done.set_loss(2.3f / static_cast<float>(step));
        done.set_accuracy(0.5f);
        done.set_scale(step < 10 ? 65536.f : 32768.f);
    }
    run::EvalRecord& evaluated = *add(steps).mutable_evaluated();
    evaluated.set_accuracy(0.9f);
    evaluated.set_images(100);
    add(steps).mutable_finished()->set_outcome(run::RunFinished::COMPLETED);
    return records;
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Pages of a PDF, by its page objects (Qt writes them uncompressed).
int pagesOf(const QByteArray& pdf) {
    return static_cast<int>(pdf.count("/Type /Page\n"));
}

}  // namespace

class ReportFilesTest : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        path_ = folder_->filePath("runs.mantissa").toStdString();
        const auto library = Library::open(path_, Access::read_write);
        library->append(recordsOf("A", kHostile, 40));
        library->append(recordsOf("B", "quiet", 40));
        window_ = std::make_unique<QWidget>();
        files_ = new ReportFiles([this] { return ReportRuns{shown_, false}; }, window_.get());
        files_->setLibrary(path_);
    }

    void everyKindIsWritten_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("html") << "r.html" << QByteArray("<!DOCTYPE html>") << QByteArray("2 runs compared");
        QTest::newRow("pdf") << "r.pdf" << QByteArray("%PDF-") << QByteArray("%%EOF");
        QTest::newRow("markdown") << "r.md" << QByteArray("|") << QByteArray("quiet");
        QTest::newRow("csv") << "r.csv" << QByteArray() << QByteArray("32768");
        QTest::newRow("json, in capitals") << "R.JSON" << QByteArray("{") << QByteArray("\"run_id\":\"B\"");
    }
    void everyKindIsWritten() {
        QFETCH(QString, name);
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, holds);
        QSignalSpy done(files_, &ReportFiles::done);
        files_->save(folder_->filePath(name), {"A", "B"});
        TRY_COMPARE(done.count(), 1);
        QVERIFY(done.first().first().toString().contains(name));
        const QByteArray written = contents(folder_->filePath(name));
        QVERIFY(written.startsWith(begin));
        QVERIFY2(written.contains(holds), written.left(400).constData());
        QVERIFY(!written.contains("<script>alert") || name.endsWith("csv") || name.endsWith("JSON"));
    }

    void whatCannotBeWrittenIsTold() {
        QSignalSpy failed(files_, &ReportFiles::failed);
        files_->save(folder_->filePath("no such folder/r.html"), {"A"});
        TRY_COMPARE(failed.count(), 1);
        QVERIFY2(failed[0][0].toString().contains(folder_->filePath("no such folder")),
                 qPrintable(failed[0][0].toString()));
        files_->save(folder_->filePath("r.docx"), {"A"});
        TRY_COMPARE(failed.count(), 2);
        QVERIFY(failed[1][1].toString().contains(".pdf"));
        QVERIFY(!QFile::exists(folder_->filePath("r.docx")));
        files_->save(folder_->filePath("r.html"), {"C"});
        TRY_COMPARE(failed.count(), 3);
        QVERIFY(failed[2][0].toString().contains("C"));
        shown_.clear();
        files_->askWhereToSave();
        QCOMPARE(failed.count(), 4);
    }

    void thePdfHasItsPagesAndDrawings() {
        const auto library = Library::open(path_, Access::read_only);
        const QByteArray one = pdfReport(read_report(*library, {"B"}));
        QVERIFY(pagesOf(one) >= 2);
        const QByteArray both = pdfReport(read_report(*library, {"A", "B"}));
        QVERIFY(pagesOf(both) >= 3);                 // the comparison, and one for each run
        QVERIFY(!both.contains("/Subtype /Image"));  // vectors, no pixels
        // The mark in the hostile name is text of its name, not a third chart: the same run under a plain name has as
        // much to draw. Its pages are as many.
        const auto other = Library::open(folder_->filePath("plain.mantissa").toStdString(), Access::read_write);
        other->append(recordsOf("A", "plain", 40));
        other->append(recordsOf("B", "quiet", 40));
        QCOMPARE(pagesOf(pdfReport(read_report(*other, {"A", "B"}))), pagesOf(both));
    }

    /// German's words are long, and a table of runs has many columns.
    void noWordOfATableIsBroken() {
        QString html = "<table><tr>";
        const QStringList heads{"Verlustskalierung",
                                "Testgenauigkeit",
                                "Gradientennorm erhalten",
                                "Aktualisierungen ohne Wirkung",
                                "Arbeitsspeicher",
                                "übersprungene Schritte",
                                "Geschwindigkeit",
                                "Initialgewichte",
                                "Rundung"};
        for (const QString& head : heads) html += "<th>" + head + "</th>";
        html += "</tr><tr>";
        for (int i = 0; i < heads.size(); ++i) html += "<td>dynamisch, 65536</td>";
        QTextDocument document;
        document.setHtml(html + "</tr></table>");
        document.setTextWidth(600);
        layTables(document, 600);
        int lines = 0;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            document.documentLayout()->blockBoundingRect(block);
            const QTextLayout& layout = *block.layout();
            for (int i = 0; i + 1 < layout.lineCount(); ++i, ++lines) {
                const QTextLine line = layout.lineAt(i);
                const QChar last = block.text().at(line.textStart() + line.textLength() - 1);
                QVERIFY2(last.isSpace(), qPrintable(block.text()));
            }
        }
        QVERIFY(lines > 0);
    }

    /// Two histograms stand side by side, and German is long: a title stays over its own drawing.
    void aTitleIsNoWiderThanItsHistogram() {
        const QString svg = "<svg viewBox=\"0 0 420 176\" width=\"420\" height=\"176\"></svg>";
        const auto drawn = [&svg](const QString& caption) {
            static const QRegularExpression text("font-size=\"([\\d.]+)\"[^>]*>([^<]*)</text>");
            const QRegularExpressionMatch found = text.match(captioned(svg, caption));
            QFont font(QGuiApplication::font().family());
            font.setPixelSize(100);
            return std::tuple(found.captured(2), found.captured(1).toDouble(),
                              QFontMetricsF(font).horizontalAdvance(found.captured(2)) / 100);
        };
        const auto [brief, usual, some] = drawn("<strong>fc1</strong>, Schritt 3");
        QCOMPARE(brief, QString("fc1, Schritt 3"));
        QCOMPARE(usual, 11.0);
        const QString german =
            "features.conv1.weight, Gewichtsgradient, Schritt 1 950, umgewandelt in FP16, mal Skalierungsfaktor 2¹⁶";
        const auto [title, letters, width] = drawn(german);
        QVERIFY2(letters >= 8 && letters * width <= 421, qPrintable(QString::number(letters * width)));
        QVERIFY(title.startsWith("features.") && title.endsWith("2¹⁶"));
        const auto [cut, least, most] = drawn(QString("block.").repeated(9) + german);
        QVERIFY2(least >= 8 && least * most <= 421, qPrintable(QString::number(least * most)));
        QVERIFY(cut.contains(QChar(0x2026)));
    }

    /// A heading is on the page of the drawing that it is of, wherever the page before ends.
    void noPageEndsBetweenAHeadingAndItsDrawing() {
        QImage blue(120, 90, QImage::Format_RGB32);
        blue.fill(Qt::blue);
        QImage green(16, 8, QImage::Format_RGB32);
        green.fill(Qt::green);
        int moved = 0;
        for (int above = 0; above < 24; ++above) {
            QTextDocument document;
            document.addResource(QTextDocument::ImageResource, QUrl("blue"), blue);
            document.addResource(QTextDocument::ImageResource, QUrl("swatch"), green);
            document.setDocumentMargin(0);
            document.setHtml(QString("<p>text</p>").repeated(above) +
                             "<h3 style='color:red'>Heading</h3><p style='color:red'>of what follows</p>"
                             "<p>a legend <img src='swatch'></p><p><img src='blue'></p><p>text</p>");
            document.setPageSize(QSizeF(200, 260));
            const auto pages_with = [&](QRgb color) {
                QList<int> pages;
                for (int page = 0; page < document.pageCount(); ++page) {
                    QImage paper(200, 260, QImage::Format_RGB32);
                    paper.fill(Qt::white);
                    QPainter painter(&paper);
                    painter.translate(0, -260.0 * page);
                    painter.setRenderHint(QPainter::TextAntialiasing, false);
                    document.drawContents(&painter, QRectF(0, 260.0 * page, 200, 260));
                    painter.end();
                    bool there = false;
                    for (int y = 0; y < 260 && !there; ++y)
                        for (int x = 0; x < 200 && !there; ++x) there = paper.pixel(x, y) == color;
                    if (there) pages << page;
                }
                return pages;
            };
            const QList<int> before = pages_with(qRgb(255, 0, 0));
            keepTogether(document);
            const QList<int> heading = pages_with(qRgb(255, 0, 0)), drawing = pages_with(qRgb(0, 0, 255));
            QCOMPARE(heading.size(), 1);
            QCOMPARE(pages_with(qRgb(0, 255, 0)), drawing);
            QVERIFY2(heading == drawing, qPrintable(QString::number(above)));
            moved += heading == before ? 0 : 1;
        }
        QVERIFY2(moved > 0 && moved < 24, qPrintable(QString::number(moved)));  // not wherever it stands
    }

    void manyRunsAreAComparisonAndAPageEach() {
        const auto pages = [this](int runs) {
            const auto library =
                Library::open(folder_->filePath(QString::number(runs)).toStdString(), Access::read_write);
            std::vector<std::string> ids;
            for (int i = 0; i < runs; ++i) {
                ids.push_back("R" + std::to_string(i));
                library->append(recordsOf(ids.back(), "a run with a unique name", 40));
            }
            return pagesOf(pdfReport(read_report(*library, ids)));
        };
        // Twelve more runs (the charts draw eight in both) are twelve more pages, and a line each in the tables.
        const int few = pages(8);
        const int many = pages(20);
        QVERIFY2(many - few >= 12 && many - few <= 13, qPrintable(QString("%1, %2").arg(few).arg(many)));
    }

  private:
    std::unique_ptr<QTemporaryDir> folder_;
    std::filesystem::path path_;
    std::unique_ptr<QWidget> window_;
    ReportFiles* files_ = nullptr;
    QStringList shown_{"A"};
};

QTEST_MAIN(ReportFilesTest)
#include "report_files_test.moc"
