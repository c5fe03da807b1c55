// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of numbers above the charts of the Live page. It wraps to as many rows as its width asks for, so that no
// number is ever clipped.
#pragma once

#include <QString>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

class QGridLayout;
class QLabel;

namespace mantissa::ui {

class RunModel;

/// What the strip shows of a run, as text; separate from the widget so that it can be tested without one.
struct LiveNumber {
    QString key;      ///< "step", "epoch", "test_accuracy", "loss", "scale", "skipped", "speed", "eta", "norm_lost",
                      ///< "flushed"
    QString caption;  ///< with the unit
    QString value;    ///< "–" where there is none
    QString tip;
};

/// Always the same keys in the same order; `run` null: all values "–". As of `step` (nothing: now).
std::vector<LiveNumber> liveNumbers(const RunModel* run, std::optional<std::uint32_t> step = {});

class LiveNumbers : public QWidget {
    Q_OBJECT

  public:
    explicit LiveNumbers(QWidget* parent = nullptr);

    /// Writes the numbers of `run` (null: none), as of `step` (nothing: now).
    void show(const RunModel* run, std::optional<std::uint32_t> step = {});
    /// Text of one number as it stands there.
    QString value(const QString& key) const;

    /// As narrow as its widest number: it takes more lines where the page becomes narrower.
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    struct Tile {
        QString key;
        QWidget* box;
        QLabel* caption;
        QLabel* value;
    };
    void reserve();
    static bool grow(const Tile& tile);
    void arrange();
    void applyFonts();

    std::vector<Tile> tiles_;
    QGridLayout* grid_;
    int columns_ = 0;
};

}  // namespace mantissa::ui
