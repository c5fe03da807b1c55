// SPDX-License-Identifier: GPL-3.0-or-later
// A report as PDF: the sections of the HTML report on numbered A4 pages, its charts as drawings, not pixels.
#pragma once

#include <QByteArray>
#include <QString>

namespace mantissa {
struct ReportData;
}

namespace mantissa::ui {

/// The whole document; needs a QGuiApplication, on any thread. Throws Error (failed) where a page cannot be written.
QByteArray pdfReport(const ReportData& data);

}  // namespace mantissa::ui
