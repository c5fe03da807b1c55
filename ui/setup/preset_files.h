// SPDX-License-Identifier: GPL-3.0-or-later
// File menu: folders of images and preset files in (out: hand_out_dialog.h). Dialogs only choose; reading and checking
// is here, so that a dropped or given path goes the same way.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

#include "ui/classroom/setup_file.h"

class QWidget;

namespace mantissa {
class Error;
}

namespace mantissa::ui {

class SetupModel;

class PresetFiles : public QObject {
    Q_OBJECT

  public:
    PresetFiles(SetupModel& setup, QWidget* window);

    void askForData();
    void askForPreset();
    void askForNetwork();

    /// Takes a folder of IDX files for the next run; an empty path is the MNIST that comes with Mantissa.
    void openData(const QString& folder);
    /// Takes the network of a file for the next run. False, with `failed` emitted and nothing changed, if it is none.
    bool openNetwork(const QString& path);
    /// Takes the settings of a preset file, and what it locks and hides. False, with `failed` emitted and nothing
    /// changed, if it is none.
    bool openPreset(const QString& path);
    /// The same from a line of text (ui/classroom/setup_file.h).
    bool pasteSetup(const QString& text);

  signals:
    void failed(const QString& sentence, const QString& remedy);
    void done(const QString& sentence);

  private:
    void emitFailure(const Error& error);
    bool take(const std::function<SharedSetup()>& read);

    SetupModel& setup_;
    QWidget* window_;
};

}  // namespace mantissa::ui
