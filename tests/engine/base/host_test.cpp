// SPDX-License-Identifier: Apache-2.0
// Files that are beside their place for a while, files that are needed elsewhere, folders for one person only.
#include "engine/base/host.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>

#include "engine/base/ulid.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

class HostFiles : public testing::Test {
  protected:
    HostFiles() : folder_(fs::temp_directory_path() / ("mantissa-host-" + make_ulid())) {
        fs::create_directory(folder_);
    }
    ~HostFiles() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    fs::path file(const std::string& name, std::chrono::minutes age = {}) {
        std::ofstream(folder_ / name) << "some";
        fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - age);
        return folder_ / name;
    }
    static unsigned mode_of(const fs::path& path) {
        struct stat status {};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777u : 0u;
    }

    fs::path folder_;
};

TEST_F(HostFiles, WhatKilledProcessesLeftIsRemovedAndNothingElse) {
    using namespace std::chrono_literals;
    const fs::path forgotten = file(".mantissa-" + make_ulid(), 90min);
    const fs::path its_journal = file(".mantissa-" + make_ulid() + ".new-journal", 90min);
    const fs::path young = file(".mantissa-" + make_ulid(), 30min);
    const fs::path notes = file(".mantissa-notes", 9000min), other = file("report.html", 9000min);
    fs::create_directory(folder_ / (".mantissa-" + make_ulid()));
    const fs::path unborn = unborn_file(folder_);
    EXPECT_FALSE(fs::exists(forgotten));
    EXPECT_FALSE(fs::exists(its_journal));
    EXPECT_TRUE(fs::exists(young)) << "somebody may be writing it";
    EXPECT_TRUE(fs::exists(notes));
    EXPECT_TRUE(fs::exists(other));
    EXPECT_EQ(unborn.parent_path(), folder_);
    EXPECT_FALSE(fs::exists(unborn));
    EXPECT_NE(unborn, unborn_file(folder_));
}

TEST_F(HostFiles, AHeldFileIsSeenUntilItIsLetGo) {
    const fs::path needed = file("needed");
    EXPECT_FALSE(is_held(needed));
    {
        HeldFile held(needed);
        EXPECT_TRUE(is_held(needed));
        HeldFile moved(std::move(held));
        EXPECT_TRUE(is_held(needed));
        moved = HeldFile();
        EXPECT_FALSE(is_held(needed));
        moved = HeldFile(needed);
        EXPECT_TRUE(is_held(needed));
    }
    EXPECT_FALSE(is_held(needed));
    EXPECT_FALSE(is_held(folder_ / "absent"));
}

TEST_F(HostFiles, APrivateFolderIsForItsOwnerAlone) {
    fs::permissions(folder_, fs::perms(0755));
    EXPECT_FALSE(make_private_folder(folder_ / "a/b"));
    EXPECT_EQ(mode_of(folder_ / "a"), 0700u);
    EXPECT_EQ(mode_of(folder_ / "a/b"), 0700u);
    EXPECT_EQ(mode_of(folder_), 0755u) << "what is there stays as it is";
    EXPECT_FALSE(make_private_folder(folder_ / "a/b"));
    EXPECT_FALSE(make_private_folder(folder_ / "c/"));
    EXPECT_TRUE(make_private_folder(file("plain") / "x")) << "a file is in the way";
}

}  // namespace
}  // namespace mantissa
