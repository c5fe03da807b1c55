// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of one step; see the header.
#include "ui/charts/memory_chart.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/charts/axis_paint.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_data.h"

namespace mantissa::ui {

namespace {

std::uint64_t total(const std::vector<std::uint64_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

QString firstWord(const QString& text) {
    return text.section(u' ', 0, 0);
}

}  // namespace

std::uint64_t MemoryData::heldAt(std::size_t i) const {
    return total(operations[i].held);
}

std::uint64_t MemoryData::nativeAt(std::size_t i) const {
    return total(operations[i].native);
}

std::size_t MemoryData::peakOperation(bool ofNative) const {
    std::size_t peak = 0;
    for (std::size_t i = 1; i < operations.size(); ++i) {
        if (ofNative ? nativeAt(i) > nativeAt(peak) : heldAt(i) > heldAt(peak)) peak = i;
    }
    return peak;
}

bool MemoryData::emulated() const {
    return peakNative != peakHeld ||
           std::any_of(operations.begin(), operations.end(), [](const auto& op) { return op.held != op.native; });
}

MemoryChart::MemoryChart(const QString& title, QWidget* parent)
    : PartsChart(title, Along::row, parent), emptyText_(tr("No memory plan yet")), nativeBox_(new QCheckBox(this)) {
    nativeBox_->setObjectName("memoryAsNative");
    nativeBox_->setText(tr("as native"));
    nativeBox_->setToolTip(
        tr("Stack what a device with native 16-bit arithmetic would hold, without the FP32 shadow, which only looks"));
    nativeBox_->hide();
    connect(nativeBox_, &QCheckBox::toggled, this, &MemoryChart::setShowNative);
}

void MemoryChart::setMemory(const MemoryData& memory) {
    if (memory == memory_) return;
    memory_ = memory;
    const auto categories = static_cast<std::size_t>(memory_.categories.size());
    for (MemoryOperation& operation : memory_.operations) {
        operation.held.resize(categories);
        operation.native.resize(categories);
    }
    select(-1);
    nativeBox_->setVisible(memory_.emulated());
    refreshParts();
}

void MemoryChart::clear() {
    setMemory({});
}

void MemoryChart::setShowNative(bool on) {
    native_ = on;
    nativeBox_->setChecked(on);
    refreshParts();
}

QString MemoryChart::restText() const {
    if (memory_.operations.empty()) return emptyText_;
    QString text =
        tr("peak %1 at %2").arg(bytesText(memory_.peakHeld), memory_.operations[memory_.peakOperation(false)].name);
    if (memory_.emulated()) text += tr("; a native device would hold %1").arg(bytesText(memory_.peakNative));
    return text;
}

QString MemoryChart::partText(int operation) const {
    const auto i = static_cast<std::size_t>(operation);
    return tr("%1: %2").arg(memory_.operations[i].name, bytesText(total(bytesOf(i))));
}

int MemoryChart::partAt(QPointF position) const {
    const QRectF plot = layOut().plot;
    if (!plot.contains(position)) return -1;
    const double share = (position.x() - plot.left()) / plot.width();
    return std::clamp(static_cast<int>(share * partCount()), 0, partCount() - 1);
}

const std::vector<std::uint64_t>& MemoryChart::bytesOf(std::size_t operation) const {
    const MemoryOperation& op = memory_.operations[operation];
    return native_ && memory_.emulated() ? op.native : op.held;
}

MemoryChart::Layout MemoryChart::layOut() const {
    const QFontMetricsF metrics(labelFont());
    Layout layout;
    const double left = metrics.horizontalAdvance(QStringLiteral("000000")) + 8.0;
    double legendWidth = 0.0;
    for (const QString& name : memory_.categories) {
        legendWidth = std::max(legendWidth, metrics.horizontalAdvance(name));
    }
    legendWidth = std::min(legendWidth + 20.0 + metrics.horizontalAdvance(QStringLiteral("0000 MiB")), 0.48 * width());
    const double top = headerHeight() + 4.0;
    layout.legend = QRectF(width() - legendWidth - 8.0, top, legendWidth, height() - top - 4.0);
    layout.plot =
        QRectF(QPointF(std::round(left), top), QPointF(layout.legend.left() - 12.0, height() - metrics.height() - 6.0));
    std::uint64_t most = std::max(memory_.peakHeld, memory_.emulated() ? memory_.peakNative : 0);
    for (std::size_t i = 0; i < memory_.operations.size(); ++i) most = std::max(most, total(bytesOf(i)));
    // Room for the peak's label above the peak.
    layout.top = std::max(1.0, static_cast<double>(most) * 1.18);
    return layout;
}

void MemoryChart::paintAxes(QPainter& painter, const Layout& layout) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const ByteUnit unit = byteUnit(static_cast<quint64>(layout.top / 1.18));
    const int most = std::clamp(static_cast<int>(layout.plot.height() / 26.0), 2, 6);
    const Ticks ticks = niceTicks(0.0, layout.top / unit.bytes, most);
    for (int i = 0; i < ticks.count; ++i) {
        const double y =
            std::round(layout.plot.bottom() - ticks.at(i) * unit.bytes / layout.top * layout.plot.height());
        painter.setPen(colors().grid);
        painter.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
        painter.setPen(colors().muted);
        painter.drawText(QRectF(0, y - metrics.height() / 2, layout.plot.left() - 5, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, numberText(ticks.at(i)));
    }
    // The operations' first words ("forward", "backward", "update") as bands under the axis.
    const double w = layout.plot.width() / static_cast<double>(memory_.operations.size());
    std::size_t from = 0;
    double free = -10.0;
    while (from < memory_.operations.size()) {
        const QString word = firstWord(memory_.operations[from].name);
        std::size_t to = from;
        while (to < memory_.operations.size() && firstWord(memory_.operations[to].name) == word) ++to;
        const double x0 = layout.plot.left() + w * static_cast<double>(from);
        const double x1 = layout.plot.left() + w * static_cast<double>(to);
        painter.setPen(colors().muted);
        painter.drawLine(QPointF(x0, layout.plot.bottom()), QPointF(x0, layout.plot.bottom() + 4));
        const double width = metrics.horizontalAdvance(word);
        const double x = 0.5 * (x0 + x1) - width / 2;
        if (width <= x1 - x0 + 4.0 && x > free) {
            painter.drawText(QPointF(x, layout.plot.bottom() + 3.0 + metrics.ascent()), word);
            free = x + width + 4.0;
        }
        from = to;
    }
    painter.drawLine(layout.plot.bottomLeft(), layout.plot.bottomRight());
}

void MemoryChart::paintAreas(QPainter& painter, const Layout& layout) const {
    const std::size_t count = memory_.operations.size();
    const double w = layout.plot.width() / static_cast<double>(count);
    std::vector<double> below(count, 0.0);
    for (int category = 0; category < memory_.categories.size(); ++category) {
        const CategoryStyle style = colors().category(memory_.styleOf(category));
        QPolygonF outline;
        QPolygonF lower;
        for (std::size_t i = 0; i < count; ++i) {
            const double bytes = static_cast<double>(bytesOf(i)[static_cast<std::size_t>(category)]);
            const double x = layout.plot.left() + w * static_cast<double>(i);
            const double y0 = layout.plot.bottom() - below[i] / layout.top * layout.plot.height();
            below[i] += bytes;
            const double y1 = layout.plot.bottom() - below[i] / layout.top * layout.plot.height();
            outline << QPointF(x, y1) << QPointF(x + w, y1);
            lower << QPointF(x, y0) << QPointF(x + w, y0);
        }
        QPolygonF area = outline;
        for (auto it = lower.rbegin(); it != lower.rend(); ++it) area << *it;
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.color);
        painter.drawPolygon(area);
        if (style.hatch != Qt::NoBrush) {
            painter.setBrush(QBrush(colors().background, style.hatch));
            painter.drawPolygon(area);
        }
        painter.setPen(QPen(colors().background, 0.8));
        painter.drawPolyline(outline);
    }
}

void MemoryChart::paintPeak(QPainter& painter, const Layout& layout) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const bool showNative = native_ && memory_.emulated();
    const auto yOf = [&layout](std::uint64_t bytes) {
        return std::round(layout.plot.bottom() - static_cast<double>(bytes) / layout.top * layout.plot.height()) + 0.5;
    };
    const auto label = [&](double y, const QStringList& texts, bool above) {
        const QString text = fittingText(metrics, texts, layout.plot.width() - 6.0);
        const double w = std::min(metrics.horizontalAdvance(text) + 6.0, layout.plot.width());
        const QRectF box(layout.plot.left() + 3.0, above ? y - metrics.height() - 1.0 : y + 1.0, w, metrics.height());
        QColor paper = colors().background;
        paper.setAlpha(215);
        painter.fillRect(box, paper);
        painter.setPen(colors().text);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    const std::uint64_t shown = showNative ? memory_.peakNative : memory_.peakHeld;
    const double y = yOf(shown);
    painter.setPen(QPen(colors().text, 1.2));
    painter.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
    label(y, {tr("peak %1").arg(bytesText(shown)), bytesText(shown)}, true);
    if (!memory_.emulated()) return;
    const std::uint64_t other = showNative ? memory_.peakHeld : memory_.peakNative;
    const double otherY = yOf(other);
    painter.setPen(QPen(colors().text, 1.2, Qt::DashLine));
    painter.drawLine(QPointF(layout.plot.left(), otherY), QPointF(layout.plot.right(), otherY));
    const bool above = otherY < y;
    const QString bytes = bytesText(other);
    label(otherY,
          {showNative ? tr("held here %1").arg(bytes) : tr("native device %1").arg(bytes),
           showNative ? tr("here %1").arg(bytes) : tr("native %1").arg(bytes), bytes},
          above && y - otherY > metrics.height());
}

void MemoryChart::paintLegend(QPainter& painter, const Layout& layout) const {
    painter.setFont(labelFont());
    const QFontMetricsF metrics(labelFont());
    const bool showNative = native_ && memory_.emulated();
    const std::size_t operation =
        selected() >= 0 ? static_cast<std::size_t>(selected()) : memory_.peakOperation(showNative);
    const auto rows = static_cast<double>(memory_.categories.size() + 1);
    const double h = std::min(metrics.height() + 3.0, layout.legend.height() / (rows + 0.2));
    double y = layout.legend.top();
    painter.setPen(colors().muted);
    const QString& name = memory_.operations[operation].name;
    const QString head = selected() >= 0 ? name : tr("peak: %1").arg(name);
    painter.drawText(QRectF(layout.legend.left(), y, layout.legend.width(), h), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(head, Qt::ElideRight, layout.legend.width()));
    // Top row = top area.
    for (int category = static_cast<int>(memory_.categories.size()) - 1; category >= 0; --category) {
        y += h;
        const CategoryStyle style = colors().category(memory_.styleOf(category));
        const QRectF swatch(layout.legend.left(), y + h / 2 - 5, 12, 10);
        painter.fillRect(swatch, style.color);
        if (style.hatch != Qt::NoBrush) painter.fillRect(swatch, QBrush(colors().background, style.hatch));
        const QString bytes = bytesText(bytesOf(operation)[static_cast<std::size_t>(category)]);
        const double bytesWidth = metrics.horizontalAdvance(bytes);
        painter.setPen(colors().text);
        const QRectF row(layout.legend.left() + 17, y, layout.legend.width() - 17, h);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, bytes);
        painter.drawText(
            row, Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(memory_.categories[category], Qt::ElideRight, row.width() - bytesWidth - 6.0));
    }
    if (memory_.deviceTotal && y + 2 * h <= layout.legend.bottom()) {
        painter.setPen(colors().muted);
        painter.drawText(QRectF(layout.legend.left(), y + h, layout.legend.width(), h),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         tr("card: %1 of %2").arg(bytesText(memory_.deviceUsed), bytesText(memory_.deviceTotal)));
    }
}

void MemoryChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    const double titleEnd = paintHeader(painter);
    if (memory_.operations.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    const Layout layout = layOut();
    painter.setFont(labelFont());
    painter.setPen(colors().muted);
    const QString unit =
        QStringLiteral("(%1)").arg(QLatin1String(byteUnit(static_cast<quint64>(layout.top / 1.18)).name));
    const double unitEnd = nativeBox_->isVisible() ? nativeBox_->x() : headerRight();
    painter.drawText(QRectF(titleEnd + 5, 0, unitEnd - titleEnd - 5, headerHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     unit);
    paintAxes(painter, layout);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAreas(painter, layout);
    if (selected() >= 0) {
        const double w = layout.plot.width() / static_cast<double>(memory_.operations.size());
        painter.setPen(QPen(colors().text, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(layout.plot.left() + w * selected(), layout.plot.top(), w, layout.plot.height()));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintPeak(painter, layout);
    paintLegend(painter, layout);
    paintFocus(painter);
}

void MemoryChart::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && selected() >= 0) return clearHover();
    PartsChart::keyPressEvent(event);
}

void MemoryChart::resizeEvent(QResizeEvent* event) {
    PartsChart::resizeEvent(event);
    const int w = nativeBox_->sizeHint().width();
    nativeBox_->setGeometry(headerRight() - w - 4, 2, w, headerHeight() - 3);
}

ChartTable* MemoryChart::makeTable() const {
    auto memory = std::make_shared<MemoryData>(memory_);
    QStringList columns{tr("operation")};
    for (const QString& name : memory->categories) columns << tr("%1, held (B)").arg(name);
    for (const QString& name : memory->categories) columns << tr("%1, native (B)").arg(name);
    const auto categories = static_cast<int>(memory->categories.size());
    auto cell = [memory, categories](int row, int column) -> QVariant {
        const MemoryOperation& op = memory->operations[static_cast<std::size_t>(row)];
        if (column == 0) return op.name;
        const int category = column - 1;
        return category < categories ? quint64{op.held[static_cast<std::size_t>(category)]}
                                     : quint64{op.native[static_cast<std::size_t>(category - categories)]};
    };
    return new ChartTable(columns, static_cast<int>(memory->operations.size()), std::move(cell));
}

}  // namespace mantissa::ui
