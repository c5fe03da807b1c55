// SPDX-License-Identifier: GPL-3.0-or-later
// Bits as buttons; see the header.
#include "ui/pages/formats_bits.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <array>

namespace mantissa::ui {

namespace {

/// So many pixels narrower a bit may be where there is little room.
constexpr int kSqueezed = 4;
constexpr std::array<BitField, 3> kFields{BitField::Sign, BitField::Exponent, BitField::Fraction};

QFont captionFont(const QFont& font) {
    QFont small = font;
    if (small.pointSizeF() > 0) small.setPointSizeF(small.pointSizeF() * 0.88);
    return small;
}

int usualBit(const QFont& font) {
    return QFontMetrics(font).horizontalAdvance(u'0') + 8;
}

/// Behind a field of so many bits: wide enough that the name below them does not run into the next one's.
int gapBehind(BitField field, int bits, int bit, const QFont& font) {
    const QFontMetrics caption(captionFont(font));
    return std::max(8, caption.horizontalAdvance(fieldName(field)) - bits * bit + 10);
}

int stripWidth(const FloatFormat& format, int bit, const QFont& font) {
    return format.bits() * bit + gapBehind(BitField::Sign, 1, bit, font) +
           gapBehind(BitField::Exponent, format.exponent_bits, bit, font);
}

/// Of one bit, as the widest format allows: so the fields of all formats stand under each other.
int bitWidth(int room, const QFont& font) {
    const int usual = usualBit(font);
    int bit = usual;
    while (bit > usual - kSqueezed && stripWidth(fp32, bit, font) > room) --bit;
    return bit;
}

}  // namespace

BitButton::BitButton(BitField field, QWidget* parent) : QAbstractButton(parent), field_(field) {
    setCheckable(true);
    setFocusPolicy(Qt::ClickFocus);
    setCursor(Qt::PointingHandCursor);
}

QSize BitButton::sizeHint() const {
    return {usualBit(font()), QFontMetrics(font()).height() + 6};
}

void BitButton::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const ChartPalette palette = ChartPalette::fromWidget(this);
    const QColor tone = fieldTone(field_, palette);
    const QRectF box = QRectF(rect()).adjusted(1.0, 0.5, -1.0, -0.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tone, underMouse() ? 2.0 : 1.0));
    painter.setBrush(isChecked() ? tone : palette.background);
    painter.drawRoundedRect(box, 2.5, 2.5);
    painter.setPen(isChecked() ? palette.background : palette.text);
    painter.drawText(rect(), Qt::AlignCenter, isChecked() ? QStringLiteral("1") : QStringLiteral("0"));
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.text, 2.0));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

BitStrip::BitStrip(const FloatFormat& format, QWidget* parent)
    : QWidget(parent), format_(format), name_(QString::fromStdString(name_of(format))) {
    setAccessibleName(tr("Bits of the number in %1").arg(name_));
    buttons_.resize(static_cast<std::size_t>(format_.bits()));
    // From the sign on, so that the order of the widgets is the order of reading.
    for (int bit = format_.bits() - 1; bit >= 0; --bit) {
        auto* button = new BitButton(fieldOf(bit), this);
        buttons_[static_cast<std::size_t>(bit)] = button;
        button->setObjectName(QStringLiteral("%1_bit_%2").arg(name_).arg(bit));
        button->installEventFilter(this);
        connect(button, &QAbstractButton::clicked, this, [this, bit] {
            bits_ ^= 1u << bit;
            describe(bit);
            emit toggled(bits_);
        });
        describe(bit);
    }
    button(format_.bits() - 1)->setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

BitField BitStrip::fieldOf(int bit) const {
    return ui::fieldOf(bit, format_);
}

void BitStrip::describe(int bit) {
    const bool set = (bits_ >> bit) & 1u;
    const int weight = bit - format_.fraction_bits;  // of the fraction: 2^weight of the significand
    QString meaning = fieldName(fieldOf(bit));
    if (fieldOf(bit) == BitField::Exponent) meaning += tr(", worth %1").arg(1 << weight);
    if (fieldOf(bit) == BitField::Fraction) meaning += tr(", worth 2 to the power %1").arg(weight);
    button(bit)->setAccessibleName(tr("%1 bit %2, %3: %4").arg(name_).arg(bit).arg(meaning).arg(set ? 1 : 0));
    button(bit)->setToolTip(meaning);
}

void BitStrip::setBits(std::uint32_t bits) {
    bits_ = bits;
    for (int bit = 0; bit < format_.bits(); ++bit) {
        const bool set = (bits_ >> bit) & 1u;
        if (button(bit)->isChecked() == set) continue;
        button(bit)->setChecked(set);
        describe(bit);
    }
}

void BitStrip::moveTo(int bit) {
    button(std::clamp(bit, 0, format_.bits() - 1))->setFocus(Qt::OtherFocusReason);
}

bool BitStrip::eventFilter(QObject* watched, QEvent* event) {
    const auto found = std::find(buttons_.begin(), buttons_.end(), watched);
    if (found == buttons_.end()) return QWidget::eventFilter(watched, event);
    const int bit = static_cast<int>(found - buttons_.begin());
    if (event->type() == QEvent::FocusIn) {
        // Tab comes back to the bit where it left.
        for (BitButton* other : buttons_) other->setFocusPolicy(other == watched ? Qt::StrongFocus : Qt::ClickFocus);
        // Whoever goes through with Tab chooses no format by that.
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::TabFocusReason && reason != Qt::BacktabFocusReason) emit entered();
    }
    if (event->type() != QEvent::KeyPress) return false;
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Left:
            moveTo(bit + 1);
            return true;
        case Qt::Key_Right:
            moveTo(bit - 1);
            return true;
        case Qt::Key_Home:
            moveTo(format_.bits() - 1);
            return true;
        case Qt::Key_End:
            moveTo(0);
            return true;
        default:
            return false;
    }
}

QSize BitStrip::sizeHint() const {
    return {stripWidth(format_, usualBit(font()), font()),
            button(0)->sizeHint().height() + QFontMetrics(captionFont(font())).height()};
}

QSize BitStrip::minimumSizeHint() const {
    return {stripWidth(format_, usualBit(font()) - kSqueezed, font()), sizeHint().height()};
}

void BitStrip::place() {
    const QSize bit(bitWidth(width(), font()), button(0)->sizeHint().height());
    int x = 0;
    for (int i = format_.bits() - 1; i >= 0; --i) {
        button(i)->setGeometry(QRect(QPoint(x, 0), bit));
        x += bit.width();
        if (i > 0 && fieldOf(i - 1) != fieldOf(i))
            x += gapBehind(fieldOf(i), fieldOf(i) == BitField::Sign ? 1 : format_.exponent_bits, bit.width(), font());
    }
    update();
}

void BitStrip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setFont(captionFont(font()));
    const ChartPalette palette = ChartPalette::fromWidget(this);
    for (const BitField field : kFields) {
        const auto isField = [field](const BitButton* b) { return b->field() == field; };
        const auto last = std::find_if(buttons_.begin(), buttons_.end(), isField);
        painter.setPen(fieldTone(field, palette));
        const auto first = std::find_if(buttons_.rbegin(), buttons_.rend(), isField);
        const QRect area((*first)->x() + 1, (*last)->height(), width() - (*first)->x(), height() - (*last)->height());
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, fieldName(field));
    }
}

void BitStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void BitStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || buttons_.empty()) return;
    updateGeometry();
    place();
}

}  // namespace mantissa::ui
