// SPDX-License-Identifier: Apache-2.0
// Every sentence of the window can be translated, and is: the German file is whole and keeps the placeholders, and with
// a language that brackets every sentence the window shows no sentence without brackets.
#include "ui/words/translation.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableWidget>
#include <QTextEdit>
#include <QTranslator>
#include <set>

#include "engine/lesson/result_file.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"
#include "tests/ui/desk.h"
#include "tests/ui/translation_file.h"
#include "ui/classroom/class_window.h"
#include "ui/classroom/command_list.h"
#include "ui/shell/classroom.h"
#include "ui/shell/decision_dialog.h"
#include "ui/shell/hand_out_dialog.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/machine_dialog.h"
#include "ui/shell/page_tabs.h"
#include "ui/words/date_words.h"
#include "ui/words/number_words.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

std::multiset<QString> placeholdersOf(const QString& text) {
    std::multiset<QString> found;
    static const QRegularExpression placeholder("%(?:L?[0-9]{1,2}|n)");
    for (auto it = placeholder.globalMatch(text); it.hasNext();) found.insert(it.next().captured());
    return found;
}

/// Everything that the German window calls something: with a value put in where the sentence has a place for one.
class Names {
  public:
    Names() {
        static const QRegularExpression place("%(?:[0-9]|n)"), word("\\p{L}{3,}");
        QStringList patterns;
        std::set<QString> labels;  // with a capital letter they are titles of Setup's rows
        for (const Setting& setting : settings()) labels.insert(QString::fromStdString(setting.words.label.text));
        for (const Message& m : messagesOf("de"))
            for (QString name : m.translations) {
                if (labels.count(m.source)) whole_.insert(name.left(1).toUpper() + name.mid(1));
                name.remove('&').remove(QChar(0x00AD));
                if (name.endsWith(QChar(0x2026))) name.chop(1);
                whole_.insert(name);
                if (!name.contains(place) || !name.contains(word) || name.size() > 40) continue;
                QStringList parts;
                for (const QString& part : name.split(place)) parts << QRegularExpression::escape(part);
                patterns << parts.join(".+");
            }
        built_.setPattern("^(?:" + patterns.join('|') + ")$");
    }
    bool has(const QString& name) const { return whole_.count(name) || built_.match(name).hasMatch(); }

  private:
    std::set<QString> whole_;
    QRegularExpression built_;
};

/// Brackets what the translators know, by context: a sentence that is looked up elsewhere stays as it is.
class Brackets final : public QTranslator {
  public:
    Brackets() {
        for (const Message& m : messagesOf("de")) known_.insert(m.context + '\n' + m.source);
    }
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        return known_.count(QString::fromUtf8(context) + '\n' + text) ? "⟦" + text + "⟧" : QString();
    }

  private:
    std::set<QString> known_;
};

/// Names and numbers are the same in every language.
bool isLanguageless(const QString& text) {
    static const QRegularExpression keys("^(Ctrl|Alt|Shift)\\+|^(Space|Esc|Del|Home)$");  // Qt names them
    if (keys.match(text).hasMatch() || text == "mantissa-worker" || text == "student@gpu-server" || text == "U-Net" ||
        text == "GPT" || text == "BERT")
        return true;
    static const QRegularExpression word("\\p{L}{3,}");
    static const std::set<QString> names = {
        "Apex",  "amp",     "TensorFlow", "Keras",       "MXNet",   "Megatron", "DeepSpeed", "fused",   "optimizer",
        "utils", "fairseq", "JMP",        "Transformer", "ResNet",  "MXFP",     "OCP",       "floor",   "fp16_utils",
        "NVFP",  "current", "delayed",    "scaling",     "without", "scale",    "FP32",      "TF32",    "FP16",
        "BF16",  "MNIST",   "Mantissa",   "ReLU",        "Adam",    "SGD",      "AdamW",     "MLP",     "CNN",
        "mnist", "cpu",     "tanh",       "reference",   "NaN",     "inf",      "sigmoid",   "float32", "Adam W",
        "fp16",  "bf16",    "PyTorch",    "Fashion",     "KiB",     "MiB",      "GiB",       "torch",   "half",
        "mixed", "float",   "AMP"};
    static const QRegularExpression tensor("\\b\\w+\\.(?:weight|bias)\\b");
    const QString rest = QString(text).remove(tensor);
    for (auto it = word.globalMatch(rest); it.hasNext();)
        if (!names.count(it.next().captured())) return false;
    return true;
}

