// SPDX-License-Identifier: GPL-3.0-or-later
// See preset_texts.h. The texts stand in resources/presets, from where ui/translations/sentences.py takes them for
// lupdate.
#include "ui/setup/preset_texts.h"

#include <QCoreApplication>

#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

QString translated(const std::string& text) {
    return text.empty() ? QString() : spacedThousands(QCoreApplication::translate("Presets", text.c_str()));
}

}  // namespace

QString presetTitle(const run::Preset& preset) {
    return translated(preset.has_title() ? preset.title() : preset.name());
}

QString presetDescription(const run::Preset& preset) {
    return translated(preset.description());
}

}  // namespace mantissa::ui
