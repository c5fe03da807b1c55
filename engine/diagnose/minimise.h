// SPDX-License-Identifier: Apache-2.0
// Delta debugging: A. Zeller and R. Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE TSE 28(2),
// 2002, ddmin.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace mantissa {

/// A subset of `whole`, for which `holds` is true, that is 1-minimal: `holds` is true of it, and of none that lacks one
/// element of it. Asks `holds` of at most O(n^2) sets, of O(log n) where one element is enough.
std::vector<std::size_t> minimise(std::vector<std::size_t> whole,
                                  const std::function<bool(const std::vector<std::size_t>&)>& holds);

}  // namespace mantissa
