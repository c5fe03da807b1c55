// SPDX-License-Identifier: Apache-2.0
// The engine's sentences in German: each that its sources can say is known to the window, the window knows no other,
// and a report made in a German window has no English left.
#include "ui/words/phrase_words.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <map>
#include <set>

#include "engine/report/advisor_text.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "tests/engine/report/whole_report.h"
#include "tests/ui/run_records.h"
#include "tests/ui/translation_file.h"
#include "ui/models/run_model.h"
#include "ui/models/scale_story.h"
#include "ui/pages/run_marks.h"
#include "ui/pages/scale_page.h"
#include "ui/reports/report_brief.h"
#include "ui/reports/report_words.h"
#include "ui/shell/timeline.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Sentences in the source of a file: the literals in say("…") and words("…").
std::set<QString> sentencesIn(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", qPrintable(path));
    const QString source = QString::fromUtf8(file.readAll());
    static const QRegularExpression call("\\b(?:say|words_?)\\(\\s*");
    static const QRegularExpression literal("\\G\"((?:[^\"\\\\]|\\\\.)*)\"\\s*");
    std::set<QString> found;
    for (auto it = call.globalMatch(source); it.hasNext();) {
        qsizetype at = it.next().capturedEnd();
        QString sentence;
        for (auto part = literal.match(source, at); part.hasMatch(); part = literal.match(source, at)) {
            sentence += part.captured(1);
            at = part.capturedEnd();
        }
        sentence.replace("\\\"", "\"");
        if (sentence.contains(QRegularExpression("[A-Za-z]{2}"))) found.insert(sentence);
    }
    return found;
}

/// A choice of literals is none that sentencesIn() can see.
QStringList choicesIn(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", qPrintable(path));
    static const QRegularExpression choice("\\b(?:say|words_?)\\([^\"();]*\\?[^\"();]*\"[^;]{0,40}");
    QStringList found;
    for (auto it = choice.globalMatch(QString::fromUtf8(file.readAll())); it.hasNext();) found << it.next().captured();
    return found;
}

QStringList sourcesOfSentences() {
    QStringList files{QString(MANTISSA_SOURCE) + "/ui/reports/report_brief.cpp",
                      QString(MANTISSA_SOURCE) + "/app/worker/catalogue.cpp",
                      QString(MANTISSA_SOURCE) + "/app/worker/resume_ranks.cpp"};
    for (QDirIterator it(QString(MANTISSA_SOURCE) + "/engine", {"*.cpp", "*.h", "*.cu"}, QDir::Files,
                         QDirIterator::Subdirectories);
         it.hasNext();)
        files << it.next();
    return files;
}

/// Settings and their values stand in a report's tables as the command line takes them.
bool isSetting(const QString& text) {
    if (text == "on" || text == "off") return true;
    const auto* config = run::RunConfig::descriptor();
    for (int i = 0; i < config->field_count(); ++i) {
        if (text.toStdString() == config->field(i)->name()) return true;
        if (const auto* choices = config->field(i)->enum_type())
            for (const std::string& name : flag_names(*choices))
                if (text.toStdString() == name) return true;
    }
    return false;
}