/// The buttons that Qt puts into docks, tab bars and dialogs: their words are in its own file.
bool isQtsOwn(const QWidget& widget) {
    const QString name = widget.objectName();
    if (name.startsWith("qt_") || name == "ScrollLeftButton" || name == "ScrollRightButton") return true;
    const auto* box = qobject_cast<const QDialogButtonBox*>(widget.parentWidget());
    auto* button = qobject_cast<QAbstractButton*>(const_cast<QWidget*>(&widget));
    return box && button && box->standardButton(button) != QDialogButtonBox::NoButton;
}

class TranslationTest : public QObject {
    Q_OBJECT

    QStringList plain_;

    void look(const QWidget* widget, const QString& text) {
        if (text.contains(QChar(0x27E6)) || isLanguageless(text)) return;
        plain_ << QString("%1 %2: %3").arg(widget->metaObject()->className(), widget->objectName(), text.left(90));
    }
    void look(const QWidget* widget, const QMenu* menu) {
        for (const QAction* action : menu->actions()) {
            if (!action->property("userText").toBool()) look(widget, action->text());
            if (action->menu()) look(widget, action->menu());
        }
    }
    void lookAt(QWidget* root) {
        for (QWidget* widget : root->findChildren<QWidget*>()) {
            if (widget->property("userText").toBool() || isQtsOwn(*widget)) continue;
            if (const auto* label = qobject_cast<QLabel*>(widget)) look(widget, label->text());
            if (const auto* button = qobject_cast<QAbstractButton*>(widget)) look(widget, button->text());
            if (const auto* box = qobject_cast<QGroupBox*>(widget)) look(widget, box->title());
            if (const auto* dock = qobject_cast<QDockWidget*>(widget)) look(widget, dock->windowTitle());
            if (const auto* tabs = qobject_cast<QTabBar*>(widget))
                for (int i = 0; i < tabs->count(); ++i) look(widget, tabs->tabText(i));
            if (const auto* list = qobject_cast<QComboBox*>(widget))
                for (int i = 0; i < list->count(); ++i) look(widget, list->itemText(i));
            if (const auto* line = qobject_cast<QLineEdit*>(widget)) look(widget, line->placeholderText());
            if (const auto* text = qobject_cast<QPlainTextEdit*>(widget)) look(widget, text->placeholderText());
            if (const auto* text = qobject_cast<QTextEdit*>(widget)) look(widget, text->placeholderText());
            if (const auto* table = qobject_cast<QTableWidget*>(widget)) lookAtCells(*table);
            look(widget, widget->toolTip());
            look(widget, widget->accessibleName());
            look(widget, widget->accessibleDescription());
        }
    }

    /// The titles of lessons, which are actions; values of settings as the preset's file has them.
    static bool isUsers(const QString& text) {
        static const QRegularExpression value("^[A-Z0-9_]+$");
        if (text == "underflow" || value.match(text).hasMatch()) return true;
        for (const QWidget* window : QApplication::topLevelWidgets())
            for (const QAction* action : window->findChildren<QAction*>())
                if (action->property("userText").toBool() && QString(action->text()).remove('&') == text) return true;
        return false;
    }
    void lookAtCells(const QTableWidget& table) {
        for (int column = 0; column < table.columnCount(); ++column) {
            if (const auto* header = table.horizontalHeaderItem(column)) look(&table, header->text());
            for (int row = 0; row < table.rowCount(); ++row)
                if (const auto* cell = table.item(row, column); cell && !isUsers(cell->text()))
                    look(&table, cell->text());
        }
    }
    void lookAtDialog(QWidget& dialog) {
        dialog.show();
        QCoreApplication::processEvents();
        look(&dialog, dialog.windowTitle());
        look(&dialog, dialog.accessibleName());
        lookAt(&dialog);
        dialog.hide();  // some are deleted when they are closed
    }
    void verifyNothingPlain() {
        QStringList plain = std::exchange(plain_, {});
        plain.removeDuplicates();
        const QString all = QString("%1 texts:\n").arg(plain.size()) + plain.mid(0, 60).join('\n');
        QVERIFY2(plain.isEmpty(), qPrintable(all));
    }

