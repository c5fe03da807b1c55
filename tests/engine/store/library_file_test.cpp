// SPDX-License-Identifier: Apache-2.0
// The file from outside: foreign and damaged ones are refused and left as they are, one writes at a time, versions.
#include "engine/store/library_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>

#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/in_a_child.h"
#include "tests/engine/store/store_testing.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;
using namespace mantissa::testing;
using ::testing::HasSubstr;

void write_file(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

class LibraryFileTest : public ::testing::Test {
  protected:
    void fill(std::uint32_t steps_to_write = 1000) {
        const auto library = Library::open(file_, Access::read_write);
        const std::vector<run::Record> first{started(id_)};
        library->append(first);
        library->append(steps(id_, 1, steps_to_write));
    }
    // Both ways of opening must refuse the file with `code` and a message with `text`, and not change a byte or leave
    // anything beside it.
    void expect_refused(ErrorCode code, const std::string& text) {
        const std::string before = contents(file_);
        for (const Access access : {Access::read_write, Access::read_only}) {
            const Error error = error_of([&] { Library::open(file_, access); });
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_THAT(error.what(), HasSubstr(text));
            EXPECT_THAT(error.place(), HasSubstr(file_.filename().string()));
            EXPECT_FALSE(error.remedy().empty());
        }
        EXPECT_EQ(contents(file_), before);
    }

    TemporaryFolder folder_;
    fs::path file_ = folder_ / "library.mantissa";
    std::string id_ = make_ulid();
};

TEST_F(LibraryFileTest, ALibraryIsForItsOwnerAloneAndWhatIsHandedOnIsNot) {
    const mode_t before = ::umask(0022);
    const auto mode_of = [&](const std::string& name) {
        struct stat status {};
        return ::stat((folder_ / name).c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
    };
    const auto library = Library::open(file_, Access::read_write);
    const std::vector<run::Record> records{started(id_)};
    library->append(records);
    for (const std::string name : {"library.mantissa", "library.mantissa-wal", "library.mantissa.lock"})
        EXPECT_EQ(mode_of(name), 0600u) << name;
    library->export_runs({id_}, folder_ / "handed.mantissa");
    EXPECT_EQ(mode_of("handed.mantissa"), 0644u);
    // A library that its owner opened to a group stays so.
    ::chmod(file_.c_str(), 0660);
    Library::open(file_, Access::read_write);
    EXPECT_EQ(mode_of("library.mantissa"), 0660u);
    ::umask(before);
}

TEST_F(LibraryFileTest, ANewFileIsMarkedAsOurs) {
    fill();
    EXPECT_EQ(raw_sql(file_, "PRAGMA application_id"), std::to_string(library_application_id));
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), std::to_string(library_version()));
    EXPECT_EQ(raw_sql(file_, "PRAGMA journal_mode"), "wal");
    EXPECT_EQ(raw_sql(file_, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(contents(file_).substr(68, 4), "MNTS");
}

TEST_F(LibraryFileTest, AnEmptyFileBecomesALibrary) {
    write_file(file_, "");
    fill();
    EXPECT_EQ(Library::open(file_, Access::read_only)->runs().size(), 1u);
}

TEST_F(LibraryFileTest, AnAbsentFileCannotBeRead) {
    EXPECT_THAT(error_of([&] { Library::open(file_, Access::read_only); }).what(), HasSubstr("no library"));
    EXPECT_FALSE(fs::exists(file_));
    EXPECT_THAT(error_of([&] { Library::open(folder_ / "no" / "library", Access::read_write); }).what(),
                HasSubstr("folder"));
}

TEST_F(LibraryFileTest, ForeignFilesAreRefusedAndLeftUntouched) {
    write_file(file_, "short");
    expect_refused(ErrorCode::bad_data, "not a library");
    write_file(file_, std::string(5000, 'x'));
    expect_refused(ErrorCode::bad_data, "not a library");
    fs::remove(file_);
    raw_sql(file_, "CREATE TABLE precious(x); INSERT INTO precious VALUES(1)");
    expect_refused(ErrorCode::bad_data, "another program");
    EXPECT_FALSE(fs::exists(folder_ / "library.mantissa.lock"));
    fs::remove(file_);
    fs::create_directory(file_);
    EXPECT_EQ(error_of([&] { Library::open(file_, Access::read_write); }).code(), ErrorCode::bad_data);
    fs::remove(file_);
    ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
    EXPECT_EQ(error_of([&] { Library::open(file_, Access::read_write); }).code(), ErrorCode::bad_data);
}

TEST_F(LibraryFileTest, ANewerVersionIsRefused) {
    fill();
    raw_sql(file_, "PRAGMA journal_mode = delete; PRAGMA user_version = " + std::to_string(library_version() + 1));
    expect_refused(ErrorCode::bad_data, "newer Mantissa");
}

TEST_F(LibraryFileTest, AnOlderVersionIsMigratedWhenWrittenOnly) {
    raw_sql(file_, "PRAGMA application_id = " + std::to_string(library_application_id) +
                       "; PRAGMA user_version = 0; "
                       "CREATE TABLE scrap(x); DROP TABLE scrap");
    EXPECT_THAT(error_of([&] { Library::open(file_, Access::read_only); }).what(), HasSubstr("older Mantissa"));
    fill();
    EXPECT_EQ(raw_sql(file_, "PRAGMA user_version"), std::to_string(library_version()));
    EXPECT_EQ(Library::open(file_, Access::read_only)->records(id_).size(), 1001u);
}

TEST_F(LibraryFileTest, MigrationsGoStepByStepAndAllOrNothing) {
    raw_sql(file_, "CREATE TABLE a(x); INSERT INTO a VALUES(7)");
    Database database(file_, Database::Mode::read_write);
    const Migration broken[] = {
        {1, "ALTER TABLE a ADD COLUMN y"}, {2, "UPDATE a SET y = x + 1"}, {3, "INSERT INTO b VALUES(1)"}};
    const Error error = error_of([&] { migrate(database, broken); });
    EXPECT_THAT(error.what(), HasSubstr("version 3"));
    EXPECT_EQ(database.integer("PRAGMA user_version"), 0);
    EXPECT_EQ(database.integer("SELECT count(*) FROM pragma_table_info('a')"), 1);

    migrate(database, std::span(broken).first(1));
    EXPECT_EQ(database.integer("PRAGMA user_version"), 1);
    const Migration good[] = {broken[0], broken[1], {3, "CREATE TABLE b(z); INSERT INTO b SELECT y FROM a"}};
    migrate(database, good);  // the first would fail if it ran again
    EXPECT_EQ(database.integer("PRAGMA user_version"), 3);
    EXPECT_EQ(database.integer("SELECT z FROM b"), 8);
}

TEST_F(LibraryFileTest, OtherTablesThanOursAreRefused) {
    fill();
    const fs::path original = folder_ / "original";
    raw_sql(file_, "PRAGMA journal_mode = delete");
    fs::copy_file(file_, original);
    for (const char* sql :
         {"DROP TABLE nodes", "ALTER TABLE runs RENAME COLUMN note TO remark", "ALTER TABLE steps ADD COLUMN more TEXT",
          "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END", "CREATE VIEW v AS SELECT * FROM runs"}) {
        fs::copy_file(original, file_, fs::copy_options::overwrite_existing);
        raw_sql(file_, sql);
        expect_refused(ErrorCode::bad_data, "made or changed by another program");
    }
}

TEST_F(LibraryFileTest, AReadOnlyFolderCanBeReadAndSaysThatItCannotBeWritten) {
    fill();
    fs::permissions(file_, fs::perms(0644));  // the child is somebody else
    fs::permissions(folder_.path(), fs::perms(0555));
    EXPECT_EQ(in_a_child([&] {
                  const auto library = Library::open(file_, Access::read_only);
                  if (library->records(id_).size() != 1001) throw std::runtime_error("records are missing");
              }),
              "");
    const std::string said = in_a_child([&] { Library::open(file_, Access::read_write); });
    EXPECT_THAT(said, HasSubstr("locked for writing"));
    EXPECT_THAT(said, HasSubstr("read-only"));
    const std::string absent = in_a_child([&] { Library::open(folder_ / "other", Access::read_write); });
    EXPECT_THAT(absent, HasSubstr("writable"));
}

TEST_F(LibraryFileTest, ALogLeftInAReadOnlyFolderIsNotPassedOver) {
    const auto library = Library::open(file_, Access::read_write);
    const std::vector<run::Record> first{started(id_)};
    library->append(first);
    const fs::path copies = folder_ / "copies";
    fs::create_directory(copies);
    fs::copy_file(file_, copies / "l");
    fs::copy_file(folder_ / "library.mantissa-wal", copies / "l-wal");
    for (const char* name : {"l", "l-wal"}) fs::permissions(copies / name, fs::perms(0644));
    fs::permissions(copies, fs::perms(0555));
    const std::string said = in_a_child([&] { Library::open(copies / "l", Access::read_only); });
    EXPECT_THAT(said, HasSubstr("-wal"));
    fs::permissions(copies, fs::perms(0755));
    EXPECT_EQ(Library::open(copies / "l", Access::read_write)->runs().size(), 1u);  // recovered
}

TEST_F(LibraryFileTest, AFileWithoutTheRightToWriteSaysSo) {
    fill();
    fs::permissions(folder_.path(), fs::perms(0777));
    fs::permissions(folder_ / "library.mantissa.lock", fs::perms(0666));
    fs::permissions(file_, fs::perms(0444));
    EXPECT_THAT(in_a_child([&] { Library::open(file_, Access::read_write); }), HasSubstr("read-only file"));
}

TEST_F(LibraryFileTest, TheLogOfADeletedLibraryIsNotReplayedIntoANewOne) {
    {
        const auto library = Library::open(file_, Access::read_write);
        const std::vector<run::Record> first{started(id_)};
        library->append(first);
        fs::copy_file(folder_ / "library.mantissa-wal", folder_ / "kept");
    }
    fs::remove(file_);
    fs::rename(folder_ / "kept", folder_ / "library.mantissa-wal");
    EXPECT_EQ(Library::open(file_, Access::read_write)->runs().size(), 0u);
    EXPECT_TRUE(fs::exists(folder_ / "library.mantissa.orphaned-wal"));
}

TEST_F(LibraryFileTest, DamagedRowsNameTheRunAndTheTable) {
    fill();
    const auto read = [&](const std::string& sql, const std::function<void(const Library&)>& action) {
        const fs::path copy = folder_ / "copy";
        fs::copy_file(file_, copy, fs::copy_options::overwrite_existing);
        raw_sql(copy, sql);
        const auto library = Library::open(copy, Access::read_write);
        if (sql.find("runs") == std::string::npos) {
            EXPECT_EQ(library->runs().at(0).problem, "");
        }
        const Error error = error_of([&] { action(*library); });
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_THAT(error.what(), HasSubstr(id_));
        return std::string(error.what());
    };
    const auto records = [&](const Library& library) { library.records(id_); };
    const auto details = [&](const Library& library) { library.details(id_); };
    const auto series = [&](const Library& library) { library.series(id_, 0, Field::loss, 0, every_step, 10); };
    EXPECT_THAT(read("UPDATE steps SET body = x'ff' WHERE chunk = 2", records), HasSubstr("\"steps\""));
    EXPECT_THAT(read("UPDATE steps SET chunk = 9 WHERE chunk = 2", records), HasSubstr("\"steps\""));
    EXPECT_THAT(read("UPDATE nodes SET body = x'ff'", series), HasSubstr("\"nodes\""));
    EXPECT_THAT(read("UPDATE records SET body = x'ff'", details), HasSubstr("\"records\""));
    EXPECT_THAT(read("UPDATE records SET kind = 14", details), HasSubstr("\"records\""));
    EXPECT_THAT(read("DELETE FROM records", details), HasSubstr("\"records\""));

    raw_sql(file_, "UPDATE runs SET config = x'ff'");
    const RunSummary damaged = Library::open(file_, Access::read_only)->runs().at(0);
    EXPECT_THAT(english(damaged.problem), HasSubstr("\"runs\""));
    EXPECT_EQ(damaged.run_id, id_);
}

TEST_F(LibraryFileTest, ARunThatADamagedIndexLosesIsDamagedNotAbsent) {
    fill();
    const std::string root =
        raw_sql(file_, "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_runs_1'");
    const std::size_t page_size = std::stoul(raw_sql(file_, "PRAGMA page_size"));
    std::string bytes = contents(file_);
    const std::size_t entry = bytes.find(id_, (std::stoul(root) - 1) * page_size);
    ASSERT_LT(entry, std::stoul(root) * page_size);
    bytes[entry] = bytes[entry] == '0' ? '1' : '0';
    write_file(file_, bytes);
    const auto library = Library::open(file_, Access::read_only);
    ASSERT_EQ(library->runs().at(0).run_id, id_);
    const Error error = error_of([&] { library->records(id_); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(id_));
    EXPECT_FALSE(library->check().damage.empty());
    const auto writer =
        error_of([&] { Library::open(file_, Access::read_write)->append(std::vector<run::Record>{started(id_)}); });
    EXPECT_EQ(writer.code(), ErrorCode::bad_data) << "it is not made a second time";
}

TEST_F(LibraryFileTest, ADamagedPageOfASmallFileIsFoundWhenItIsOpenedForWriting) {
    fill();
    const std::string root =
        raw_sql(file_, "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_steps_1'");
    const std::size_t page_size = std::stoul(raw_sql(file_, "PRAGMA page_size"));
    std::string bytes = contents(file_);
    bytes.replace((std::stoul(root) - 1) * page_size, page_size, page_size, '\0');
    write_file(file_, bytes);
    const Error error = error_of([&] { Library::open(file_, Access::read_write); });
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_THAT(error.what(), HasSubstr("damaged"));
    EXPECT_THAT(error.remedy(), HasSubstr("recover"));
    // Who only reads it gets what is not damaged, and the run's name with the damage.
    const auto library = Library::open(file_, Access::read_only);
    ASSERT_EQ(library->runs().size(), 1u);
    EXPECT_EQ(library->runs()[0].problem, "");
    const Error damage = error_of([&] { library->records(id_); });
    EXPECT_EQ(damage.code(), ErrorCode::bad_data);
    EXPECT_THAT(damage.what(), HasSubstr(id_));
    EXPECT_FALSE(library->check().damage.empty());
    EXPECT_EQ(contents(file_), bytes);
}

// Whatever bytes are damaged, the answer is an Error or data, never a crash and never an endless read.
TEST_F(LibraryFileTest, DamageAnywhereIsAnErrorOrHarmless) {
    fill(3000);
    const std::string good = contents(file_);
    ASSERT_GT(good.size(), 100'000u);
    int refused = 0;
    std::uint64_t random = 12345;
    const auto next = [&random] { return (random = random * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (int round = 0; round < 120; ++round) {
        std::string bad = good;
        switch (round % 3) {
            case 0:
                bad.resize(next() % good.size());
                break;
            case 1:
                bad.replace((next() % (good.size() / 4096)) * 4096, 4096, 4096, static_cast<char>(next()));
                break;
            default:
                for (int i = 0; i < 200; ++i) bad[next() % bad.size()] = static_cast<char>(next());
        }
        write_file(file_, bad);
        for (const char* suffix : {"-wal", "-shm"}) fs::remove(file_.string() + suffix);
        try {
            const auto library = Library::open(file_, round % 2 == 0 ? Access::read_only : Access::read_write);
            for (const RunSummary& run : library->runs()) {
                library->details(run.run_id);
                library->records(run.run_id);
                library->series(run.run_id, 0, Field::loss, 0, every_step, 100);
            }
        } catch (const Error& error) {
            ++refused;
            EXPECT_FALSE(error.message().empty());
        }
    }
    EXPECT_GT(refused, 60);
}

// Whether another process finds a lock on SQLite's bytes of the file (sqlite3's os.h: 510 bytes from 2^30 + 2 on).
bool is_locked_for_others(const fs::path& file) {
    const pid_t child = ::fork();
    if (child == 0) {
        const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        lock.l_start = (off_t{1} << 30) + 2;
        lock.l_len = 510;
        const bool asked = descriptor >= 0 && ::fcntl(descriptor, F_GETLK, &lock) == 0;
        ::_exit(!asked ? 2 : lock.l_type == F_UNLCK ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 1;
}

// Without the lock another program takes the library for nobody's, clears its log away, and what is acknowledged from
// then on is lost.
TEST(LibraryFile, ASecondLookAtItLeavesTheFirstOnesLocks) {
    const TemporaryFolder folder;
    const fs::path file = folder / "library.mantissa";
    const auto writer = Library::open(file, Access::read_write);
    writer->append(std::vector<run::Record>{started("A")});
    ASSERT_TRUE(is_locked_for_others(file));
    EXPECT_EQ(Library::open(file, Access::read_only)->runs().size(), 1u);
    EXPECT_TRUE(is_library_there(file));
    EXPECT_TRUE(is_locked_for_others(file));
}

TEST(DefaultLibraryPath, FollowsTheEnvironmentAndMakesTheFolders) {
    const TemporaryFolder folder;
    const auto saved = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
    };
    const char* const names[] = {"MANTISSA_STATE_DIR", "XDG_DATA_HOME", "HOME"};
    std::optional<std::string> before[3];
    for (int i = 0; i < 3; ++i) before[i] = saved(names[i]);

    ::setenv("MANTISSA_STATE_DIR", (folder / "state dir").c_str(), 1);
    ::setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
    ::setenv("HOME", (folder / "home").c_str(), 1);
    EXPECT_EQ(default_library_path(), folder / "state dir" / "library.mantissa");
    EXPECT_TRUE(fs::is_directory(folder / "state dir"));
    ::unsetenv("MANTISSA_STATE_DIR");
    EXPECT_EQ(default_library_path(), folder / "data" / "mantissa" / "library.mantissa");
    ::setenv("XDG_DATA_HOME", "relative", 1);
    EXPECT_EQ(default_library_path(), folder / "home" / ".local" / "share" / "mantissa" / "library.mantissa");
    EXPECT_TRUE(fs::is_directory(folder / "home" / ".local" / "share" / "mantissa"));
    write_file(folder / "file", "x");
    ::setenv("MANTISSA_STATE_DIR", (folder / "file" / "below").c_str(), 1);
    EXPECT_THAT(error_of([] { default_library_path(); }).what(), HasSubstr("MANTISSA_STATE_DIR"));

    for (int i = 0; i < 3; ++i) {
        if (before[i]) {
            ::setenv(names[i], before[i]->c_str(), 1);
        } else {
            ::unsetenv(names[i]);
        }
    }
}

TEST(NetworkFileSystem, IsKnownByItsNumber) {
    for (const std::uint64_t number : {0x6969u, 0x517Bu, 0xFF534D42u, 0xFE534D42u, 0x65735546u}) {
        EXPECT_TRUE(is_network_file_system(number)) << number;
    }
    for (const std::uint64_t number : {0xEF53u, 0x9123683Eu, 0x58465342u, 0x01021994u}) {  // ext4, btrfs, xfs, tmpfs
        EXPECT_FALSE(is_network_file_system(number)) << number;
    }
}

}  // namespace
}  // namespace mantissa
