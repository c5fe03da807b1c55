// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensor and which layer is the worst: one rule for Health's list and "Worst layer". Live's norm lost is of
// the layer that lost most, as in reports.
#pragma once

#include <string>
#include <vector>

#include "ui/models/health.h"

namespace mantissa::ui {

/// By which the worst of several tensors of one role is found, the largest being the worst.
double rankOf(const HealthCell& cell);

/// Fills in severity and rank of all rows and sorts them by rank, equals as they are. `origin`: the layer where the inf
/// or NaN of all others began, or empty. `whole`: severities count in whole percents.
void rankRows(std::vector<HealthRow>& rows, const std::string& origin, bool whole);

/// Puts rows into the order that `shown` has, with its ranks; layers that it lacks come last.
void keepOrder(std::vector<HealthRow>& rows, const std::vector<HealthRow>& shown);

}  // namespace mantissa::ui
