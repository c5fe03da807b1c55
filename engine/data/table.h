// SPDX-License-Identifier: Apache-2.0
// A table made by the program: each row has categories, which are bytes, numbers and a value that is a function of them
// and of noise. What the columns mean for the value is drawn once, so it is the same in both splits and every run.
#pragma once

#include "engine/data/dataset.h"

namespace mantissa {

/// As many rows as `sizes` has samples in each split, a function of the split and of each one's place alone. `sizes`'
/// samples are not read. Category c of column k is the byte k * table_kinds + c; numbers are uniform in [-1, 1). The
/// value is the sum of
///   - an effect of each category,
///   - 3 times the product of the numbers 2 i and 2 i + 1, for each i,
///   - 2 times number k times an effect of the category of column k, for each k below 8,
///   - uniform noise that has a 20th of the variance,
/// all uniform in [-1, 1), brought to mean 0 and variance 1, plus `offset`. So the best R² is 95 %.
Dataset make_table(const Dataset& sizes, double offset);

}  // namespace mantissa
