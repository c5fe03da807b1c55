// SPDX-License-Identifier: Apache-2.0
// The folders that environment variables name.
#include "engine/base/user_folders.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <map>
#include <optional>
#include <string>

namespace mantissa {
namespace {

namespace fs = std::filesystem;

/// These variables alone decide; what they were before comes back.
class UserFolders : public testing::Test {
  protected:
    UserFolders() {
        for (const char* name : {"MANTISSA_STATE_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"}) {
            const char* value = ::getenv(name);
            before_[name] = value ? std::optional<std::string>(value) : std::nullopt;
            ::unsetenv(name);
        }
        ::setenv("HOME", "/somewhere/home", 1);
    }
    ~UserFolders() override {
        for (const auto& [name, value] : before_)
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }

  private:
    std::map<std::string, std::optional<std::string>> before_;
};

TEST_F(UserFolders, AreTheHomeFoldersUsualOnes) {
    EXPECT_EQ(user_data_folder(), "/somewhere/home/.local/share/mantissa");
    EXPECT_EQ(user_state_folder(), "/somewhere/home/.local/state/mantissa");
}

TEST_F(UserFolders, AreThoseOfTheSpecificationWhereTheyAreAbsolute) {
    ::setenv("XDG_DATA_HOME", "/data", 1);
    ::setenv("XDG_STATE_HOME", "relative", 1);
    EXPECT_EQ(user_data_folder(), "/data/mantissa");
    EXPECT_EQ(user_state_folder(), "/somewhere/home/.local/state/mantissa") << "a relative one is ignored";
    ::setenv("XDG_STATE_HOME", "/state", 1);
    EXPECT_EQ(user_state_folder(), "/state/mantissa");
}

TEST_F(UserFolders, AreOneWhereOneIsNamed) {
    ::setenv("XDG_DATA_HOME", "/data", 1);
    ::setenv("MANTISSA_STATE_DIR", "/all/in one", 1);
    EXPECT_EQ(user_data_folder(), "/all/in one");
    EXPECT_EQ(user_state_folder(), "/all/in one");
    ::setenv("MANTISSA_STATE_DIR", "here", 1);
    EXPECT_EQ(user_state_folder(), fs::current_path() / "here");
}

TEST_F(UserFolders, AreSomewhereWithoutAHomeFolder) {
    ::unsetenv("HOME");
    EXPECT_TRUE(user_data_folder().is_absolute());
    EXPECT_TRUE(user_state_folder().is_absolute());
}

}  // namespace
}  // namespace mantissa
