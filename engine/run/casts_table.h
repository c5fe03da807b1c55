// SPDX-License-Identifier: Apache-2.0
// Operations by recipes of casts, as a person reads them: the command line and the window show the same table.
#pragma once

#include <vector>

#include "engine/base/phrase.h"

namespace mantissa {

struct CastsCell {
    Phrase text;           ///< "16 bits"
    bool differs = false;  ///< another format than in torch.amp
};

/// An operation, or what becomes of weights and the loss scale, and a cell for each of casts_descriptions().
struct CastsRow {
    Phrase name;
    std::vector<CastsCell> cells;
};

/// All rows, those of OperationClass first.
std::vector<CastsRow> casts_table();

/// What the mark and "given" in the table mean.
Phrase casts_table_legend();

}  // namespace mantissa
