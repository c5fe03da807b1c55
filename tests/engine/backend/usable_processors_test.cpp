// SPDX-License-Identifier: Apache-2.0
// The quota of control groups, both versions, as their files say it.
#include "engine/backend/usable_processors.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace mantissa {
namespace {

namespace fs = std::filesystem;

class Quota : public ::testing::Test {
  protected:
    void TearDown() override { fs::remove_all(root_); }

    std::optional<double> of(const std::map<std::string, std::string>& files) {
        fs::remove_all(root_);
        for (const auto& [name, text] : files) {
            fs::create_directories((root_ / name).parent_path());
            std::ofstream(root_ / name) << text;
        }
        return quota_of_processors(root_);
    }

  private:
    const fs::path root_ = fs::path(::testing::TempDir()) / ("quota" + std::to_string(::getpid()));
};

TEST_F(Quota, OfVersion2IsTheLeastOnTheWayUp) {
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/a/b\n"},
                  {"sys/fs/cgroup/a/cpu.max", "150000 100000\n"},
                  {"sys/fs/cgroup/a/b/cpu.max", "max 100000\n"}}),
              1.5);
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/a/b\n"},
                  {"sys/fs/cgroup/a/cpu.max", "400000 100000\n"},
                  {"sys/fs/cgroup/a/b/cpu.max", "50000 100000\n"}}),
              0.5);
}

TEST_F(Quota, WithinAContainerIsThatOfTheMount) {
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/../../elsewhere\n"}, {"sys/fs/cgroup/cpu.max", "200000 100000\n"}}), 2.0);
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/\n"}, {"sys/fs/cgroup/cpu.max", "300000 100000\n"}}), 3.0);
}

TEST_F(Quota, OfVersion1IsQuotaOverPeriod) {
    const std::map<std::string, std::string> files = {{"proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/job\n"},
                                                      {"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "250000\n"},
                                                      {"sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n"},
                                                      {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
                                                      {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"}};
    EXPECT_EQ(of(files), 2.5);
}

TEST_F(Quota, WhatSaysNothingLimitsNothing) {
    EXPECT_EQ(of({}), std::nullopt);
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/a\n"}, {"sys/fs/cgroup/a/cpu.max", "max 100000\n"}}), std::nullopt);
    EXPECT_EQ(of({{"proc/self/cgroup", "nonsense\n0:\n"}, {"sys/fs/cgroup/cpu.max", "x y\n"}}), std::nullopt);
    EXPECT_EQ(of({{"proc/self/cgroup", "0::/\n"}, {"sys/fs/cgroup/cpu.max", "100000 0\n"}}), std::nullopt);
}

TEST_F(Quota, ThereIsAlwaysAProcessor) {
    EXPECT_GE(usable_processors(), 1);
}

}  // namespace
}  // namespace mantissa
