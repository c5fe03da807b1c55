// SPDX-License-Identifier: Apache-2.0
// Digests of rows. SQLite's pages have no checksums: a bit that flips on the disk is believed. So each row holds a
// CRC-32C of itself, which is compared when it is read: what is damaged is told by its run and step, and the rest can
// be read.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/error.h"
#include "engine/store/sqlite.h"

namespace mantissa {

/// The first version of the schema whose rows have digests.
inline constexpr int first_version_with_digests = 3;
/// The first one whose runs have numbers, which their digests cover.
inline constexpr int first_version_with_numbers = 4;

/// The tables whose rows have digests, all.
enum class Sealed { runs, tags, steps, nodes, records };
const char* name_of(Sealed table) noexcept;

/// An SQL expression over a row of `table` that is 1 where its digest is right. For a library of a version without
/// digests: "1".
std::string intact(Database& database, Sealed table);

/// An SQL expression: the digest that a row of `table` should have in a library of `version`.
std::string digest_of(Sealed table, std::int64_t version = first_version_with_numbers);

/// Writes the digest of one row of "runs" after a change of it, in the transaction of the change.
void seal_run(Database& database, std::int64_t id);
/// Throws Error (bad_data) where the row of "runs" is damaged: it must not be changed, which would give it a new
/// digest.
void check_run(Database& database, std::int64_t id, const std::string& run_id);

/// Throws Error (bad_data) where a row of a run is no longer found: its steps and their pyramid, and the number of its
/// other records, must agree. Reads the indexes only.
void check_rows(Database& database, std::int64_t id, const std::string& run_id);

/// "The library is damaged: ...", naming the run, the table and where in it.
Error damaged_row(const Database& database, const std::string& run_id, Sealed table, const std::string& where);

/// Makes row_digest(value, ...) known to a connection: the CRC-32C of the values, their types and lengths.
void add_row_digest(sqlite3* connection);

}  // namespace mantissa
