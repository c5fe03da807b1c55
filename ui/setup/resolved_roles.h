// SPDX-License-Identifier: GPL-3.0-or-later
// Requested against effective precision in words. From the run's own record where there is one, else by the same
// resolve() that the worker calls, on what the device says of itself.
#pragma once

#include <QString>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// The roles of a configuration on a device; empty if either names a format that we do not know.
std::vector<run::ResolvedRole> resolvedRoles(const run::RunConfig& config, const run::DeviceInfo& device);

/// "Requested FP16 → runs FP16, emulated exactly (stored as FP32)."; empty without roles.
QString resolvedLine(run::Precision precision, const std::vector<run::ResolvedRole>& roles);

/// One line per role with its reason.
QString resolvedReasons(const std::vector<run::ResolvedRole>& roles);

/// Short, for the status bar: "FP16 (emulated)".
QString effectiveName(run::Precision precision, const std::vector<run::ResolvedRole>& roles);

}  // namespace mantissa::ui
