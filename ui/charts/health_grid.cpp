// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of micro-bars; see the header. Mouse and keyboard are in health_grid_input.cpp.
#include "ui/charts/health_grid.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <memory>

#include "ui/charts/format_text.h"

namespace mantissa::ui {

namespace {

constexpr std::size_t kNormal = 4;
/// A piece that exists can be seen: a single inf among a million values is what matters.
constexpr double kLeastPiece = 3.0;
constexpr double kFolderIndent = 12.0;  // of a row within a folder

/// As in the histogram where the zones are the same; empty for zeros, solid for what is well.
constexpr std::array<Qt::BrushStyle, kHealthPieces> kHatches{Qt::NoBrush,       Qt::CrossPattern, Qt::BDiagPattern,
                                                             Qt::Dense6Pattern, Qt::SolidPattern, Qt::FDiagPattern,
                                                             Qt::Dense3Pattern};

constexpr double kHeadingGap = 4.0;  // left of a column's name

/// What stands in one line of a column's name: its words, and their parts at soft hyphens.
QStringList headingParts(const QString& name) {
    QStringList parts;
    for (const QString& word : name.split(u' ')) {
        const QStringList pieces = word.split(QChar(0xad));
        for (qsizetype i = 0; i < pieces.size(); ++i) parts << (i + 1 < pieces.size() ? pieces[i] + u'-' : pieces[i]);
    }
    return parts;
}

QRectF swatchOf(const QRectF& entry) {
    return {entry.left(), entry.top() + 2.0, 18.0, entry.height() - 4.0};
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

QStringList healthPieceNames() {
    return {HealthGrid::tr("zero"),      HealthGrid::tr("zero, not in FP32"),
            HealthGrid::tr("flushed"),   HealthGrid::tr("subnormal"),
            HealthGrid::tr("normal"),    HealthGrid::tr("overflow"),
            HealthGrid::tr("inf or NaN")};
}

QStringList healthPieceSentences() {
    return {HealthGrid::tr("Zero, and not known to be nonzero in FP32: an input or unit that is 0 for the whole batch "
                           "gives no gradient."),
            HealthGrid::tr("Zero here before the cast, though not in FP32: lost in a later layer (upstream underflow), "
                           "or made zero by rounding, as by a ReLU that is off here only."),
            HealthGrid::tr("Nonzero before the cast, zero after it: this cast underflows."),
            HealthGrid::tr("Below the format's smallest normal number: kept with fewer fraction bits."),
            HealthGrid::tr("Within the format's normal range, with all of its fraction bits."),
            HealthGrid::tr("Finite before the cast, infinite after it."),
            HealthGrid::tr("Infinite or NaN before the cast already.")};
}

bool HealthBar::operator==(const HealthBar& other) const {
    return shares == other.shares && note == other.note && brief == other.brief && alarm == other.alarm &&
           text == other.text && tensor == other.tensor && format == other.format && step == other.step &&
           scale == other.scale && elements == other.elements && same(normLost, other.normLost) &&
           same(cosine, other.cosine) && same(signalToNoise, other.signalToNoise);
}

HealthGrid::HealthGrid(const QString& title, QWidget* parent)
    : ChartWidget(title, parent), emptyText_(tr("No histogram yet")), scroll_(new QScrollBar(Qt::Vertical, this)) {
    scroll_->setFocusPolicy(Qt::NoFocus);  // the arrow keys scroll with the cell that is chosen
    scroll_->setAccessibleName(tr("%1: scroll the layers").arg(title));
    scroll_->hide();
    connect(scroll_, &QScrollBar::valueChanged, this, [this] { update(); });
}

void HealthGrid::setGrid(const HealthGridData& shown) {
    if (shown == data_) return;
    data_ = shown;
    measure();
    const QString before = layer_;
    if (rowOf(layer_) < 0) layer_ = data_.rows.empty() ? QString() : data_.rows.front().layer;
    arrange();
    if (layer_ != before) showSelected();
    tell();
    update();
    if (layer_ != before) emit selectionChanged();
}

void HealthGrid::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    tell();
    update();
}

int HealthGrid::rowOf(const QString& layer) const {
    const auto found = std::find_if(data_.rows.begin(), data_.rows.end(),
                                    [&layer](const HealthGridRow& row) { return row.layer == layer; });
    return found == data_.rows.end() ? -1 : static_cast<int>(found - data_.rows.begin());
}

const HealthBar* HealthGrid::selected() const {
    const int row = rowOf(layer_);
    if (row < 0 || column_ >= data_.columns.size()) return nullptr;
    const std::vector<HealthBar>& bars = data_.rows[static_cast<std::size_t>(row)].bars;
    return static_cast<std::size_t>(column_) < bars.size() ? &bars[static_cast<std::size_t>(column_)] : nullptr;
}

void HealthGrid::select(const QString& layer, int column) {
    column = std::clamp(column, 0, std::max(0, static_cast<int>(data_.columns.size()) - 1));
    if (rowOf(layer) < 0 || (layer == layer_ && column == column_)) return;
    layer_ = layer;
    column_ = column;
    showSelected();
    tell();
    update();
    emit selectionChanged();
}

void HealthGrid::tell() {
    const HealthBar* bar = selected();
    describe(bar ? tr("%1, %2: %3 Arrow keys choose another cell.").arg(layer_, data_.columns[column_], bar->text)
                 : emptyText_);
}

QSize HealthGrid::minimumSizeHint() const {
    const int rows = std::clamp(static_cast<int>(data_.rows.size()), 3, 5);
    const double high = columnsTop() + rows * leastRowHeight() + 2.0 * QFontMetricsF(labelFont()).height() + 10.0;
    return {lines(20, 0).width(), static_cast<int>(std::ceil(high))};
}

double HealthGrid::rowHeight() const {
    if (data_.rows.empty()) return leastRowHeight();
    // Of few layers the rows use the room that there is.
    const double room = std::floor(rowsArea().height() / static_cast<double>(data_.rows.size()));
    return std::clamp(room, leastRowHeight(), 2.0 * leastRowHeight());
}

double HealthGrid::leastRowHeight() const {
    return std::ceil(QFontMetricsF(font()).height() * 0.8 + QFontMetricsF(labelFont()).height() + 9.0);
}

double HealthGrid::columnsTop() const {
    return headerHeight() + 2.0 * QFontMetricsF(labelFont()).height() + 4.0;
}

void HealthGrid::measure() {
    const QFontMetricsF metrics(font());
    longestName_ = metrics.horizontalAdvance(tr("Layer"));
    for (const HealthGridRow& row : data_.rows)
        longestName_ = std::max(longestName_, metrics.horizontalAdvance(row.label.isEmpty() ? row.layer : row.label) +
                                                  row.depth * kFolderIndent);
}

double HealthGrid::nameWidth() const {
    return std::min(longestName_ + 16.0, width() * 0.25);
}

/// The row at this height of the widget; it may be before the first or behind the last one.
int HealthGrid::rowAt(double y) const {
    return static_cast<int>(std::floor((y - columnsTop() + scroll_->value()) / rowHeight()));
}

std::vector<HealthGrid::Legend> HealthGrid::legend() const {
    const QFontMetricsF metrics(labelFont());
    std::vector<Legend> entries;
    double x = 8.0;
    double y = 0;
    for (const QString& name : healthPieceNames()) {
        const double wide = metrics.horizontalAdvance(name) + 34.0;
        if (x + wide > width() && x > 8.0) {
            x = 8.0;
            y += metrics.height() + 4.0;
        }
        entries.push_back({QRectF(x, y, wide, metrics.height()), name});
        x += wide;
    }
    const double top = height() - entries.back().box.bottom() - 5.0;
    for (Legend& entry : entries) entry.box.translate(0, top);
    return entries;
}

QRectF HealthGrid::rowsArea() const {
    const double bottom = legend().front().box.top() - 6.0;
    const double right = width() - 6.0 - (scroll_->isHidden() ? 0 : scroll_->width());
    return {4.0, columnsTop(), std::max(40.0, right - 4.0), std::max(10.0, bottom - columnsTop())};
}

QRectF HealthGrid::cellAt(int row, int column) const {
    const QRectF area = rowsArea();
    const double names = nameWidth();
    const double wide = (area.width() - names) / std::max<qsizetype>(1, data_.columns.size());
    return {std::round(area.left() + names + column * wide), area.top() + row * rowHeight() - scroll_->value(),
            std::floor(wide), rowHeight()};
}

QRectF HealthGrid::cellArea(const QString& layer, int column) const {
    const int row = rowOf(layer);
    return row < 0 ? QRectF() : cellAt(row, column).intersected(rowsArea());
}

void HealthGrid::arrange() {
    const int wide = scroll_->sizeHint().width();
    scroll_->setVisible(static_cast<double>(data_.rows.size()) * rowHeight() > rowsArea().height() + 0.5);
    const QRectF area = rowsArea();
    scroll_->setGeometry(width() - wide - 2, static_cast<int>(area.top()), wide, static_cast<int>(area.height()));
    const double all = static_cast<double>(data_.rows.size()) * rowHeight();
    scroll_->setRange(0, std::max(0, static_cast<int>(std::ceil(all - area.height()))));
    scroll_->setPageStep(static_cast<int>(area.height()));
    scroll_->setSingleStep(static_cast<int>(rowHeight()));
    updateGeometry();
}

void HealthGrid::showSelected() {
    const int row = rowOf(layer_);
    if (row < 0) return;
    const double top = row * rowHeight();
    const double bottom = top + rowHeight() - rowsArea().height();
    if (top < scroll_->value()) scroll_->setValue(static_cast<int>(std::floor(top)));
    if (bottom > scroll_->value()) scroll_->setValue(static_cast<int>(std::ceil(bottom)));
}

void HealthGrid::paintPiece(QPainter& painter, const QRectF& piece, std::size_t index, const QColor& color) const {
    if (index == kNormal) {
        painter.fillRect(piece, colors().faint(color));
        return;
    }
    if (kHatches[index] != Qt::NoBrush) painter.fillRect(piece, QBrush(colors().text, kHatches[index]));
}

void HealthGrid::paintBar(QPainter& painter, const QRectF& bar, const HealthBar& shown) const {
    std::array<double, kHealthPieces> wide{};
    double sum = 0;
    for (std::size_t i = 0; i < kHealthPieces; ++i) {
        if (shown.shares[i] > 0) wide[i] = std::max(kLeastPiece, shown.shares[i] * bar.width());
        sum += wide[i];
    }
    if (sum <= 0) return;
    const QColor color = colors().precision(shown.format).color;
    double x = bar.left();
    for (std::size_t i = 0; i < kHealthPieces; ++i) {
        if (wide[i] <= 0) continue;
        const double end = x + wide[i] * bar.width() / sum;
        const QRectF piece(QPointF(std::round(x), bar.top()), QPointF(std::round(end), bar.bottom()));
        paintPiece(painter, piece, i, color);
        painter.setPen(QPen(colors().text, 1.0));
        if (x > bar.left()) painter.drawLine(piece.topLeft(), piece.bottomLeft());
        x = end;
    }
    painter.setPen(QPen(shown.alarm ? colors().text : colors().bookmark, shown.alarm ? 2.0 : 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
}

void HealthGrid::paintCell(QPainter& painter, int row, int column) const {
    const HealthGridRow& layer = data_.rows[static_cast<std::size_t>(row)];
    if (static_cast<std::size_t>(column) >= layer.bars.size()) return;
    const HealthBar& shown = layer.bars[static_cast<std::size_t>(column)];
    const QRectF cell = cellAt(row, column);
    const QRectF bar(cell.left() + 4.0, cell.top() + 4.0, cell.width() - 8.0,
                     std::round(QFontMetricsF(font()).height() * 0.8 + 0.7 * (rowHeight() - leastRowHeight())));
    paintBar(painter, bar, shown);
    QFont label = labelFont();
    label.setBold(shown.alarm);
    const QFontMetricsF metrics(label);
    double left = bar.left();
    const double top = bar.bottom() + 1.0;
    if (shown.alarm) {
        const double side = metrics.ascent();
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors().text);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawPolygon(
            QPolygonF({{left, top + side + 1.0}, {left + side, top + side + 1.0}, {left + side / 2, top + 2.0}}));
        painter.setRenderHint(QPainter::Antialiasing, false);
        left += side + 3.0;
    }
    painter.setFont(label);
    painter.setPen(shown.alarm ? colors().text : colors().muted);
    const QRectF place(left, top, bar.right() - left, metrics.height());
    const bool fits = metrics.horizontalAdvance(shown.note) <= place.width() || shown.brief.isEmpty();
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(fits ? shown.note : shown.brief, Qt::ElideRight, place.width()));
    if (layer.layer != layer_ || column != column_ || takingPicture()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().focus, hasFocus() ? 2.0 : 1.0));
    painter.drawRect(cell.adjusted(1.5, 1.5, -1.5, -1.5));
}

QStringList HealthGrid::cutHeadings() const {
    const QFontMetricsF metrics(headingFont());
    const double room = cellAt(0, 0).width() - kHeadingGap;
    QStringList cut;
    for (const QString& name : data_.columns)
        for (const QString& part : headingParts(name))
            if (metrics.horizontalAdvance(part) > room) cut << part;
    return cut;
}

/// Smaller where a word is wider than its column: it cannot go on in the next line.
QFont HealthGrid::headingFont() const {
    QFont type = labelFont();
    const double usual = type.pointSizeF(), room = cellAt(0, 0).width() - kHeadingGap;
    for (int percent = 100; percent >= 80; percent -= 4) {
        type.setPointSizeF(usual * percent / 100);
        const QFontMetricsF metrics(type);
        const bool fits = std::all_of(data_.columns.begin(), data_.columns.end(), [&](const QString& name) {
            const QStringList parts = headingParts(name);
            return std::all_of(parts.begin(), parts.end(),
                               [&](const QString& part) { return metrics.horizontalAdvance(part) <= room; });
        });
        if (fits) break;
    }
    return type;
}

void HealthGrid::paintNames(QPainter& painter) const {
    painter.setPen(colors().muted);
    painter.setFont(headingFont());
    const double top = headerHeight() + 1.0;
    const double high = columnsTop() - top - 2.0;
    painter.drawText(QRectF(8, top, nameWidth(), high), Qt::AlignLeft | Qt::AlignBottom, tr("Layer"));
    for (int column = 0; column < data_.columns.size(); ++column) {
        const QRectF cell = cellAt(0, column);
        painter.drawText(QRectF(cell.left() + kHeadingGap, top, cell.width() - kHeadingGap, high),
                         Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, data_.columns[column]);
    }
    painter.setPen(colors().grid);
    painter.drawLine(QPointF(4, columnsTop() - 1.0), QPointF(width() - 4.0, columnsTop() - 1.0));
}

QRectF HealthGrid::legendSwatch(std::size_t piece) const {
    return swatchOf(legend().at(piece).box);
}

void HealthGrid::paintLegend(QPainter& painter) const {
    painter.setFont(labelFont());
    // In the colours of the cells that it explains: a page may have tensors in several formats.
    QStringList formats;
    for (const HealthGridRow& row : data_.rows)
        for (const HealthBar& bar : row.bars)
            if (bar.elements > 0 && !bar.format.isEmpty() && !formats.contains(bar.format)) formats << bar.format;
    if (formats.isEmpty()) formats << QString();
    std::size_t index = 0;
    for (const Legend& entry : legend()) {
        const QRectF swatch = swatchOf(entry.box);
        for (qsizetype i = 0; i < formats.size(); ++i) {
            const double wide = swatch.width() / static_cast<double>(formats.size());
            const QRectF part(swatch.left() + static_cast<double>(i) * wide, swatch.top(), wide, swatch.height());
            paintPiece(painter, part, index, colors().precision(formats[i]).color);
        }
        ++index;
        painter.setPen(QPen(colors().bookmark, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch);
        painter.setPen(colors().text);
        painter.drawText(entry.box.adjusted(23.0, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    }
}

void HealthGrid::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.rows.empty()) {
        paintEmpty(painter, emptyText_);
        return;
    }
    paintNames(painter);
    paintLegend(painter);
    const QRectF area = rowsArea();
    painter.save();
    painter.setClipRect(area);
    const int behind = std::min(static_cast<int>(data_.rows.size()), rowAt(area.bottom()) + 1);
    for (int row = std::max(0, rowAt(area.top())); row < behind; ++row) {  // only what is to be seen
        const QRectF line = cellAt(row, 0);
        painter.setFont(font());
        painter.setPen(colors().text);
        const HealthGridRow& shown = data_.rows[static_cast<std::size_t>(row)];
        const double in = 8.0 + shown.depth * kFolderIndent;
        const QRectF name(in, line.top(), std::max(16.0, nameWidth() - in), line.height());
        const QString& text = shown.label.isEmpty() ? shown.layer : shown.label;
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(font()).elidedText(text, Qt::ElideRight, name.width()));
        for (int column = 0; column < data_.columns.size(); ++column) paintCell(painter, row, column);
    }
    painter.restore();
    paintFocus(painter);
}

void HealthGrid::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    arrange();
}

