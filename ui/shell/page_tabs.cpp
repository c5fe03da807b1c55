// SPDX-License-Identifier: GPL-3.0-or-later
// See page_tabs.h.
#include "ui/shell/page_tabs.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QStyle>
#include <QTabBar>
#include <limits>

#include "ui/pages/compare_page.h"
#include "ui/pages/follow_page.h"
#include "ui/pages/formats_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/network_page.h"
#include "ui/pages/range_page.h"
#include "ui/pages/ranks_page.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/speed_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/runs/run_controller.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/page_cover.h"
#include "ui/shell/timeline.h"

namespace mantissa::ui {

namespace {

/// Share of the window's type: of presenter mode's 21 points at least 18, which can be read from the last row.
constexpr double smallest_tabs = 0.85;

}  // namespace

PageTabs::PageTabs(SessionModel& session, SetupModel& setup, RunController& controller, EngineClient& client,
                   QWidget* parent)
    : QTabWidget(parent) {
    setDocumentMode(true);
    setAccessibleName(tr("Pages"));
    auto* live = addStepped(new LivePage(session), QT_TR_NOOP("Live"));
    addCompare(session, setup, controller);
    auto* underflow = addStepped(new UnderflowPage(session), QT_TR_NOOP("Underflow"));
    connect(underflow, &UnderflowPage::scaleChosen, &controller, &RunController::setLossScale);
    auto* number = addStepped(new FollowPage(session), QT_TR_NOOP("Follow"));
    connect(number, &FollowPage::followWanted, &controller, &RunController::followNumber);
    connect(number, &FollowPage::startWanted, &controller, [&controller] {
        if (controller.state() == TrainingState::Idle) controller.step();
    });
    connect(underflow, &UnderflowPage::numberWanted, this,
            [this, number](const QString& tensor, run::Role role, int bin) {
                setCurrentWidget(number);
                number->ask(tensor, role, bin);
            });
    auto* health = addStepped(new HealthPage(session), QT_TR_NOOP("Health"));
    connect(health, &HealthPage::scaleChosen, &controller, &RunController::setLossScale);
    connect(health, &HealthPage::layerFormatChosen, &controller, &RunController::setLayerFormat);
    connect(health, &HealthPage::histogramWanted, this, [this, underflow](const QString& tensor, run::Role role) {
        underflow->chooseTensor(tensor, role);
        setCurrentWidget(underflow);
    });
    hear(health);
    auto* scale = addStepped(new ScalePage(session), QT_TR_NOOP("Scale"));
    hear(scale);
    auto* updates = addStepped(new UpdatesPage(session), QT_TR_NOOP("Updates"));
    network_ = addStepped(new NetworkPage(session), QT_TR_NOOP("Network"));
    connect(network_, &NetworkPage::layerFormatChosen, &controller, &RunController::setLayerFormat);
    connect(network_, &NetworkPage::healthWanted, this, [this, health](const QString& tensor, run::Role role) {
        setCurrentWidget(health);
        health->chooseTensor(tensor, role);
    });
    connect(network_, &NetworkPage::histogramWanted, this, [this, underflow](const QString& tensor, run::Role role) {
        underflow->chooseTensor(tensor, role);
        setCurrentWidget(underflow);
    });
    connect(network_, &NetworkPage::numberWanted, this, [this, number](const QString& tensor, run::Role role, int bin) {
        setCurrentWidget(number);
        number->ask(tensor, role, bin);
    });
    connect(this, &PageTabs::tensorWanted, network_, &NetworkPage::chooseTensor);
    connect(this, &PageTabs::tensorWanted, live, &LivePage::chooseTensor);
    connect(this, &PageTabs::tensorWanted, underflow, &UnderflowPage::chooseTensor);
    connect(this, &PageTabs::tensorWanted, health, &HealthPage::chooseTensor);
    connect(this, &PageTabs::tensorWanted, updates, &UpdatesPage::chooseTensor);
    range_ = new RangePage([&setup] { return setup.config(); });
    addPage(range_, QT_TR_NOOP("Range"));
    connect(&setup, &SetupModel::changed, range_, &RangePage::refresh);
    speed_ = new SpeedPage(client, session, [&setup] { return setup.config(); });
    addPage(speed_, QT_TR_NOOP("Speed"));
    connect(&setup, &SetupModel::changed, speed_, &SpeedPage::refresh);
    addPage(new FormatsPage, QT_TR_NOOP("Formats"));
    addPage(new RanksPage, QT_TR_NOOP("Ranks"));
    cover_ = new PageCover(this);
    connect(cover_, &PageCover::pressed, this, &PageTabs::coverPressed);
    addKeys();
}

bool PageTabs::isAt(const QString& name) const {
    return currentIndex() >= 0 && names_[currentIndex()].compare(name, Qt::CaseInsensitive) == 0;
}

void PageTabs::lookAt(std::optional<quint32> step) {
    emit stepWanted(step.value_or(std::numeric_limits<quint32>::max()));  // beyond the newest: back to it
}

void PageTabs::cover(const QString& sentence, const QString& button) {
    cover_->cover(currentWidget(), sentence, button);
}

void PageTabs::uncover() {
    cover_->uncover();
}

void PageTabs::addCompare(SessionModel& session, SetupModel& setup, RunController& controller) {
    compare_ = addStepped(new ComparePage(session, [&setup] { return setup.config(); }), QT_TR_NOOP("Compare"));
    hear(compare_);
    connect(compare_, &ComparePage::raceWanted, &controller,
            [&controller](const std::vector<run::RunConfig>& lanes, int seeds) { controller.startRace(lanes, seeds); });
    const auto show = [this, &controller] {
        const TrainingState state = controller.state();
        QString reason;
        if (state == TrainingState::NoWorker) reason = tr("The worker is not running: start it again first.");
        if (state == TrainingState::Running || state == TrainingState::Paused || state == TrainingState::Starting)
            reason = tr("A run is training: stop it first.");
        compare_->setPossible(state == TrainingState::Idle, reason);
        compare_->setToCome(controller.seedsToCome());
    };
    connect(&controller, &RunController::stateChanged, this, show);
    connect(&controller, &RunController::seedStarted, this, show);
    connect(&controller, &RunController::repetitionCut, this, show);
    show();
}

void PageTabs::addPage(QWidget* page, const char* name) {
    names_ << QString::fromLatin1(name);
    addTab(page, tr(name));
}

template <class Page>
Page* PageTabs::addStepped(Page* page, const char* name) {
    addPage(page, name);
    connect(this, &PageTabs::stepChosen, page, &Page::showStep);
    connect(this, &PageTabs::following, page, &Page::followLive);
    return page;
}

template <class Page>
void PageTabs::hear(Page* page) {
    connect(page, &Page::stepWanted, this, &PageTabs::stepWanted);
    connect(page, &Page::tensorWanted, this, &PageTabs::tensorWanted);
}

void PageTabs::addKeys() {
    for (int i = 0; i < count(); ++i) {
        auto* show = new QAction(tr("Page %1").arg(tabText(i)), this);
        show->setObjectName("page" + names_[i]);
        // Ctrl+0 is Normal text: after the ninth they begin again, with Shift.
        const QKeyCombination key(i < 9 ? Qt::CTRL : Qt::CTRL | Qt::SHIFT, static_cast<Qt::Key>(Qt::Key_1 + i % 9));
        show->setShortcut(QKeySequence(key));
        setTabToolTip(i, show->shortcut().toString(QKeySequence::NativeText));
        connect(show, &QAction::triggered, this, [this, i] { setCurrentIndex(i); });
        addAction(show);
    }
}

void PageTabs::resizeEvent(QResizeEvent* event) {
    QTabWidget::resizeEvent(event);
    fitTabs();
}

void PageTabs::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) fitTabs();
}

