// SPDX-License-Identifier: Apache-2.0
// The parts of html.h's document, each a piece of well-formed markup.
#pragma once

#include <string>
#include <vector>

#include "engine/report/report_data.h"

namespace mantissa {

/// Sheet of styles, for the inside of <style>.
const char* report_styles();

/// A row of headings, each `<th scope="col">`, escaped; one that begins with "~" (which is not shown) stands over
/// texts, which are aligned to the left.
std::string heading_row(const std::vector<std::string>& headings);

/// "97.21 %"; "–" where there is none.
std::string percent_text(bool known, double share);

/// The charts with their legend.
std::string html_charts(const ReportData& data);

/// One line for each run.
std::string html_results(const ReportData& data);
/// The settings in which runs differ; of one run, from the defaults.
std::string html_differing(const ReportData& data);

/// The section of run `index`.
std::string html_run(const ReportData& data, std::size_t index);

}  // namespace mantissa
