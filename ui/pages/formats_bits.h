// SPDX-License-Identifier: GPL-3.0-or-later
// The bits of one number as buttons: sign, exponent and fraction in three tones, with their names below and a gap
// between. One stop of the Tab key per strip; arrows move along it, Space toggles.
#pragma once

#include <QAbstractButton>
#include <cstdint>
#include <vector>

#include "engine/precision/float_format.h"
#include "ui/charts/bit_fields.h"

namespace mantissa::ui {

class BitButton : public QAbstractButton {
    Q_OBJECT

  public:
    BitButton(BitField field, QWidget* parent);
    BitField field() const { return field_; }
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    BitField field_;
};

class BitStrip : public QWidget {
    Q_OBJECT

  public:
    explicit BitStrip(const FloatFormat& format, QWidget* parent = nullptr);

    std::uint32_t bits() const { return bits_; }
    /// Shows these bits, without telling.
    void setBits(std::uint32_t bits);
    /// The button of a bit: 0 is the last of the fraction.
    BitButton* button(int bit) const { return buttons_[static_cast<std::size_t>(bit)]; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    /// A person toggled a bit.
    void toggled(std::uint32_t bits);
    /// The keyboard came to one of the bits.
    void entered();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    BitField fieldOf(int bit) const;
    void place();
    void describe(int bit);
    void moveTo(int bit);

    FloatFormat format_;
    QString name_;
    std::uint32_t bits_ = 0;
    std::vector<BitButton*> buttons_;
};

}  // namespace mantissa::ui
