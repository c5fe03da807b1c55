// SPDX-License-Identifier: GPL-3.0-or-later
// See chart_accessible.h. A child is made when it is asked for and lives as long as its chart's interface; its text is
// the chart's at the moment of the question.
#include "ui/charts/chart_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <map>

#include "ui/charts/chart_widget.h"

namespace mantissa::ui {

namespace {

class ChartPart : public QAccessibleInterface {
  public:
    ChartPart(ChartWidget* chart, int index) : chart_(chart), index_(index) {}

    bool isValid() const override { return chart_ && index_ < chart_->partCount(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(chart_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QRect rect() const override { return parent() ? parent()->rect() : QRect(); }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? chart_->partText(index_) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessible::State state() const override {
        QAccessible::State state;
        state.readOnly = true;
        state.invisible = !chart_ || !chart_->isVisible();
        return state;
    }

  private:
    QPointer<ChartWidget> chart_;
    int index_;
};

class ChartInterface : public QAccessibleWidget {
  public:
    explicit ChartInterface(ChartWidget* chart) : QAccessibleWidget(chart, QAccessible::Chart) {}
    ~ChartInterface() override {
        for (const auto& [index, id] : parts_) QAccessible::deleteAccessibleInterface(id);
    }
    ChartInterface(const ChartInterface&) = delete;
    ChartInterface& operator=(const ChartInterface&) = delete;

    /// The chart's own widgets first, such as its menu.
    int childCount() const override {
        const ChartWidget* const of = chart();
        return QAccessibleWidget::childCount() + (of ? of->partCount() : 0);
    }
    QAccessibleInterface* child(int index) const override {
        const int widgets = QAccessibleWidget::childCount();
        if (index < widgets || index >= childCount()) return QAccessibleWidget::child(index);
        const auto found = parts_.find(index - widgets);
        if (found != parts_.end()) return QAccessible::accessibleInterface(found->second);
        auto* part = new ChartPart(chart(), index - widgets);
        parts_[index - widgets] = QAccessible::registerAccessibleInterface(part);  // which owns it
        return part;
    }
    /// Where a part is known to be; Qt's own search would take the first, since each has the chart's rectangle.
    QAccessibleInterface* childAt(int x, int y) const override {
        const int widgets = QAccessibleWidget::childCount();
        for (int i = 0; i < widgets; ++i) {
            QAccessibleInterface* const own = QAccessibleWidget::child(i);
            if (own && !own->state().invisible && own->rect().contains(x, y)) return own;
        }
        const ChartWidget* const of = chart();
        const int part = of && of->partCount() > 0 ? of->partAt(of->mapFromGlobal(QPoint(x, y))) : -1;
        return part < 0 ? nullptr : child(widgets + part);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (const auto& [index, id] : parts_)
            if (QAccessible::accessibleInterface(id) == child) return QAccessibleWidget::childCount() + index;
        return QAccessibleWidget::indexOfChild(child);
    }

  private:
    /// Null while it is destroyed.
    ChartWidget* chart() const { return qobject_cast<ChartWidget*>(object()); }

    mutable std::map<int, QAccessible::Id> parts_;  // of those that were asked for
};

QAccessibleInterface* interfaceOf(const QString&, QObject* object) {
    auto* const chart = qobject_cast<ChartWidget*>(object);
    return chart ? new ChartInterface(chart) : nullptr;
}

}  // namespace

void installChartAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(interfaceOf);
        return true;
    }();
    (void)installed;
}

}  // namespace mantissa::ui