    void lookAtPages(MainWindow& window) {
        for (int i = 0; i < window.pages().count(); ++i) {
            window.pages().setCurrentIndex(i);
            QCoreApplication::processEvents();
            lookAt(&window);
        }
    }

  private slots:
    void germanIsWholeAndKeepsThePlaceholders() {
        const std::vector<Message> messages = messagesOf("de");
        QVERIFY(messages.size() > 1000);
        QStringList wrong;
        for (const Message& m : messages) {
            if (!m.finished || m.translations.isEmpty()) wrong << "not translated: " + m.source;
            for (const QString& translation : m.translations) {
                std::multiset<QString> asked = placeholdersOf(m.source), given = placeholdersOf(translation);
                if (m.translations.size() > 1) asked.erase("%n"), given.erase("%n");  // a singular may say "one"
                if (asked != given) wrong << "other placeholders: " + m.source + " → " + translation;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.mid(0, 20).join('\n')));
        for (const Message& m : messagesOf("en"))
            QVERIFY2(m.finished && m.translations.size() == 2, qPrintable(m.source));
    }

    void everySentenceOfTheWindowGoesThroughTheTranslators() {
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        {
            Desk desk;
            for (QAction* action : desk.window().menuBar()->actions())
                if (action->menu()) look(desk.window().menuBar(), action->menu());
            lookAtPages(desk.window());
            desk.startRun();
            lookAtPages(desk.window());
        }
        QCoreApplication::removeTranslator(&brackets);
        verifyNothingPlain();
    }

    /// A lesson speaks the language it was written in; what stands round its texts is the window's.
    void everySentenceOfALessonsPanelToo() {
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        {
            Desk desk;
            LessonDesk& lessons = desk.window().lessons();
            QVERIFY(lessons.open(MANTISSA_RESOURCES "/lessons/02-small-gradients"));
            for (int step = 0; step < lessons.model().steps(); ++step) {
                lessons.goTo(step);
                lessons.model().revealUnasked();
                QCoreApplication::processEvents();
                lookAt(lessons.dock());
            }
            lessons.close();
        }
        QCoreApplication::removeTranslator(&brackets);
        verifyNothingPlain();
    }