/// Where the names do not fit with the usual space round them, with less (mantissa.qss), and where that is too wide in
/// smaller type, before one scrolls away: both docks are open beside a lesson, German words are longer, and presenter
/// mode has large type.
void PageTabs::fitTabs() {
    constexpr int usual_padding = 11, narrow_padding = 4, between = 2;
    const auto wanted = [this](const QFont& font, int padding) {
        int all = 0;
        for (int i = 0; i < count(); ++i)
            all += QFontMetrics(font).horizontalAdvance(tabText(i)) + 2 * padding + between;
        return all;
    };
    QFont type = font();
    const bool narrow = wanted(type, usual_padding) > width();
    // Smaller only where that is enough: else they scroll, and can at least be read.
    const double usual = type.pointSizeF();
    for (double points = usual; narrow && points >= smallest_tabs * usual; points -= 0.25) {
        QFont smaller = type;
        smaller.setPointSizeF(points);
        if (wanted(smaller, narrow_padding) > width()) continue;
        type = smaller;
        break;
    }
    if (tabBar()->property("narrow").toBool() == narrow && tabBar()->font().pointSizeF() == type.pointSizeF()) return;
    tabBar()->setProperty("narrow", narrow);
    tabBar()->style()->unpolish(tabBar());
    tabBar()->style()->polish(tabBar());
    tabBar()->setFont(type);              // the style sheet has put it back
    QEvent changed(QEvent::StyleChange);  // it keeps the tabs' widths until then
    QCoreApplication::sendEvent(tabBar(), &changed);
    tabBar()->updateGeometry();
}

void PageTabs::connectTo(Timeline& timeline) {
    connect(&timeline, &Timeline::scrubbed, this, &PageTabs::stepChosen);
    connect(&timeline, &Timeline::following, this, &PageTabs::following);
    connect(this, &PageTabs::stepWanted, &timeline, &Timeline::lookAt);
}

bool PageTabs::open(const QString& name) {
    for (int i = 0; i < count(); ++i)
        if (names_[i].compare(name, Qt::CaseInsensitive) == 0) {
            setCurrentIndex(i);
            return true;
        }
    return false;
}

}  // namespace mantissa::ui
