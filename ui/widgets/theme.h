// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the whole program: Fusion with two palettes of our own, and a text size. Everything else takes its
// colours from QPalette (muted text is PlaceholderText, hairlines are Mid), so a switch of theme needs no broadcast.
#pragma once

#include <QApplication>
#include <QDBusVariant>
#include <QObject>
#include <QPalette>

namespace mantissa::ui {

/// Which palette to use; System follows the desktop's preference while the program runs.
enum class ThemeMode { System, Light, Dark };

class TextSizedStyle;

/// Owns style, palette and font of the application. One per program, made by main before the first widget.
class Theme : public QObject {
    Q_OBJECT

  public:
    explicit Theme(QApplication& app, QObject* parent = nullptr);
    ~Theme() override;

    /// Gives the application its style sheet, once the first window's widgets are there: under a sheet, Qt styles a
    /// widget and all that it holds anew whenever it gets a parent, which is half of what a window takes to build.
    void dress();

    void setMode(ThemeMode mode);
    ThemeMode mode() const { return mode_; }
    /// Whether the dark palette is in use now.
    bool isDark() const { return dark_; }

    /// Text size in percent of the desktop's, clamped to 100..200.
    void setTextPercent(int percent);
    int textPercent() const { return textPercent_; }
    /// Text is at least so many points large, whatever its percentage; 0: no such bound.
    void setLeastPoints(double points);

    /// The palette of one look, for tests and for the screenshots.
    static QPalette palette(bool dark);

  signals:
    void changed();

  private slots:
    void onPortalSetting(const QString& group, const QString& key, const QDBusVariant& value);

  private:
    void apply();

    QApplication& app_;
    TextSizedStyle* style_;  // owned by the application
    double basePointSize_;
    ThemeMode mode_ = ThemeMode::System;
    bool systemDark_ = false;
    bool dark_ = false;
    bool dressed_ = false;
    int textPercent_ = 100;
    double leastPoints_ = 0;
};

/// `base` with `share` (0..1) of `over` mixed in.
QColor mixed(const QColor& base, const QColor& over, double share);

/// Whether a widget with this palette is drawn light on dark.
bool isDarkPalette(const QPalette& palette);

}  // namespace mantissa::ui
