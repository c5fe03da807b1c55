// SPDX-License-Identifier: Apache-2.0
// A report as one HTML file that needs nothing beside itself: no script, no address, charts as SVG, light and dark,
// ready to print. The markup is well-formed XML, too. Names and notes are text in it, whatever they hold.
#pragma once

#include <string>

#include "engine/report/report_data.h"

namespace mantissa {

inline constexpr std::size_t most_event_rows = 500;      ///< of a run
inline constexpr std::size_t most_evaluation_rows = 40;  ///< of a run, evenly spread

/// The whole document.
std::string html_report(const ReportData& data);

}  // namespace mantissa
