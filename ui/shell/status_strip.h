// SPDX-License-Identifier: GPL-3.0-or-later
// The right end of the status bar: device, effective precision, worker.
#pragma once

#include <QWidget>

namespace mantissa::ui {

class TextLabel;

class StatusStrip : public QWidget {
    Q_OBJECT

  public:
    explicit StatusStrip(QWidget* parent = nullptr);
    void setDevice(const QString& text);
    /// `trains`: of what trains now; else of what Run would begin.
    void setPrecision(const QString& text, const QString& details, bool trains);
    void setWorker(const QString& text);
    /// The machine that it runs on; empty: this one.
    void setPlace(const QString& text);

  private:
    void showWorker();
    TextLabel* device_;
    TextLabel* precision_;
    TextLabel* worker_;
    QString workerText_;
    QString place_;
};

}  // namespace mantissa::ui
