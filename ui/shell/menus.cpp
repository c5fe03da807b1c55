// SPDX-License-Identifier: GPL-3.0-or-later
// See menus.h.
#include "ui/shell/menus.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QSlider>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/shell/actions.h"
#include "ui/shell/progress_strip.h"

namespace mantissa::ui {
namespace {

/// To a list in it, else to its first control: who shows a dock by a key goes on there.
void takeKeyboard(QWidget& body) {
    const auto takes = [&body](const QWidget* one) {
        return body.isAncestorOf(one) && one->isVisible() && one->isEnabled() &&
               (one->focusPolicy() & Qt::TabFocus) != 0;
    };
    const auto lists = body.findChildren<QAbstractItemView*>();
    const auto list = std::find_if(lists.begin(), lists.end(), takes);
    QWidget* first = list != lists.end() ? *list : body.nextInFocusChain();
    while (first != &body && !takes(first)) first = first->nextInFocusChain();
    if (first != &body) first->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace

void fillMenuBar(QMainWindow& window, const Actions& actions, const QList<QDockWidget*>& docks,
                 const QList<QAction*>& pages) {
    QMenuBar* bar = window.menuBar();
    QMenu* file = bar->addMenu(QCoreApplication::translate("Menus", "&File"));
    file->addActions({actions.openData, actions.openMnist});
    file->addSeparator();
    file->addActions({actions.openRecording, actions.watchTraining});
    file->addSeparator();
    file->addActions({actions.openPreset, actions.openNetwork});
    file->addActions({actions.saveReport, actions.decision, actions.inspect});
    file->addSeparator();
    file->addAction(actions.quit);
    QMenu* edit = bar->addMenu(QCoreApplication::translate("Menus", "&Edit"));
    edit->addActions({actions.undo, actions.redo});
    QMenu* run = bar->addMenu(QCoreApplication::translate("Menus", "&Run"));
    run->addActions({actions.run, actions.step, actions.slow});
    run->addSeparator();
    run->addActions({actions.stop, actions.reset});
    QMenu* view = bar->addMenu(QCoreApplication::translate("Menus", "&View"));
    int number = 1;
    for (QDockWidget* dock : docks) {
        QAction* toggle = dock->toggleViewAction();
        toggle->setShortcut(QKeySequence(QString("Alt+%1").arg(number++)));
        toggle->setStatusTip(QCoreApplication::translate("Menus", "Show or hide %1").arg(dock->windowTitle()));
        QObject::connect(toggle, &QAction::triggered, dock, [dock](bool shown) {
            if (shown) takeKeyboard(*dock->widget());
        });
        view->addAction(toggle);
    }
    QMenu* goTo = view->addMenu(QCoreApplication::translate("Menus", "Pa&ge"));
    goTo->addActions(pages);
    view->addAction(actions.advisor);
    view->addAction(actions.resetLayout);
    view->addSeparator();
    QMenu* theme = view->addMenu(QCoreApplication::translate("Menus", "&Theme"));
    theme->addActions({actions.themeSystem, actions.themeLight, actions.themeDark});
    QMenu* text = view->addMenu(QCoreApplication::translate("Menus", "Te&xt size"));
    text->addActions({actions.textLarger, actions.textSmaller, actions.textNormal});
    QMenu* help = bar->addMenu(QCoreApplication::translate("Menus", "&Help"));
    help->addActions({actions.welcome, actions.keyboard, actions.glossary});
    help->addSeparator();
    help->addActions({actions.workerLog, actions.copyDiagnostics});
    help->addSeparator();
    help->addAction(actions.about);
    for (QMenu* menu : {file, edit, run, view, goTo, theme, text, help}) menu->setToolTipsVisible(false);
    const std::pair<QMenu*, const char*> names[] = {
        {file, "fileMenu"}, {edit, "editMenu"}, {view, "viewMenu"}, {goTo, "pageMenu"}, {help, "helpMenu"}};
    for (const auto& [menu, name] : names) menu->setObjectName(name);  // others add their actions there
}

namespace {

/// Keeps a button as wide as the widest text that its action takes: what stands beside it must not move under the
/// pointer.
class SteadyWidth : public QObject {
  public:
    SteadyWidth(QToolButton* button, QStringList texts) : QObject(button), button_(button), texts_(std::move(texts)) {
        button_->installEventFilter(this);
        fit();
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
        return QObject::eventFilter(watched, event);
    }

  private:
    void fit() {
        const QFontMetrics metrics = button_->fontMetrics();
        int widest = 0;
        for (const QString& text : texts_) widest = std::max(widest, metrics.horizontalAdvance(text));
        constexpr int slack = 2;  // the style rounds the width of each text on its own
        button_->setFixedWidth(button_->sizeHint().width() + widest - metrics.horizontalAdvance(button_->text()) +
                               slack);
    }

    QToolButton* button_;
    QStringList texts_;
};

}  // namespace

QToolBar* makeToolBar(QMainWindow& window, const Actions& actions, QSlider* delay, ProgressStrip* progress) {
    QToolBar* bar = window.addToolBar(QCoreApplication::translate("Menus", "Run"));
    bar->setObjectName("runBar");
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->addActions({actions.run, actions.step});
    bar->addAction(actions.slow);
    bar->addWidget(delay);
    bar->addSeparator();
    bar->addActions({actions.stop, actions.reset});
    for (const QAction* action : bar->actions()) {
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(const_cast<QAction*>(action)))) {
            button->setAccessibleName(action->text());
            button->setFocusPolicy(Qt::TabFocus);
        }
    }
    if (auto* run = qobject_cast<QToolButton*>(bar->widgetForAction(actions.run)))
        new SteadyWidth(run, Actions::runTexts());
    auto* gap = new QWidget;
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(gap);
    bar->addWidget(progress);
    return bar;
}

}  // namespace mantissa::ui
