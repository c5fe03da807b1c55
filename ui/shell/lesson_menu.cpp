// SPDX-License-Identifier: GPL-3.0-or-later
// The actions and the menu of lessons; see lesson_desk.h.
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>

#include "engine/base/error.h"
#include "ui/charts/format_text.h"
#include "ui/classroom/class_runs.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/lesson_desk.h"
#include "ui/words/phrase_words.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

QAction* LessonDesk::make(const QString& name, const QString& text, const QKeySequence& key, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    const QString shown = key.toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? tip : QString("%1 (%2)").arg(tip, shown));
    action->setStatusTip(tip);
    parts_.window.addAction(action);
    return action;
}

void LessonDesk::makeMenu() {
    openFolder_ = make("openLesson", tr("&Open lesson…"), {}, tr("A lesson from a folder of your own"));
    close_ = make("closeLesson", tr("&Close the lesson"), {}, tr("Your progress is kept"));
    next_ = make("lessonNextStep", tr("Next"), Qt::ALT | Qt::Key_Right, tr("The lesson's next step"));
    back_ = make("lessonPreviousStep", tr("Back"), Qt::ALT | Qt::Key_Left, tr("The step before"));
    question_ =
        make("lessonQuestionKeys", tr("Answer the question"), Qt::ALT | Qt::Key_Q, tr("Go to the step's question"));
    skip_ = make("lessonSkipQuestion", tr("Skip the question"), {}, tr("Continue without a prediction"));
    run_ = make("lessonTrain", tr("Run"), Qt::CTRL | Qt::Key_Return, tr("Train what this step trains"));
    showMe_ = make("lessonShow", tr("Show me"), Qt::Key_F8,
                   tr("Set everything as this step needs it, point at it, and train"));
    restart_ = make("lessonReset", tr("Start again"), Qt::ALT | Qt::Key_Home,
                    tr("Back to the lesson's start, with its settings and without answers; Undo brings them back"));
    handIn_ = make("lessonResult", tr("Hand in…"), {}, tr("Your predictions and the results of the runs, as one file"));
    connect(openFolder_, &QAction::triggered, this, &LessonDesk::askForFolder);
    connect(close_, &QAction::triggered, this, &LessonDesk::close);
    connect(next_, &QAction::triggered, this, &LessonDesk::goOn);
    connect(back_, &QAction::triggered, this, [this] { goTo(model_.step() - 1); });
    connect(question_, &QAction::triggered, dock_, &QWidget::raise);  // behind another dock it takes no keys
    connect(question_, &QAction::triggered, this,
            [this] { QMetaObject::invokeMethod(panel_, &LessonPanel::goToQuestion, Qt::QueuedConnection); });
    connect(skip_, &QAction::triggered, &model_, &LessonModel::skipQuestion);
    connect(run_, &QAction::triggered, this, &LessonDesk::run);
    connect(showMe_, &QAction::triggered, this, &LessonDesk::askToShow);
    connect(restart_, &QAction::triggered, this, &LessonDesk::restart);
    connect(handIn_, &QAction::triggered, this, &LessonDesk::askForResult);
    for (QAction* action : actions() + QList{close_, dock_->toggleViewAction()}) action->setEnabled(false);
    menu_ = new QMenu(tr("&Lesson"), &parts_.window);
    list_ = new QMenu(tr("Lessons"), &parts_.window);
    list_->setObjectName("lessonList");
    list_->setToolTipsVisible(true);
    fillList();
    menu_->addActions(list_->actions());
    menu_->addSeparator();
    menu_->addAction(openFolder_);
    menu_->addSeparator();
    menu_->addActions({next_, back_, question_, skip_, run_, showMe_, restart_});
    menu_->addSeparator();
    menu_->addActions({handIn_, dock_->toggleViewAction(), close_});
}

void LessonDesk::fillList() {
    std::vector<LessonEntry> entries;
    try {
        entries = shipped_lessons(spokenLanguage().toStdString());
    } catch (const Error& error) {
        qWarning("lessons: %s", error.what());
    }
    int number = 0;
    for (const LessonEntry& entry : entries) {
        QString title = QString::fromStdString(entry.title);
        const QString text = QString("%1  %2").arg(++number).arg(title.replace('&', "&&"));
        QAction* action = list_->addAction(text, this, [this, folder = entry.folder] { open(folder); });
        action->setObjectName("lesson-" + QString::fromStdString(entry.name));
        action->setProperty("title", title);
        action->setData(QString::fromStdString(entry.folder.string()));
        action->setProperty("userText", true);  // its title is the lesson's own text, translated or not
        const QString summary = entry.problem.empty() ? QString::fromStdString(entry.summary) : inWords(entry.problem);
        action->setToolTip(plainTip(
            entry.problem.empty() ? tr("%1 About %n minutes.", nullptr, static_cast<int>(entry.minutes)).arg(summary)
                                  : summary));
        action->setStatusTip(summary);
        action->setEnabled(entry.problem.empty());
    }
}

void LessonDesk::askForFolder() {
    auto* dialog = new QFileDialog(&parts_.window, tr("Open lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this](const QStringList& chosen) { open(chosen.value(0).toStdString()); });
    dialog->open();
}

void LessonDesk::askForResult() {
    auto* name = new QInputDialog(&parts_.window);
    name->setAttribute(Qt::WA_DeleteOnClose);
    name->setWindowTitle(tr("Hand in"));
    name->setLabelText(tr("Your name, as your teacher will read it (may be empty):"));
    connect(name, &QInputDialog::textValueSelected, this, [this](const QString& student) {
        auto* dialog = new QFileDialog(&parts_.window, tr("Save the result as"), {}, tr("Results (*.json)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix("json");
        // Thirty students hand in: the teacher tells the files apart by their names.
        const QString named = student.trimmed().isEmpty() ? tr("student") : student;
        dialog->setObjectName("lessonHandInDialog");
        dialog->selectFile(QFileInfo(handInFileName(model_.title(), named)).completeBaseName().simplified() + ".json");
        connect(dialog, &QFileDialog::fileSelected, this,
                [this, student](const QString& path) { handIn(path, student); });
        dialog->open();
    });
    name->open();
}

}  // namespace mantissa::ui
