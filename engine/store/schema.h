// SPDX-License-Identifier: Apache-2.0
// The tables of a library and how an older file becomes a current one. A new file is an empty one (version 0) that has
// gone through every migration, so that there is only one way to arrive at a version.
#pragma once

#include <cstdint>
#include <span>

#include "engine/store/sqlite.h"

namespace mantissa {

/// PRAGMA application_id of every library: "MNTS".
inline constexpr std::int32_t library_application_id = 0x4D4E5453;

/// One step: the SQL that leads from version `to` - 1 to version `to`, and what SQL alone cannot fill in.
struct Migration {
    int to;
    const char* sql;
    void (*fill)(Database&) = nullptr;
};

/// All steps, in order; the last one leads to the current version.
std::span<const Migration> library_migrations();

/// Version of the schema that this program writes.
int library_version();

/// Applies the missing steps in one transaction: afterwards the file has the version of the last step, or, when Error
/// is thrown, is as it was. Does nothing to a current file.
void migrate(Database& database, std::span<const Migration> steps);

/// Compares tables and columns with those that the migrations up to `version` make, and refuses triggers and views.
/// Throws Error (bad_data) naming the table.
void check_schema(Database& database, int version = library_version());

/// For a file from elsewhere: nothing in it may be defined in other words than the migrations up to `version` use, so
/// that no index, generated column or constraint of a stranger is ever evaluated. Throws Error (bad_data).
void check_definitions(Database& database, int version);

}  // namespace mantissa
