// SPDX-License-Identifier: GPL-3.0-or-later
// What a lecturer needs of the window: the list of commands, presenter mode, handing out set-ups, class view, and undo
// of the docks' places. It makes its own actions, puts them into the menus and connects them.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QAction;
class QMainWindow;
class QWidget;

namespace mantissa::ui {

class Actions;
class AdvisorStrip;
class ClassWindow;
class PageTabs;
class Presenter;
class PresetFiles;
class RunList;
class Settings;
class SetupModel;
class Theme;

/// What it works on; nothing is owned, all outlive it.
struct ClassroomParts {
    QMainWindow& window;
    Actions& actions;
    SetupModel& setup;
    Settings& settings;
    Theme& theme;
    PageTabs& pages;
    PresetFiles& files;
    AdvisorStrip& advisor;
    RunList& runs;
    QList<QWidget*> putAway;  ///< banners, the welcome: not for the projector
};

class Classroom : public QObject {
    Q_OBJECT

  public:
    explicit Classroom(const ClassroomParts& parts);

    Presenter& presenter() { return *presenter_; }
    /// A message came that presenter mode hides: says so.
    void tellWaiting();
    /// The runs that were trained with the handed-out settings and have ended; empty where there are none of these.
    QStringList runsOfTask() const;
    /// Writes them for the teacher; where there are none, a sentence says so.
    void handIn(const QString& path);
    /// Opens class view, or brings the open one to the front.
    ClassWindow& openClass();

  private:
    QAction* make(const char* name, const QString& text, const QString& key, const QString& tip);
    void fillMenus();
    void addPresenter();
    void addHandOut();
    void askHandIn();
    void addLayoutUndo();

    ClassroomParts parts_;
    Presenter* presenter_ = nullptr;
    QPointer<ClassWindow> class_;
    QAction* saveSetup_ = nullptr;
    QAction* copySetup_ = nullptr;
    QAction* pasteSetup_ = nullptr;
    QAction* resetSetup_ = nullptr;
    QAction* handIn_ = nullptr;
    QAction* present_ = nullptr;
    QAction* commands_ = nullptr;
    QAction* classView_ = nullptr;
};

}  // namespace mantissa::ui
