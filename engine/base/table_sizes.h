// SPDX-License-Identifier: Apache-2.0
// Sizes of the table that the program makes (engine/data/table.h), for whoever builds a network over it.
#pragma once

#include <cstdint>

namespace mantissa {

inline constexpr std::int64_t table_columns = 16;  ///< of categories: as many words as a text has tokens
inline constexpr std::int64_t table_kinds = 8;     ///< categories of each column
inline constexpr std::int64_t table_words = table_columns * table_kinds;  ///< no two columns have a word in common
inline constexpr std::int64_t table_numbers = 16;                         ///< beside them, in each row

}  // namespace mantissa
