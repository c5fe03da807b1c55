// SPDX-License-Identifier: Apache-2.0
// SQLite's C API behind two value-like classes. Statements are cached by their text and handed back when the handle
// dies, because an unreset SELECT would keep a snapshot open and stop the write-ahead log from being folded in.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mantissa {

class Database;

/// Marks bytes that are bound as a BLOB rather than as TEXT.
struct Blob {
    std::string_view bytes;
};

/// A prepared statement with its parameters bound; borrowed from its Database, which must outlive it.
class Statement {
  public:
    Statement(Statement&& other) noexcept;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement& operator=(Statement&&) = delete;
    ~Statement();

    /// Fetches the next row; false when there is none. Throws Error.
    bool next();
    /// Runs to the end, ignoring rows. Throws Error.
    void run();

    std::int64_t integer(int column) const;
    double real(int column) const;
    bool is_null(int column) const;
    /// TEXT or BLOB, byte for byte (NUL bytes included).
    std::string text(int column) const;
    /// The same without a copy; valid until the next call of next() or the end of the statement.
    std::string_view bytes(int column) const;

  private:
    friend class Database;
    Statement(Database& database, sqlite3_stmt* handle, const std::string* sql);
    void bind(int index, std::int64_t value);
    void bind(int index, int value) { bind(index, std::int64_t{value}); }
    void bind(int index, std::uint32_t value) { bind(index, std::int64_t{value}); }
    void bind(int index, bool value) { bind(index, std::int64_t{value}); }
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
    void bind(int index, const char* value) { bind(index, std::string_view(value)); }
    void bind(int index, Blob value);
    template <typename T>
    void bind(int index, const std::optional<T>& value) {
        if (value) bind(index, *value);  // unbound parameters are NULL
    }

    Database* database_;
    sqlite3_stmt* handle_;
    const std::string* sql_;
};

/// One connection. Not safe for two threads at once.
class Database {
  public:
    enum class Mode {
        read_write,  ///< The file must exist.
        create,      ///< The file may be new.
        read_only,
        immutable,  ///< Nobody writes the file and its folder cannot be written; needs no shared memory beside it.
        memory,     ///< `path` is only a name for messages.
    };
    /// Opens with limits and switches that make a hostile file harmless (no triggers, views, trusted functions or
    /// values over 32 MiB). Throws Error naming `path`.
    Database(const std::filesystem::path& path, Mode mode);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// Runs one or more statements without parameters.
    void execute(const char* sql);

    /// Prepares `sql` (or takes it from the cache) and binds the values to ?1, ?2, ...
    template <typename... Values>
    Statement query(std::string_view sql, const Values&... values) {
        Statement statement = borrow(sql);
        int index = 0;
        (statement.bind(++index, values), ...);
        return statement;
    }

    /// First column of the first row, e.g. of a PRAGMA. Throws Error when there is no row.
    std::int64_t integer(std::string_view sql);
    std::string text(std::string_view sql);

    /// Rows changed by the last statement.
    int changes() const;
    bool in_transaction() const;
    bool read_only() const;
    const std::filesystem::path& path() const { return path_; }
    sqlite3* handle() const { return handle_; }

    /// Throws the Error for SQLite's result `code`: what happened to this file, in words, and what to do.
    [[noreturn]] void fail(int code) const;

  private:
    friend class Statement;
    Statement borrow(std::string_view sql);
    void give_back(const std::string* sql, sqlite3_stmt* handle) noexcept;

    std::filesystem::path path_;
    sqlite3* handle_ = nullptr;
    std::unordered_map<std::string, std::vector<sqlite3_stmt*>> idle_;
};

/// BEGIN at construction, ROLLBACK at destruction unless committed.
class Transaction {
  public:
    enum class Kind { read, write };
    Transaction(Database& database, Kind kind);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    /// Throws Error; the transaction is then rolled back, unless the storage itself failed while it was written out.
    void commit();

  private:
    Database& database_;
};

}  // namespace mantissa
