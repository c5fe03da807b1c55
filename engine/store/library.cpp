// SPDX-License-Identifier: Apache-2.0
// Opening, and what a person does to runs: naming, pinning, deleting.
#include "engine/store/library.h"

#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/limits.h"

namespace mantissa {

namespace {

Phrase too_long(std::string_view what, std::size_t limit) {
    if (what == "name") return say("The name is longer than %1 bytes", {limit});
    if (what == "note") return say("The note is longer than %1 bytes", {limit});
    return say("The tag is longer than %1 bytes", {limit});
}

Phrase no_utf8(std::string_view what) {
    if (what == "name") return say("The name is not UTF-8 text");
    if (what == "note") return say("The note is not UTF-8 text");
    return say("The tag is not UTF-8 text");
}

}  // namespace

void check_text(const std::string& text, std::size_t limit, const char* what) {
    if (text.size() > limit) {
        throw Error(ErrorCode::usage, too_long(what, limit), what, say("shorten it"));
    }
    // A probe message: what protobuf cannot read back could not be sent to anyone either.
    run::Preset probe;
    probe.set_name("x" + text);
    std::string bytes = probe.SerializeAsString();
    if (!probe.ParseFromString(bytes)) {
        throw Error(ErrorCode::usage, no_utf8(what), what);
    }
}

std::unique_ptr<Library> Library::open(const std::filesystem::path& path, Access access) try {
    // One name for one file: the lock must be the same through every link.
    const std::filesystem::path file = std::filesystem::weakly_canonical(std::filesystem::absolute(path));
    if (access == Access::read_only) {
        if (!is_library_there(file)) {
            throw Error(ErrorCode::failed, say("There is no library of runs here yet"), file.string(),
                        say("it is made when the first run is recorded"));
        }
        return std::unique_ptr<Library>(new Library(file, access, nullptr, open_for_reading(file)));
    }
    if (!std::filesystem::is_directory(file.parent_path())) {
        throw Error(ErrorCode::failed, say("The folder of the library does not exist"), file.parent_path().string(),
                    say("make it, or choose another place"));
    }
    is_library_there(file);  // a foreign file gets no lock file beside it
    auto lock = std::make_unique<WriterLock>(
        file, is_on_network(file.parent_path()) ? WriterLock::Kind::exclusive : WriterLock::Kind::shared);
    if (!is_library_there(file)) {
        if (!lock->alone()) {
            throw Error(ErrorCode::failed,
                        say("The file of this library was removed while another Mantissa has it open"), file.string(),
                        say("close that Mantissa; or name another library"));
        }
        create_library(file, true);
    }
    auto database = open_for_writing(file, lock->alone());
    lock->let_others();
    return std::unique_ptr<Library>(new Library(file, access, std::move(lock), std::move(database)));
} catch (const std::filesystem::filesystem_error& error) {
    throw Error(ErrorCode::failed, say("The library cannot be opened: %1", {error.code().message()}), path.string(),
                say("check that its folder exists and is writable"));
}

Library::Library(std::filesystem::path path, Access access, std::unique_ptr<WriterLock> lock,
                 std::unique_ptr<Database> database)
    : path_(std::move(path)), access_(access), lock_(std::move(lock)), database_(std::move(database)) {}

void Library::must_write() const {
    if (access_ != Access::read_write) {
        throw Error(ErrorCode::usage, say("The library is opened read-only"), path_.string(),
                    say("close the Mantissa that writes it, or choose another library"));
    }
}

RunKey Library::find(const std::string& run_id) const {
    if (Statement row = database_->query("SELECT id FROM runs WHERE run_id = ?1", run_id); row.next())
        return {row.integer(0), run_id};
    // A damaged page of the index loses a run that is there: it is not to be made again, nor called absent.
    if (database_->query("SELECT 1 FROM runs NOT INDEXED WHERE run_id = ?1", run_id).next())
        throw Error(
            ErrorCode::bad_data,
            say("The library is damaged: run %1 has a row in the table \"%2\" that cannot be read", {run_id, "runs"}),
            path_.string(), say("the other runs can still be read"));
    return {0, run_id};
}

RunKey Library::require(const std::string& run_id) const {
    RunKey key = find(run_id);
    if (key.id == 0) {
        throw Error(ErrorCode::usage, say("There is no run %1 in the library", {run_id}), path_.string());
    }
    return key;
}

void Library::set_name(const std::string& run_id, const std::string& name) {
    must_write();
    check_text(name, max_name_bytes, "name");
    change(run_id,
           [&](std::int64_t id) { database_->query("UPDATE runs SET name = ?2 WHERE id = ?1", id, name).run(); });
}

void Library::set_note(const std::string& run_id, const std::string& note) {
    must_write();
    check_text(note, max_note_bytes, "note");
    change(run_id,
           [&](std::int64_t id) { database_->query("UPDATE runs SET note = ?2 WHERE id = ?1", id, note).run(); });
}

void Library::set_tags(const std::string& run_id, const std::vector<std::string>& tags) {
    must_write();
    if (tags.size() > max_tags) {
        throw Error(ErrorCode::usage, say("A run can have at most %1 tags", {max_tags}), "tags");
    }
    for (const std::string& tag : tags) check_text(tag, max_name_bytes, "tag");
    Transaction transaction(*database_, Transaction::Kind::write);
    write_tags(require(run_id), tags);
    transaction.commit();
}

void Library::write_tags(const RunKey& run, const std::vector<std::string>& tags) {
    database_->query("DELETE FROM tags WHERE run = ?1", run.id).run();
    for (std::size_t i = 0; i < tags.size(); ++i) {
        database_
            ->query("INSERT INTO tags(run, position, tag, digest) VALUES(?1, ?2, ?3, row_digest(?1, ?2, ?3))", run.id,
                    static_cast<std::int64_t>(i), tags[i])
            .run();
    }
}

/// Changes the row of a run, which keeps a right digest.
void Library::change(const std::string& run_id, const std::function<void(std::int64_t id)>& with) {
    must_write();
    Transaction transaction(*database_, Transaction::Kind::write);
    const RunKey run = require(run_id);
    check_run(*database_, run.id, run_id);
    with(run.id);
    seal_run(*database_, run.id);
    transaction.commit();
}

void Library::set(const std::string& run_id, const char* sql, std::int64_t value) {
    change(run_id, [&](std::int64_t id) { database_->query(sql, id, value).run(); });
}

void Library::set_pinned(const std::string& run_id, bool pinned) {
    set(run_id, "UPDATE runs SET pinned = ?2 WHERE id = ?1", pinned ? 1 : 0);
}

void Library::set_visible(const std::string& run_id, bool visible) {
    set(run_id, "UPDATE runs SET visible = ?2 WHERE id = ?1", visible ? 1 : 0);
}

void Library::set_baseline(const std::string& run_id, bool baseline) {
    must_write();
    std::vector<std::string> others;
    if (baseline) {
        Statement rows = database_->query("SELECT run_id FROM runs WHERE baseline = 1 AND run_id <> ?1", run_id);
        while (rows.next()) others.push_back(rows.text(0));
    }
    require(run_id);
    for (const std::string& other : others) set(other, "UPDATE runs SET baseline = ?2 WHERE id = ?1", 0);
    set(run_id, "UPDATE runs SET baseline = ?2 WHERE id = ?1", baseline ? 1 : 0);
}

void Library::remove(const std::string& run_id) {
    set(run_id, "UPDATE runs SET deleted = ?2 WHERE id = ?1", 1);
}

void Library::restore(const std::string& run_id) {
    set(run_id, "UPDATE runs SET deleted = ?2 WHERE id = ?1", 0);
}

std::size_t Library::purge_deleted() {
    must_write();
    const std::vector<RunSummary> all = list(nullptr);
    Transaction transaction(*database_, Transaction::Kind::write);
    int erased = 0;
    for (const RunSummary& run : all) {
        if (!run.deleted || run.trained_elsewhere) continue;
        database_->query("DELETE FROM runs WHERE run_id = ?1", run.run_id).run();
        erased += database_->changes();
    }
    transaction.commit();
    passes_.clear();  // a row's number may be used again
    if (erased > 0) database_->query("PRAGMA incremental_vacuum").run();
    return static_cast<std::size_t>(erased);
}

}  // namespace mantissa
