// SPDX-License-Identifier: Apache-2.0
// Line charts over training steps as SVG, to stand in an HTML page (text and FP32 take the page's colour) or alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/words.h"
#include "engine/run/metric.h"
#include "engine/run/run.pb.h"
#include "engine/store/series.h"

namespace mantissa {

enum class ChartMarker { circle, square, diamond, cross, triangle };

/// How a line looks: the colours of the window. Lines of one precision differ by `dash`.
struct LineStyle {
    std::string color = "currentColor";
    ChartMarker marker = ChartMarker::triangle;
    int dash = 0;  ///< 0 solid; 1 to 3 dashes; repeats beyond
};

/// Colour and marker of a precision, the same as in the window; `same_before`: lines of it that are drawn already.
LineStyle style_of(run::Precision precision, int same_before);

struct ChartLine {
    std::string name;      ///< for the reader of the description: "1, FP16"
    std::string end_text;  ///< a character or two at the line's end: "1"
    LineStyle style;
    std::vector<SeriesNode> nodes;    ///< in order
    bool faint = false;               ///< a thin, pale line without markers
    std::vector<SeriesNode> skipped;  ///< max 1: a mark below the plot
};

/// A line across the plot: something happened after this step.
struct ChartEvent {
    std::uint32_t step = 0;
    std::string text;
};

struct Chart {
    enum class Axis {
        linear,
        log2,    ///< zero and negative values are marked at the lower edge
        judged,  ///< records' values of `metric`: 0 to 1 as 0 to 100 %, 0.15 as 15 dB
    };
    std::string id;  ///< letters, digits and dashes; unique in the page
    std::string title;
    std::string y_label;  ///< with its unit
    Axis axis = Axis::linear;
    std::vector<ChartLine> lines;
    std::vector<ChartEvent> events;
    Metric metric = metric_of(run::CLASSIFY);  ///< of Axis::judged
};

/// The chart as one <svg> element, with a title and a description of every line for those who do not see it. Lines
/// break at NaN and infinities, which are marked at the edge (NaN and +inf above, -inf below). The chart's own texts
/// are in the language of `words` already.
std::string svg_chart(const Chart& chart, const Words& words = {});

/// A short piece of the line with its marker, for a legend.
std::string svg_swatch(const LineStyle& style);

}  // namespace mantissa
