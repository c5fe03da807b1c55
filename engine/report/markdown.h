// SPDX-License-Identifier: Apache-2.0
// The runs as a table in Markdown (GitHub's), for pasting.
#pragma once

#include <string>
#include <string_view>

#include "engine/report/report_data.h"

namespace mantissa {

/// `text` as text in a cell: nothing in it is formatting, a link, markup, or the end of the cell. Direction marks are
/// kept inside the cell by isolates (U+2068, U+2069).
std::string markdown_text(std::string_view text);

/// A line for each run: name, the settings that differ, result.
std::string markdown_table(const ReportData& data);

}  // namespace mantissa
