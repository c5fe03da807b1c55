// SPDX-License-Identifier: Apache-2.0
// The settings of a run: one row for each says its default, its range, whether it applies to a run that trains, what it
// depends on, and what --help and the window say of it. Setup's rows are made of this table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// What a setting depends on.
struct Applies {
    const char* flags = "";                          ///< that bring it about: "--optimizer adam"
    bool (*holds)(const run::RunConfig&) = nullptr;  ///< null: always
};

/// What the window calls a setting.
struct SettingWords {
    Phrase label;    ///< in lists of changes: "learning rate"; one of its own
    Phrase tip{};    ///< a sentence; empty: Setup has no row of the usual kind for it
    Phrase title{};  ///< of that row, where it is another than the label
    Phrase zero{};   ///< what a 0 says there; empty: 0
};

// Groups of settings, as --help calls them.
inline constexpr const char *run_settings = "The run", *network_settings = "Network",
                            *training_settings = "Data and optimizer", *precision_settings = "Precision",
                            *scaling_settings = "Loss scaling", *ranks_settings = "Ranks",
                            *watching_settings = "What is measured and recorded";

struct Setting {
    Phrase name;          ///< of its field in RunConfig, as events call it: to be said in another language
    const char* group;    ///< one of those above
    const char* initial;  ///< the default as a flag takes it; null: unset, or the recipe of the loss scaler sets it
    struct Range {
        double least = 0, most = 0;
        explicit operator bool() const noexcept { return least < most; }
    } range;           ///< of a number; none: whatever its type holds, or what validate() says
    bool live;         ///< applies from the next step on; else to the next run
    Applies applies;   ///< networks' and optimizers' own settings: see models.h and optimizers.h beside this
    std::string help;  ///< meaning and unit; empty: it is no flag
    SettingWords words;
};

/// All of them, in the order of --help and Setup.
const std::vector<Setting>& settings();

/// By its field; null where there is none.
const Setting* setting_named(std::string_view field);

/// The flags that would give the setting `field` an effect in `config`; nothing where it has one already.
std::optional<std::string> idle_because(std::string_view field, const run::RunConfig& config);
/// The same over several runs that share it: nothing where one of them uses it.
std::optional<std::string> idle_because(std::string_view field, std::span<const run::RunConfig> configs);

}  // namespace mantissa
