// SPDX-License-Identifier: GPL-3.0-or-later
// A page that shows one run: the one that the window looks at, as of the step that the timeline looks at. It has a
// heading that names that run, and below it a column that scrolls. What differs from page to page is what it shows.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/run/run.pb.h"
#include "ui/pages/beat.h"

class QLabel;
class QVBoxLayout;

namespace mantissa::ui {

class RunHeading;
class RunModel;
class SessionModel;

class RunPage : public BeatPage {
    Q_OBJECT

  public:
    void refreshNow() final;
    RunHeading& heading() { return *heading_; }

  public slots:
    /// Shows what was recorded at or before this step (the timeline's scrubbing).
    void showStep(quint32 step);
    /// Back to the newest.
    void followLive();

  signals:
    /// A person wants to see this step, on every page.
    void stepWanted(quint32 step);
    /// and this tensor, on every page that shows one.
    void tensorWanted(const QString& tensor, mantissa::run::Role role);

  protected:
    /// `name`: of the object, "health_page". `session` is not owned and must outlive the page.
    RunPage(const QString& name, SessionModel& session, int milliseconds, QWidget* parent);

    /// What scrolls: the parent of everything that the page has.
    QWidget* content() { return content_; }
    /// Its column; the heading stands in it.
    QVBoxLayout* column() { return column_; }
    /// A label for sentences, which are text and never markup, in the content.
    QLabel* makeSentence(const QString& text = {});

    /// Brings the page up to date with the run; null where there is none.
    virtual void showRun(const RunModel* run) = 0;
    /// The step to look at is another one: lookAt().
    virtual void stepChosen() {}
    /// The window looks at another run.
    virtual void runChosen() {}
    /// A run is about to be deleted: no pointer to one is to be kept.
    virtual void runGoes() {}
    /// The page has another size, or other letters.
    virtual void arrange() {}
    /// Colours are other ones; the page is brought up to date afterwards.
    virtual void restyle() {}

    SessionModel& session() const { return session_; }
    /// The step that the timeline looks at; none where the page follows the newest.
    const std::optional<std::uint32_t>& lookAt() const { return lookAt_; }
    /// Whether what is drawn of tensors may be another one than when this was asked last: another run, step or
    /// RunModel::tensorsVersion(), or redraw() was called. To be asked once in showRun(): with thousands of tensors the
    /// answer saves most of the page's time while only steps come.
    bool tensorsChanged(const RunModel* run);
    void redraw() { drawn_.reset(); }
    /// Back to the newest, as if the timeline had gone there.
    void lookAtNewest() { lookAt_.reset(); }

    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    SessionModel& session_;
    RunHeading* heading_;
    QWidget* content_;
    QVBoxLayout* column_;
    std::optional<std::uint32_t> lookAt_;
    struct Drawn {
        const RunModel* run;
        std::uint64_t version;
        std::optional<std::uint32_t> step;
        bool operator==(const Drawn&) const = default;
    };
    std::optional<Drawn> drawn_;
};

}  // namespace mantissa::ui
