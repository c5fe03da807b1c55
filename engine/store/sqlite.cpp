// SPDX-License-Identifier: Apache-2.0
// The wrappers around SQLite, and the one place where its result codes become sentences.
#include "engine/store/sqlite.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "engine/base/error.h"
#include "engine/store/digest.h"

namespace mantissa {
namespace {

constexpr int max_value_bytes = 32 << 20;
// A reader never waits for a writer (write-ahead log); a writer waits for the import of another process, say.
constexpr int busy_milliseconds = 10'000;
constexpr int busy_milliseconds_of_writer = 60'000;

// Percent-encodes a path for a file: URI.
std::string uri_path(const std::string& path) {
    std::string out;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                           c == '.' || c == '-' || c == '_';
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

}  // namespace

Statement::Statement(Database& database, sqlite3_stmt* handle, const std::string* sql)
    : database_(&database), handle_(handle), sql_(sql) {}

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), handle_(std::exchange(other.handle_, nullptr)), sql_(other.sql_) {}

Statement::~Statement() {
    if (handle_ == nullptr) return;
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
    database_->give_back(sql_, handle_);
}

bool Statement::next() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) database_->fail(code);
    return false;
}

void Statement::run() {
    while (next()) {
    }
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}
double Statement::real(int column) const {
    return sqlite3_column_double(handle_, column);
}
bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}
std::string Statement::text(int column) const {
    return std::string(bytes(column));
}

std::string_view Statement::bytes(int column) const {
    const void* data = sqlite3_column_blob(handle_, column);
    const int size = sqlite3_column_bytes(handle_, column);
    if (data == nullptr || size <= 0) return {};
    return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

void Statement::bind(int index, std::int64_t value) {
    if (const int code = sqlite3_bind_int64(handle_, index, value); code != SQLITE_OK) database_->fail(code);
}

void Statement::bind(int index, double value) {
    if (const int code = sqlite3_bind_double(handle_, index, value); code != SQLITE_OK) database_->fail(code);
}

void Statement::bind(int index, std::string_view value) {
    const char* data = value.empty() ? "" : value.data();
    const int code = sqlite3_bind_text64(handle_, index, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    if (code != SQLITE_OK) database_->fail(code);
}

void Statement::bind(int index, Blob value) {
    const char* data = value.bytes.empty() ? "" : value.bytes.data();
    const int code = sqlite3_bind_blob64(handle_, index, data, value.bytes.size(), SQLITE_TRANSIENT);
    if (code != SQLITE_OK) database_->fail(code);
}

Database::Database(const std::filesystem::path& path, Mode mode) : path_(path) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    std::string name = path.string();
    switch (mode) {
        case Mode::read_write:
            flags |= SQLITE_OPEN_READWRITE;
            break;
        case Mode::create:
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
            break;
        case Mode::read_only:
            flags |= SQLITE_OPEN_READONLY;
            break;
        case Mode::immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
            name = "file://" + uri_path(name) + "?immutable=1";
            break;
        case Mode::memory:
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY;
            name = ":memory:";
            break;
    }
    const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
    try {
        if (code != SQLITE_OK) fail(code);
        sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, max_value_bytes);
        sqlite3_limit(handle_, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
        sqlite3_busy_timeout(handle_, mode == Mode::read_write ? busy_milliseconds_of_writer : busy_milliseconds);
        add_row_digest(handle_);
        execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
    } catch (...) {
        sqlite3_close_v2(handle_);
        throw;
    }
}

Database::~Database() {
    for (const auto& [sql, handles] : idle_) {
        for (sqlite3_stmt* handle : handles) sqlite3_finalize(handle);
    }
    sqlite3_close_v2(handle_);
}

void Database::execute(const char* sql) {
    if (const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

Statement Database::borrow(std::string_view sql) {
    const auto entry = idle_.try_emplace(std::string(sql)).first;
    sqlite3_stmt* handle = nullptr;
    if (entry->second.empty()) {
        const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
        if (code != SQLITE_OK) fail(code);
    } else {
        handle = entry->second.back();
        entry->second.pop_back();
    }
    return Statement(*this, handle, &entry->first);
}

void Database::give_back(const std::string* sql, sqlite3_stmt* handle) noexcept {
    try {
        idle_.find(*sql)->second.push_back(handle);
    } catch (...) {
        sqlite3_finalize(handle);  // out of memory: only the cache suffers
    }
}

std::int64_t Database::integer(std::string_view sql) {
    Statement statement = query(sql);
    if (!statement.next()) fail(SQLITE_CORRUPT);
    return statement.integer(0);
}

std::string Database::text(std::string_view sql) {
    Statement statement = query(sql);
    if (!statement.next()) fail(SQLITE_CORRUPT);
    return statement.text(0);
}

int Database::changes() const {
    return sqlite3_changes(handle_);
}
bool Database::in_transaction() const {
    return sqlite3_get_autocommit(handle_) == 0;
}
bool Database::read_only() const {
    return sqlite3_db_readonly(handle_, "main") == 1;
}

void Database::fail(int code) const {
    const std::string detail = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    const int system = handle_ != nullptr ? sqlite3_system_errno(handle_) : 0;
    const std::string why = system != 0 ? fmt::format("{}: {}", detail, std::strerror(system)) : detail;
    const std::string place = path_.string();
    switch (code & 0xff) {
        case SQLITE_FULL:
            throw Error(ErrorCode::failed, say("The disk is full: the library of runs cannot grow"), place,
                        say("free some space and try again; everything acknowledged so far is kept"));
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            throw Error(ErrorCode::failed, say("The library of runs cannot be written: %1", {why}), place,
                        say("make the file and its folder writable, or open it read-only"));
        case SQLITE_CANTOPEN:
            throw Error(ErrorCode::failed, say("The library of runs cannot be opened: %1", {why}), place,
                        say("check that the file and its folder exist and are readable and writable"));
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_FORMAT:
        case SQLITE_TOOBIG:
            throw Error(ErrorCode::bad_data, say("The library of runs is damaged: %1", {why}), place,
                        say("keep a copy of the file; `sqlite3 FILE .recover` rescues what can still be read"));
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Error(ErrorCode::failed, say("Another program is using the library of runs"), place,
                        say("close it and try again, or open the library read-only"));
        case SQLITE_IOERR:
            throw Error(ErrorCode::failed, say("Reading or writing the library of runs failed: %1", {why}), place,
                        say("check the disk; everything acknowledged so far is kept"));
        case SQLITE_NOMEM:
            throw std::bad_alloc();
        default:
            throw Error(ErrorCode::failed, say("The library of runs failed: %1", {why}), place);
    }
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
    database_.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
}

Transaction::~Transaction() {
    // SQLite may have rolled back by itself (disk full); a failing ROLLBACK changes nothing that a reader would see.
    if (database_.in_transaction()) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
    database_.execute("COMMIT");
}

}  // namespace mantissa
