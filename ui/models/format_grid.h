// SPDX-License-Identifier: GPL-3.0-or-later
// Range or precision? One short run for each pair of exponent and fraction bits and for each recipe of operands in
// eight or fewer bits, and what their accuracies say about a network. Results are kept by everything that decides them
// but the format, so that another network has a grid of its own.
#pragma once

#include <QString>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/precision/float_format.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

inline constexpr int kGridExponents[2] = {4, 8};   ///< first and last row, bits
inline constexpr int kGridFractions[2] = {2, 23};  ///< first and last column, bits

/// A format that has a name of its own in the grid. E4M3 here has infinities as IEEE 754 would give it, so it ends at
/// 240; the OCP's E4M3 trades them for numbers up to 448.
struct NamedFormat {
    FloatFormat format;
    const char* name;
};
inline constexpr std::array<NamedFormat, 6> kNamedFormats{
    {{fp32, "FP32"}, {tf32, "TF32"}, {bf16, "BF16"}, {fp16, "FP16"}, {{5, 2}, "E5M2"}, {{4, 3}, "E4M3"}}};

/// "FP16" for a named one, else "E6M4".
QString formatName(const FloatFormat& format);

/// What the grid of one network is asked for.
struct GridOptions {
    int steps = 400;       ///< of each run
    bool dynamic = false;  ///< with dynamic loss scaling, else with none
};

/// A cell's place: exponent and fraction bits; of a recipe 0 and its number among operands_descriptions().
using GridPlace = std::pair<int, int>;

/// The configuration of one cell: `base` with this format in the roles of a 16-bit mode, for so many steps, without
/// overrides, histograms and live evaluations (nothing but the accuracy at the end is looked at).
run::RunConfig cellConfig(const run::RunConfig& base, const GridOptions& options, const FloatFormat& format);
/// The same with operands as the recipe has them and everything else in BF16.
run::RunConfig cellConfig(const run::RunConfig& base, const GridOptions& options, run::Operands operands);
/// Its format.
FloatFormat formatOf(const run::RunConfig& cell);
GridPlace placeOf(const run::RunConfig& cell);
/// "FP16", "E6M4", "MXFP8".
QString cellName(const run::RunConfig& cell);

/// All formats of the grid: the named ones, then coarse to fine, so that an unfinished grid shows its shape early.
std::vector<FloatFormat> gridOrder();
/// All cells of this network's grid in the order in which they run: the named formats, the recipes, the other formats.
/// Recipes are left out where they cannot run: on a card.
std::vector<run::RunConfig> gridCells(const run::RunConfig& base, const GridOptions& options);

class FormatGrid {
  public:
    /// Keeps a run's result; of two for the same cell the later one.
    void add(const run::RunConfig& cell, double accuracy);
    /// Test accuracy (0 to 1) of each finished cell of this network.
    std::map<GridPlace, double> cells(const run::RunConfig& base, const GridOptions& options) const;
    /// Those of gridCells() that have no result yet.
    std::vector<run::RunConfig> missing(const run::RunConfig& base, const GridOptions& options) const;

  private:
    std::map<std::string, std::map<GridPlace, double>> results_;
};

/// The answer in a sentence or two, from the cells that are known: how few exponent bits are enough with FP16's ten
/// fraction bits, how few fraction bits with FP32's eight exponent bits. "Enough" is 85 % of the way to the best cell
/// from what the task gives without learning (among ten classes 10 %), of a PSNR within 1 dB of it, and of pixels, most
/// of which may be background, within a point: single short runs differ by several points by chance. Empty while
/// neither line of the grid is complete enough to tell.
QString gridVerdict(run::Task task, const std::map<GridPlace, double>& cells);

/// Which recipes of eight and fewer bits reach what is enough by the same measure, and which do not; empty while one of
/// them, or all formats, are not known.
QString recipesVerdict(run::Task task, const std::map<GridPlace, double>& cells);

/// The values of the palest and of the darkest cell: from what the task gives without learning to all of it, and of a
/// PSNR or of pixels from the least to the most of the grid.
struct GridShades {
    double least, most;
};
GridShades gridShades(run::Task task, const std::map<GridPlace, double>& cells);

}  // namespace mantissa::ui