/// What a reader sees of a page: without its head, commands and programs.
QString visible(const std::string& page) {
    QString text = QString::fromStdString(page);
    static const QRegularExpression hidden("<head>.*?</head>|<code>.*?</code>|```.*?```",
                                           QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression tag("<[^>]*>");
    text.remove(hidden);
    return text.replace(tag, "\n").replace("&#39;", "'").replace("&quot;", "\"").replace("&amp;", "&");
}

class PhraseWordsTest : public QObject {
    Q_OBJECT

    std::map<QString, QString> german_;  ///< of the engine's sentences

    /// Pieces of English sentences that stand in `text` though their German has other words.
    QStringList englishIn(const QString& text) const {
        static const QRegularExpression place("%[1-9]"), word("[A-Za-z]{3}");
        QStringList left;
        for (const auto& [english, german] : german_)
            for (const QString& piece : english.split(place, Qt::SkipEmptyParts)) {
                const QString part = piece.trimmed();
                if (!part.contains(word) || german.contains(part) || isSetting(part)) continue;
                const QRegularExpression whole("(?<![\\w.-])" + QRegularExpression::escape(part) + "(?![\\w-])");
                if (const auto found = whole.match(text); found.hasMatch())
                    left << part +
                                " in: " + text.mid(std::max<qsizetype>(0, found.capturedStart() - 30), 90).simplified();
            }
        return left;
    }

  private slots:
    void initTestCase() {
        QCOMPARE(speak(*qApp, "de"), "de");
        for (const Message& m : messagesOf("de"))
            if (m.finished && m.context == "Engine") german_.emplace(m.source, m.translations.first());
    }

    /// Names of the engine that are words, wherever a table or a sentence has them.
    void namesThatAreWordsAreSaidToo() {
        class Known final : public QTranslator {
          public:
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* text, const char*, int) const override {
                return text == QByteArray("%1 threads")            ? QStringLiteral("%1 Fäden")
                       : text == QByteArray("FP8 without a scale") ? QStringLiteral("FP8 ohne Skala")
                                                                   : QString();
            }
        } known;
        qApp->installTranslator(&known);
        QCOMPARE(nameInWords("AMD EPYC, AVX2, 2 threads"), QStringLiteral("AMD EPYC, AVX2, 2 Fäden"));
        QCOMPARE(nameInWords("my run with 2 threads"), QStringLiteral("my run with 2 threads"));
        QCOMPARE(nameInWords("PyTorch default"), QStringLiteral("PyTorch-Vorgabe"));
        QCOMPARE(nameInWords("FP16"), QStringLiteral("FP16"));
        QVERIFY(inWords(say("%1 · operands in %2", {"BF16", "FP8 without a scale"})).contains("FP8 ohne Skala"));
        qApp->removeTranslator(&known);
    }

    void nothingIsLostBehindAZero() {
        const std::string behind = std::string("epoch %1") + '\0' + " but not by you";
        QCOMPARE(inWords(say(behind, {3})), QString::fromStdString(std::string("epoch 3") + '\0' + " but not by you"));
    }

    void sentencesKeepTheirValues() {
        QCOMPARE(inWords(say("%1's gradient underflows %2: raise the loss scale", {"fc1", "FP16"})),
                 QString::fromUtf8("Der Gradient von fc1 läuft in FP16 unter: Skalierungsfaktor erhöhen"));
        // Phrases within phrases are translated, too, and a value's own per cent signs are no places.
        QCOMPARE(
            inWords(say("It would grow after %1 without overflow, but the run has only %2 steps.",
                        {say("%1 steps", {"2,000"}), "%1"})),
            QString::fromUtf8("Er würde wachsen, sobald 2\u202f000 Schritte ohne Überlauf vergangen sind, doch der "
                              "Lauf hat nur %1 Schritte."));
        QCOMPARE(inWords(say("Somebody else's %1", {"sentence"})), "Somebody else's sentence");
    }

    void everySentenceOfTheEngineIsTranslated() {
        std::set<QString> used;
        for (const QString& file : sourcesOfSentences()) {
            for (const QString& sentence : sentencesIn(file)) {
                QVERIFY2(german_.count(sentence), qPrintable(file + ": " + sentence));
                used.insert(sentence);
            }
            QVERIFY2(choicesIn(file).isEmpty(), qPrintable(file + ": " + choicesIn(file).join('\n')));
        }
        QVERIFY(used.size() > 1000);
        for (const auto& [english, german] : german_)
            QVERIFY2(used.count(english), qPrintable("the window knows what the engine no longer says: " + english));
    }

    void aGermanReportHasNoEnglishLeft() {
        const QTemporaryDir folder;
        const auto library = Library::open(folder.filePath("Q.mantissa").toStdString(), Access::read_write);
        const std::vector<std::string> ids = testing::write_whole_runs(*library);
        for (const std::vector<std::string>& some : {ids, {ids[0]}, {ids[1]}}) {
            ReportData data = read_report(*library, some);
            // The test can see English where there is some.
            QVERIFY(!englishIn(visible(html_report(data))).isEmpty());
            QVERIFY(!englishIn(visible(markdown_table(data))).isEmpty());
            QVERIFY(!englishIn(visible(briefReport(data).toStdString())).isEmpty());
            data.words = reportWords();
            QVERIFY(html_report(data).find("<html lang=\"de\"") != std::string::npos);
            for (const std::string& page : {html_report(data), markdown_table(data), briefReport(data).toStdString()}) {
                const QStringList left = englishIn(visible(page));
                QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
            }
        }
    }

    /// Bookmarks, the timeline and the story of the scale; what an old library has is shown as it is.
    void whatARunTellsOfItselfIsSaidInGerman() {
        RunModel run(kRun);
        run.apply(started());
        for (std::uint32_t at = 1; at <= 4; ++at) run.apply(step(at));
        const auto tell = [&run](std::uint32_t at, run::EventRecord::Kind kind, const Phrase& text) {
            run::Record made = record(at);
            made.mutable_event()->set_kind(kind);
            set_text(*made.mutable_event(), text);
            run.apply(made);
        };
        tell(1, run::EventRecord::RESET, say("back to the initial weights of the same seed"));
        tell(2, run::EventRecord::SCALE_UP, say("loss scale grows, %1 → %2", {"65536", "131072"}));
        tell(3, run::EventRecord::EPOCH, say("epoch %1", {3}));
        run.apply(eventAt(4, run::EventRecord::NOTICE, "no ghost: the memory is full"));
        const QString back = QString::fromUtf8("zurück zu den Anfangsgewichten desselben Startwerts");
        const std::vector<Bookmark> marks = bookmarksOf(run);
        QCOMPARE(marks.size(), std::size_t{3});
        QVERIFY2(marks[0].tooltip.contains(back), qPrintable(marks[0].tooltip));
        QCOMPARE(marks[1].label, "Epoche 3");
        QVERIFY2(marks[2].tooltip.contains("no ghost: the memory is full"), qPrintable(marks[2].tooltip));
        const TimelineData line = timelineOf(run);
        QCOMPARE(line.bookmarks.front().text, back);
        const std::vector<ScaleMove> moves = scaleMoves(run);
        QCOMPARE(moves.size(), std::size_t{1});
        QCOMPARE(moveText(moves[0]), QString::fromUtf8("Skalierungsfaktor wächst, 65536 → 131072"));
    }

    /// A setting is called as in Setup, not as a flag or a field of a record.
    void aChangeIsToldInTheWordsOfSetup() {
        run::RunConfig before = default_config(), after = before;
        after.set_precision(run::FP16);
        after.set_scaling(run::STATIC);
        after.set_loss_scale(1024);
        QCOMPARE(inWords(change_phrase(before, after)),
                 QString::fromUtf8("Präzision: FP32 → FP16, Verlustskalierung: keine → statisch, Skalierungsfaktor: "
                                   "65536 → 1024"));
    }

    void aGermanDecisionSheetHasNoEnglishLeft() {
        DecisionSheet sheet = testing::whole_sheet();
        QVERIFY(!englishIn(visible(decision_html(sheet))).isEmpty());
        sheet.words = reportWords();
        for (const std::string& page : {decision_html(sheet), decision_markdown(sheet)}) {
            const QStringList left = englishIn(visible(page));
            QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
        }
    }

    void anEnglishWindowReportsAsTheWorkerDoes() {
        const QVariant language = qApp->property("spokenLanguage");
        qApp->setProperty("spokenLanguage", "en");
        QCOMPARE(QString::fromStdString(reportWords()("%1 steps", {count_text(2000)})), QString("2,000 steps"));
        qApp->setProperty("spokenLanguage", language);
        QCOMPARE(QString::fromStdString(reportWords()("%1 steps", {count_text(2000)})),
                 QString::fromUtf8("2\u202f000 Schritte"));
    }
};

}  // namespace

QTEST_MAIN(PhraseWordsTest)
#include "phrase_words_test.moc"