    void everySentenceOfTheDialogsToo() {
        Brackets brackets;
        QVERIFY(QCoreApplication::installTranslator(&brackets));
        {
            Desk desk;
            MainWindow& window = desk.window();
            new HandOutDialog(window.setup(), &window);
            new CommandList(&window);
            new MachineDialog({}, &window);
            window.actions().decision->trigger();
            window.actions().keyboard->trigger();
            window.actions().about->trigger();
            const auto dialogs = window.findChildren<QDialog*>();
            QVERIFY(dialogs.size() >= 6);
            for (QDialog* dialog : dialogs) lookAtDialog(*dialog);
            ClassWindow& classView = window.classroom().openClass();
            lookAtDialog(classView);
            const QTemporaryDir room;
            QFile damaged(room.filePath("ann.json"));
            QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("{\"version\":1") > 0);
            damaged.close();
            classView.openFolder(room.path());
            TRY_VERIFY(!classView.reading());
            lookAtDialog(classView);
        }
        QCoreApplication::removeTranslator(&brackets);
        verifyNothingPlain();
    }

    void itSpeaksGermanAndOtherwiseEnglish() {
        QCOMPARE(speak(*qApp, "fr_FR"), "en");
        QCOMPARE(speak(*qApp, "de_AT"), "de");
        QCOMPARE(QCoreApplication::translate("mantissa::ui::AdvisorStrip", "Why"), "Warum");
        // A number has one form in charts, tables and sentences; a month has its German name.
        QCOMPARE(tr("%L1").arg(12345.5, 0, 'f', 1), "12345.5");
        QCOMPARE(wholeText(2000), QStringLiteral("2\u202f000"));
        QCOMPARE(dateLocale().toString(QDate(2026, 3, 1), "d MMMM"), "1 März");
    }

    /// The texts of the shipped presets are looked up by their English: a changed one would fall back to it.
    void everyShippedPresetIsTranslated() {
        std::set<QString> german, used;
        for (const Message& m : messagesOf("de"))
            if (m.context == "Presets" && m.finished) german.insert(m.source);
        for (const run::Preset& preset : shipped_presets())
            for (const std::string& text : {preset.title(), preset.description()}) {
                QVERIFY2(german.count(QString::fromStdString(text)), text.c_str());
                used.insert(QString::fromStdString(text));
            }
        QVERIFY(used.size() >= 12);
        QVERIFY2(used == german, "the window knows texts that no preset has");
    }

    /// What a German lesson puts between quotation marks is a page, a control or a chart, by its name in the window.
    void lessonsNameThingsAsTheGermanWindowDoes() {
        const Names names;
        int found = 0;
        for (const LessonEntry& entry : shipped_lessons()) {
            const LoadedLesson lesson = read_lesson(entry.folder, "de");
            for (std::size_t i = 0; i < lesson.steps(); ++i) {
                const QString page = QString::fromStdString(lesson.pages[i]).simplified();
                static const QRegularExpression quoted(QString::fromUtf8("„([^“]*)“"));
                for (auto it = quoted.globalMatch(page); it.hasNext(); ++found) {
                    const QString name = it.next().captured(1);
                    const QString place =
                        QString::fromStdString(entry.name + ", " + lesson.content.steps(int(i)).page());
                    QVERIFY2(names.has(name), qPrintable(place + ": " + name));
                }
            }
        }
        QVERIFY2(found > 50, qPrintable(QString::number(found)));
    }

    void aLessonSpeaksTheWindowsLanguage() {
        QCOMPARE(speak(*qApp, "de"), "de");
        const QLocale before;
        QLocale::setDefault(QLocale("de_DE"));
        Desk desk;
        LessonDesk& lessons = desk.window().lessons();
        QCOMPARE(lessons.list()->actions().at(1)->text(), "2  Kleine Gradienten verschwinden");
        QVERIFY(lessons.list()->actions().at(1)->toolTip().contains("Warum ein Netz"));
        QVERIFY(lessons.open(MANTISSA_RESOURCES "/lessons/01-rulers"));
        QCOMPARE(desk.find<QLabel>("lessonTitle")->text(), "Formate als Lineale");
        QVERIFY(desk.find<QTextEdit>("lessonText")->toPlainText().startsWith("Ein Lineal mit endlich vielen Strichen"));
        lessons.goTo(1);
        QCOMPARE(desk.find<QDoubleSpinBox>("lessonNumber")->locale().decimalPoint(), ".");  // as the page has it
        lessons.goTo(3);
        QCOMPARE(desk.find<QRadioButton>("lessonChoice3")->accessibleName(), "Nur FP32");
        lessons.model().answerChoice(0);
        lessons.goTo(4);
        const QString told = desk.find<QLabel>("lessonReveal")->text();
        QVERIFY2(told.contains("Alle vier") && told.contains("Nur FP32"), qPrintable(told));
        const QString file = desk.folder.filePath("result.json");
        QVERIFY(lessons.handIn(file, "Ada"));
        const mantissa::lesson::Result result = read_result(file.toStdString());
        QCOMPARE(result.answers(0).question(), std::string("Welche Formate können 1 + 0.0001 von 1 unterscheiden?"));
        QCOMPARE(result.answers(0).id(), std::string("tell"));
        QCOMPARE(result.lesson_sha256(), read_lesson(MANTISSA_RESOURCES "/lessons/01-rulers").sha256);
        lessons.close();
        QLocale::setDefault(before);
    }

    void germanFitsTheSmallestScreenAsWell() {
        QCOMPARE(speak(*qApp, "de"), "de");
        Desk desk;
        QStringList wide;
        const int width = desk.window().minimumSizeHint().width();
        if (width > 1280)
            for (const QWidget* widget : desk.window().findChildren<QWidget*>())
                if (const int its = widget->minimumSizeHint().width(); its > 200)
                    wide << QString("%1 %2: %3").arg(widget->metaObject()->className(), widget->objectName()).arg(its);
        QVERIFY2(width <= 1280, qPrintable(QString("%1 pixels:\n").arg(width) + wide.join('\n')));
    }
};

}  // namespace

QTEST_MAIN(TranslationTest)
#include "translation_test.moc"