bool HealthGrid::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return ChartWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int at = rowAt(help->pos().y()); at >= 0 && at < static_cast<int>(data_.rows.size())) {
        const HealthGridRow& row = data_.rows[static_cast<std::size_t>(at)];
        for (std::size_t column = 0; column < row.bars.size(); ++column) {
            if (!cellArea(row.layer, static_cast<int>(column)).contains(help->pos())) continue;
            QToolTip::showText(help->globalPos(), plainTip(row.bars[column].text), this);
            return true;
        }
    }
    const std::vector<Legend> entries = data_.rows.empty() ? std::vector<Legend>() : legend();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].box.contains(help->pos())) continue;
        QToolTip::showText(help->globalPos(), plainTip(healthPieceSentences()[static_cast<qsizetype>(i)]), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

int HealthGrid::partCount() const {
    return static_cast<int>(data_.rows.size()) * static_cast<int>(data_.columns.size());
}

/// A cell, row by row.
QString HealthGrid::partText(int part) const {
    const auto columns = static_cast<std::size_t>(data_.columns.size()), at = static_cast<std::size_t>(part);
    const HealthGridRow& row = data_.rows[at / columns];
    const QString text = at % columns < row.bars.size() ? row.bars[at % columns].text : QString();
    return tr("%1, %2: %3").arg(row.layer, data_.columns[static_cast<qsizetype>(at % columns)], text);
}

ChartTable* HealthGrid::makeTable() const {
    const auto shown = std::make_shared<HealthGridData>(data_);
    const int columns = std::max(1, static_cast<int>(data_.columns.size()));
    auto cell = [shown, columns](int index, int column) -> QVariant {
        const HealthGridRow& row = shown->rows[static_cast<std::size_t>(index / columns)];
        if (column == 0) return row.layer;
        if (column == 1) return shown->columns[index % columns];
        const auto place = static_cast<std::size_t>(index % columns);
        if (place >= row.bars.size()) return {};
        const HealthBar& bar = row.bars[place];
        constexpr int first = 7;
        if (column >= first && column < first + static_cast<int>(kHealthPieces))
            return bar.shares[static_cast<std::size_t>(column - first)] * 100.0;
        switch (column) {
            case 2:
                return bar.tensor;
            case 3:
                return bar.step;
            case 4:
                return bar.format;
            case 5:
                return bar.scale;
            case 6:
                return static_cast<qulonglong>(bar.elements);
            case first + static_cast<int>(kHealthPieces):
                return bar.normLost * 100.0;
            case first + static_cast<int>(kHealthPieces) + 1:
                return bar.cosine;
            case first + static_cast<int>(kHealthPieces) + 2:
                return bar.signalToNoise;
            default:
                return bar.alarm ? tr("degraded") : QString();
        }
    };
    QStringList names{tr("layer"), tr("of"), tr("tensor"), tr("step"), tr("format"), tr("loss scale"), tr("elements")};
    for (const QString& piece : healthPieceNames()) names << tr("%1 (%)").arg(piece);
    names << tr("norm lost (%)") << tr("cosine") << tr("signal to noise (dB)") << tr("degraded");
    return new ChartTable(names, static_cast<int>(data_.rows.size()) * columns, std::move(cell));
}

}  // namespace mantissa::ui
