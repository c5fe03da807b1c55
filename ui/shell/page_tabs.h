// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the middle of the window: made here, in their order, each with its key, and wired to the timeline and
// to what a page may ask of the training.
#pragma once

#include <QStringList>
#include <QTabWidget>
#include <optional>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class ComparePage;
class EngineClient;
class NetworkPage;
class PageCover;
class RangePage;
class RunController;
class SessionModel;
class SetupModel;
class SpeedPage;
class Timeline;

class PageTabs : public QTabWidget {
    Q_OBJECT

  public:
    /// None is owned; all outlive the tabs.
    PageTabs(SessionModel& session, SetupModel& setup, RunController& controller, EngineClient& client,
             QWidget* parent = nullptr);

    /// Pages that show a step follow this timeline from now on.
    void connectTo(Timeline& timeline);
    /// Comes to the front the page of this English name ("Underflow"), in any case; false if there is none.
    bool open(const QString& name);
    /// What the page of this English name is called.
    static QString title(const QString& name) { return tr(name.toUtf8()); }
    /// Whether that page is in front.
    bool isAt(const QString& name) const;
    /// Every page looks at this step of the current run; at the newest where there is none.
    void lookAt(std::optional<quint32> step);
    /// Covers the page in front with a sentence until it is uncovered, see PageCover.
    void cover(const QString& sentence, const QString& button);
    void uncover();
    PageCover& pageCover() { return *cover_; }

    ComparePage& compare() { return *compare_; }
    NetworkPage& network() { return *network_; }
    RangePage& range() { return *range_; }
    SpeedPage& speed() { return *speed_; }

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  signals:
    /// A step chosen on the timeline, and back to the newest.
    void stepChosen(quint32 step);
    void following();
    /// A page asks the timeline, and with it every page, to look at this step.
    void stepWanted(quint32 step);
    /// The button of a page's cover was pressed.
    void coverPressed();
    /// A page asks every page that shows a tensor to look at this one.
    void tensorWanted(const QString& tensor, mantissa::run::Role role);

  private:
    /// `name` is English, to be translated for the eye: open() and the keys' names know pages by it in any language.
    void addPage(QWidget* page, const char* name);
    /// Adds a page that has showStep(), followLive() and refreshes itself.
    template <class Page>
    Page* addStepped(Page* page, const char* name);
    /// Pages from which a step and a tensor are asked for.
    template <class Page>
    void hear(Page* page);
    void addCompare(SessionModel& session, SetupModel& setup, RunController& controller);
    void addKeys();
    void fitTabs();

    QStringList names_;  // of the pages, in their order
    PageCover* cover_ = nullptr;
    ComparePage* compare_ = nullptr;
    NetworkPage* network_ = nullptr;
    RangePage* range_ = nullptr;
    SpeedPage* speed_ = nullptr;
};

}  // namespace mantissa::ui
