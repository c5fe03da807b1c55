// SPDX-License-Identifier: Apache-2.0
// The worker's parallel regions, oneDNN's among them, run on its own threads and not on libgomp's, whatever the
// environment says of those.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

/// An environment variable of the children, until the end of a test.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
    ~Variable() { ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
};

TEST(Threads, OneDnnsRegionsAreBoundToOurs) {
    if (std::string(MANTISSA_DEVICE) != "cpu") GTEST_SKIP() << "a worker without oneDNN has no threads";
    const Variable tell("LD_DEBUG", "bindings"), now("LD_BIND_NOW", "1");
    const ProgramResult result = run_worker({"presets", "--json"});
    ASSERT_EQ(result.exit_code, 0);
    for (const char* name : {"GOMP_parallel", "GOMP_barrier", "omp_get_thread_num", "omp_get_num_threads",
                             "omp_get_max_threads", "omp_in_parallel"}) {
        // "binding file .../libdnnl.so.2 [0] to .../mantissa-worker [0]: normal symbol `GOMP_parallel' [GOMP_4.0]"
        bool ours = false, theirs = false;
        std::string line;
        for (const char c : result.err + "\n") {
            if (c != '\n') {
                line += c;
                continue;
            }
            if (line.find("`" + std::string(name) + "'") != std::string::npos &&
                line.find("libdnnl") != std::string::npos) {
                ours = ours || line.find("mantissa-worker [0]: normal") != std::string::npos;
                theirs = theirs || line.find("libgomp.so.1 [0]: normal") != std::string::npos;
            }
            line.clear();
        }
        EXPECT_TRUE(ours) << name;
        EXPECT_FALSE(theirs) << name;
    }
}

TEST(Threads, NoVariableOfLibgompsChangesABit) {
    const auto train = [] {
        const ProgramResult result = run_worker({"train",
                                                 "--device",
                                                 MANTISSA_DEVICE,
                                                 "--threads",
                                                 "3",
                                                 "--steps",
                                                 "4",
                                                 "--width",
                                                 "64",
                                                 "--eval-interval",
                                                 "0",
                                                 "--train-eval-images",
                                                 "50",
                                                 "--precision",
                                                 "bf16",
                                                 "--native",
                                                 "off",
                                                 "--library",
                                                 "none",
                                                 "--json"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        const std::string last = result.lines().back();
        const auto at = last.find("weights_sha256");
        EXPECT_NE(at, std::string::npos) << last;
        return last.substr(at, 82);
    };
    const std::string plain = train();
    const Variable threads("OMP_NUM_THREADS", "1"), dynamic("OMP_DYNAMIC", "true"), policy("OMP_WAIT_POLICY", "active"),
        limit("OMP_THREAD_LIMIT", "1");
    EXPECT_EQ(train(), plain);
}

}  // namespace
}  // namespace mantissa
