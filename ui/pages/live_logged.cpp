// SPDX-License-Identifier: GPL-3.0-or-later
// See live_logged.h.
#include "ui/pages/live_logged.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/line_chart.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

LiveLogged::LiveLogged(QWidget* parent)
    : QWidget(parent), names_(new QComboBox(this)), chart_(new LineChart(tr("Logged"), tr("step"), this)) {
    names_->setObjectName(QStringLiteral("loggedName"));
    names_->setAccessibleName(tr("Logged number"));
    names_->setToolTip(tr("A number that this training logged, under the name that it has there"));
    names_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    names_->setMinimumContentsLength(10);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(names_);
    column->addWidget(chart_, 1);
    connect(names_, &QComboBox::activated, this, &LiveLogged::nameChosen);
    hide();
}

void LiveLogged::show(const RunModel* run, const PrecisionStyle& look, double end) {
    const bool any = run && run->foreign() && !run->logged().empty();
    setVisible(any);
    if (!any) return;
    const std::size_t listed = static_cast<std::size_t>(names_->count());
    bool same = listed == run->logged().size();
    for (const auto& [name, values] : run->logged())
        same = same && names_->findText(QString::fromStdString(name), Qt::MatchExactly | Qt::MatchCaseSensitive) >= 0;
    if (!same) {
        const QSignalBlocker quiet(names_);
        const QString before = names_->currentText();
        names_->clear();
        for (const auto& [name, values] : run->logged()) names_->addItem(QString::fromStdString(name));
        names_->setCurrentIndex(std::max(0, names_->findText(before, Qt::MatchExactly | Qt::MatchCaseSensitive)));
    }
    const std::string name = names_->currentText().toStdString();
    const LoggedScalar& logged = run->logged().at(name);
    if (end != end_) {
        end_ = end;
        chart_->setAutoXRange(0.0, end);
        chart_->refresh();
    }
    const std::string now = run->runId() + ' ' + name + ' ' + std::to_string(logged.arrivals);
    if (now == shown_) return;
    shown_ = now;
    SeriesStyle style;
    style.label = style.brief = style.legend = names_->currentText();
    style.color = look.color;
    style.glyph = look.marker;
    style.showPoints = logged.step.size() < 200;
    const QString id = QStringLiteral("logged");
    chart_->setTitle(names_->currentText());
    chart_->setSeries(id, style, std::vector<double>(logged.step.begin(), logged.step.end()),
                      std::vector<double>(logged.value.begin(), logged.value.end()));
    chart_->refresh();
}

}  // namespace mantissa::ui
