// SPDX-License-Identifier: Apache-2.0
// Every sentence of the window can be translated, and is: the German file is whole and keeps the placeholders, and with
// a language that brackets every sentence the window shows no sentence without brackets.
#include "ui/shell/translation.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTabBar>
#include <QTranslator>
#include <QXmlStreamReader>
#include <set>

#include "tests/ui/desk.h"
#include "ui/shell/advisor_texts.h"
#include "ui/shell/page_tabs.h"

using namespace mantissa::ui;

namespace {

struct Message {
    QString context, source, disambiguation;
    QStringList translations;
    bool finished = true;
};

std::vector<Message> messagesOf(const QString& language) {
    QFile file(QString(MANTISSA_SOURCE) + "/ui/translations/mantissa_" + language + ".ts");
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", qPrintable(file.fileName()));
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QString name = xml.name().toString();
        if (name == "name") context = xml.readElementText();
        if (name == "message") messages.push_back({context, {}, {}, {}, true});
        if (name == "source") messages.back().source = xml.readElementText();
        if (name == "comment") messages.back().disambiguation = xml.readElementText();
        if (name == "translation") {
            messages.back().finished = !xml.attributes().hasAttribute("type");
            if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
                messages.back().translations << xml.text().toString();
        }
        if (name == "numerusform") messages.back().translations << xml.readElementText();
    }
    if (xml.hasError()) qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(xml.errorString()));
    return messages;
}

std::multiset<QString> placeholdersOf(const QString& text) {
    std::multiset<QString> found;
    static const QRegularExpression placeholder("%(?:L?[0-9]{1,2}|n)");
    for (auto it = placeholder.globalMatch(text); it.hasNext();) found.insert(it.next().captured());
    return found;
}

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
    static const QRegularExpression word("\\p{L}{3,}");
    static const std::set<QString> names = {"FP32",      "TF32",    "FP16",    "BF16",    "MNIST",   "Mantissa", "ReLU",
                                            "Adam",      "SGD",     "MLP",     "CNN",     "mnist",   "cpu",      "tanh",
                                            "reference", "NaN",     "inf",     "sigmoid", "float32", "Adam W",   "fp16",
                                            "bf16",      "PyTorch", "Fashion", "KiB",     "MiB",     "GiB"};
    static const QRegularExpression tensor("\\b\\w+\\.(?:weight|bias)\\b");
    const QString rest = QString(text).remove(tensor);
    for (auto it = word.globalMatch(rest); it.hasNext();)
        if (!names.count(it.next().captured())) return false;
    return true;
}

/// The buttons that Qt puts into docks and tab bars: their words are in its own file.
bool isQtsOwn(const QWidget& widget) {
    const QString name = widget.objectName();
    return name.startsWith("qt_") || name == "ScrollLeftButton" || name == "ScrollRightButton";
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
            look(widget, widget->toolTip());
            look(widget, widget->accessibleName());
            look(widget, widget->accessibleDescription());
        }
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
        plain_.removeDuplicates();
        QVERIFY2(plain_.isEmpty(),
                 qPrintable(QString("%1 texts:\n").arg(plain_.size()) + plain_.mid(0, 60).join('\n')));
    }

    void itSpeaksGermanAndOtherwiseEnglish() {
        QCOMPARE(speak(*qApp, "fr_FR"), "en");
        QCOMPARE(speak(*qApp, "de_AT"), "de");
        QCOMPARE(QCoreApplication::translate("mantissa::ui::AdvisorStrip", "Why"), "Warum");
        QCOMPARE(advisorText("fc1's gradient underflows FP16: raise the loss scale"),
                 QString::fromUtf8("Der Gradient von fc1 läuft in FP16 unter: Skalierungsfaktor erhöhen"));
        QCOMPARE(advisorText("Somebody else's sentence"), "Somebody else's sentence");
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
