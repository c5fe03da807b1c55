// SPDX-License-Identifier: GPL-3.0-or-later
// A report of several runs on paper: the comparison first, then one short page a run. What one run's full report has
// and this leaves out (histograms, evaluations, events, all settings) is in the HTML, CSV and JSON of the same runs.
#pragma once

#include <QString>

namespace mantissa {
struct ReportData;
}

namespace mantissa::ui {

/// The document's body, in the markup of engine/report. `data` has several runs.
QString briefReport(const ReportData& data);

}  // namespace mantissa::ui
