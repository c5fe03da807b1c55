// SPDX-License-Identifier: Apache-2.0
// What `devices` says about cards, and what becomes of a run on one, on machines that lack something: stand-ins for the
// driver's library and cuBLASLt give each fault, so no card is needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

#include "engine/run/json.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Variables = std::map<std::string, std::string>;

/// Environment variables of the worker, taken back at the end.
class Environment {
  public:
    explicit Environment(const Variables& variables) {
        for (const auto& [name, value] : variables) {
            const char* old = std::getenv(name.c_str());
            before_[name] = old ? std::optional<std::string>(old) : std::nullopt;
            ::setenv(name.c_str(), value.c_str(), 1);
        }
    }
    ~Environment() {
        for (const auto& [name, value] : before_)
            value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    std::map<std::string, std::optional<std::string>> before_;
};

std::string stub(const std::string& folder) {
    return MANTISSA_CUDA_STUBS "/" + folder;
}

/// The environment in which the driver's library is the stand-in, with more variables.
Variables with_driver(Variables more) {
    more.try_emplace("LD_LIBRARY_PATH", stub("driver"));
    return more;
}

/// The devices that the worker lists, by their ids.
std::map<std::string, run::DeviceInfo> listed() {
    const ProgramResult result = run_worker({"devices", "--json", "--verbose"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::map<std::string, run::DeviceInfo> devices;
    for (const std::string& line : result.lines()) {
        run::DeviceInfo device;
        from_json(line, device, "a line of devices --json");
        devices[device.id()] = device;
    }
    return devices;
}

/// Whether the CPU is there (built with oneDNN) or the reference: with a fault of CUDA they go on as if nothing were.
void expect_that_the_rest_goes_on() {
    const std::map<std::string, run::DeviceInfo> devices = listed();
    EXPECT_TRUE(devices.contains("cpu"));
    EXPECT_TRUE(devices.at("reference").available());
    const std::string device = devices.at("cpu").available() ? "cpu" : "reference";
    const ProgramResult result =
        run_worker({"train", "--device", device, "--steps", "1", "--depth", "1", "--width", "8", "--batch", "32",
                    "--eval-interval", "0", "--train-eval-images", "100", "--library", "none"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

/// The one line for which the card cannot be used; a run on it is refused with the same words.
std::string reason_for(const std::string& id) {
    const std::map<std::string, run::DeviceInfo> devices = listed();
    if (!devices.contains(id)) {
        ADD_FAILURE() << "there is no device " << id;
        return {};
    }
    const run::DeviceInfo& device = devices.at(id);
    EXPECT_FALSE(device.available());
    EXPECT_THAT(device.reason(), AllOf(Not(HasSubstr("\n")), Not(testing::IsEmpty())));
    const ProgramResult result = run_worker({"train", "--device", id, "--steps", "1", "--library", "none"});
    EXPECT_EQ(result.exit_code, 4) << result.out;
    EXPECT_THAT(result.err, HasSubstr(device.reason()));
    return device.reason();
}

class CudaDevices : public testing::Test {
  protected:
    void SetUp() override {
        if (!MANTISSA_WITH_CUDA) GTEST_SKIP() << "built without CUDA";
    }
};

TEST(CudaDevicesInAnyBuild, AWorkerSaysWhatItLacksAndRefusesARunThere) {
    // Neither a card nor a driver, or one that shows none: whichever this machine has.
    const Environment environment(Variables{{"CUDA_VISIBLE_DEVICES", ""}});
    const std::string reason = reason_for("cuda");
    EXPECT_THAT(reason, HasSubstr(MANTISSA_WITH_CUDA ? "NVIDIA" : "built without CUDA"));
    expect_that_the_rest_goes_on();
}

TEST(CudaDevicesInAnyBuild, AnIdThatIsNoCardIsAMistakeOfTheCommandLine) {
    for (const char* id : {"cuda:", "cuda:x", "cuda:-1", "cuda0", "cuda:99999"}) {
        const ProgramResult result = run_worker({"train", "--device", id, "--steps", "1", "--library", "none"});
        EXPECT_EQ(result.exit_code, 2) << id;
        EXPECT_THAT(result.err, HasSubstr("there is no device"));
    }
}

TEST_F(CudaDevices, ADriverWithoutACard) {
    const Environment environment(with_driver({{"STUB_CUDA_INIT", "100"}}));
    EXPECT_THAT(reason_for("cuda"), HasSubstr("finds no card"));
    expect_that_the_rest_goes_on();
}

TEST_F(CudaDevices, ACardThatTheEnvironmentHides) {
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "0"}, {"CUDA_VISIBLE_DEVICES", "-1"}}));
    EXPECT_THAT(reason_for("cuda"), HasSubstr("CUDA_VISIBLE_DEVICES"));
}

TEST_F(CudaDevices, AnOldDriverIsToldByBothVersions) {
    const Environment environment(with_driver({{"STUB_CUDA_VERSION", "11040"}, {"STUB_CUDA_CARDS", "1"}}));
    EXPECT_THAT(reason_for("cuda"),
                AllOf(HasSubstr("supports CUDA 11.4"), HasSubstr("needs CUDA 1"), HasSubstr("install")));
    expect_that_the_rest_goes_on();
}

TEST_F(CudaDevices, AKernelModuleOfAnotherVersion) {
    const Environment environment(with_driver({{"STUB_CUDA_INIT", "803"}}));
    EXPECT_THAT(reason_for("cuda"), AllOf(HasSubstr("different versions"), HasSubstr("restart the machine")));
}

TEST_F(CudaDevices, AnErrorWithoutAStoryGivesTheDriversWordsAndItsNumber) {
    const Environment environment(with_driver({{"STUB_CUDA_INIT", "301"}}));
    EXPECT_THAT(reason_for("cuda"), AllOf(HasSubstr("the stub's own error"), HasSubstr("301")));
}

TEST_F(CudaDevices, ADriverLibraryThatLacksAFunction) {
    const Environment environment(
        Variables{{"LD_LIBRARY_PATH", stub("driver_without_function")}, {"STUB_CUDA_CARDS", "1"}});
    EXPECT_THAT(reason_for("cuda"), AllOf(HasSubstr("libcuda.so.1"), HasSubstr("cuGetErrorString")));
}

TEST_F(CudaDevices, ADriverLibraryThatIsNoLibrary) {
    const TemporaryFolder folder;
    std::ofstream(folder / "libcuda.so.1") << "not a library at all, but long enough to hold a header of one";
    const Environment environment(Variables{{"LD_LIBRARY_PATH", folder.path()}});
    EXPECT_THAT(reason_for("cuda"), AllOf(HasSubstr("cannot be loaded"), HasSubstr("libcuda.so.1")));
    expect_that_the_rest_goes_on();
}

TEST_F(CudaDevices, ACardThatIsTooOld) {
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "1"}, {"STUB_CUDA_CAPABILITY", "61"}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr("compute capability 6.1"), HasSubstr("7.5")));
}

TEST_F(CudaDevices, ALibraryThatIsNotWhereItWasSaidToBe) {
    const TemporaryFolder folder;
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "1"}, {"MANTISSA_CUDA_LIBRARIES", folder.path()}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr("cuBLASLt (libcublasLt.so.13 or libcublasLt.so.12)"),
                                            HasSubstr(folder.path()), HasSubstr("--cuda-libraries")));
    expect_that_the_rest_goes_on();
}

TEST_F(CudaDevices, ALibraryThatLacksAFunction) {
    const Environment environment(
        with_driver({{"STUB_CUDA_CARDS", "1"}, {"MANTISSA_CUDA_LIBRARIES", stub("cublaslt_without_function")}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr(stub("cublaslt_without_function") + "/libcublasLt.so.13"),
                                            HasSubstr("no function cublasLtMatmul,")));
}

TEST_F(CudaDevices, ALibraryThatIsTooOld) {
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "1"},
                                               {"MANTISSA_CUDA_LIBRARIES", stub("cublaslt")},
                                               {"STUB_CUBLASLT_VERSION", "111103"}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr("cuBLASLt 11.11.3"), HasSubstr("needs 12")));
}

TEST_F(CudaDevices, ALibraryThatIsBroken) {
    const TemporaryFolder folder;
    std::ofstream(folder / "libcublasLt.so.13") << "not a library at all, but long enough to hold a header of one";
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "1"}, {"MANTISSA_CUDA_LIBRARIES", folder.path()}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr("cannot be loaded"), HasSubstr(folder / "libcublasLt.so.13")));
}

TEST_F(CudaDevices, ACardIsListedWithWhatItMultiplies) {
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "2"}}));
    const auto formats = [](const run::DeviceInfo& device) {
        return std::vector<std::string>(device.native_formats().begin(), device.native_formats().end());
    };
    // the folders of the option are those of the variable, and several are searched in their order
    const ProgramResult result =
        run_worker({"--cuda-libraries", stub("driver") + ":" + stub("cublaslt_12"), "devices", "--json", "--verbose"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("cuBLASLt from " + stub("cublaslt_12") + "/libcublasLt.so.12"));

    const Environment libraries(Variables{{"MANTISSA_CUDA_LIBRARIES", stub("cublaslt")}});
    std::map<std::string, run::DeviceInfo> devices = listed();
    ASSERT_TRUE(devices.contains("cuda:0") && devices.contains("cuda:1"));
    EXPECT_TRUE(devices.at("cuda:1").available()) << devices.at("cuda:1").reason();
    EXPECT_EQ(devices.at("cuda:1").description(), "Stub 1, compute capability 9.0");
    EXPECT_EQ(devices.at("cuda:1").memory_bytes(), std::uint64_t{8} << 30);
    EXPECT_EQ(formats(devices.at("cuda:0")), (std::vector<std::string>{"FP32", "TF32", "FP16", "BF16"}));

    const Environment turing(Variables{{"STUB_CUDA_CAPABILITY", "75"}});
    EXPECT_EQ(formats(listed().at("cuda:0")), (std::vector<std::string>{"FP32", "FP16"}));
}

/// The environment in which cuDNN is asked for and looked for in these folders, besides cuBLASLt's.
Variables with_cudnn(const std::string& folder) {
    return with_driver({{"STUB_CUDA_CARDS", "1"},
                        {"MANTISSA_CUDA_CONVOLUTIONS", "cudnn"},
                        {"MANTISSA_CUDA_LIBRARIES", stub("cublaslt") + ":" + folder}});
}

TEST_F(CudaDevices, CudnnIsOpenedWhereItIsAskedFor) {
    const TemporaryFolder empty;
    if (MANTISSA_WITH_CUDNN) {
        const Environment environment(with_cudnn(stub("cudnn")));
        const ProgramResult result = run_worker({"devices", "--json", "--verbose"});
        EXPECT_THAT(result.out, AllOf(HasSubstr("cuDNN 9.19.0"), HasSubstr("cuDNN from " + stub("cudnn"))));
        const Environment patches(Variables{{"MANTISSA_CUDA_CONVOLUTIONS", "patches"}});
        EXPECT_THAT(run_worker({"devices", "--json", "--verbose"}).out, Not(HasSubstr("cuDNN")));
        // the option is the variable
        EXPECT_THAT(run_worker({"--cuda-convolutions", "cudnn", "devices", "--json", "--verbose"}).out,
                    AllOf(HasSubstr("cuDNN 9.19.0"), Not(HasSubstr("by time"))));
        EXPECT_THAT(run_worker({"--cuda-convolutions", "cudnn-timed", "devices", "--json", "--verbose"}).out,
                    HasSubstr("cuDNN 9.19.0, engines chosen by time"));
    }
    {
        const Environment environment(with_cudnn(empty.path()));
        EXPECT_THAT(reason_for("cuda:0"),
                    MANTISSA_WITH_CUDNN ? HasSubstr("cuDNN (libcudnn.so.9)") : HasSubstr("without cuDNN's headers"));
        expect_that_the_rest_goes_on();
    }
    if (MANTISSA_WITH_CUDNN) {
        const Environment environment(with_cudnn(stub("cudnn_without_function")));
        EXPECT_THAT(reason_for("cuda:0"), HasSubstr("no function cudnnBackendExecute,"));
    }
    const Environment environment(with_driver({{"STUB_CUDA_CARDS", "1"},
                                               {"MANTISSA_CUDA_LIBRARIES", stub("cublaslt")},
                                               {"MANTISSA_CUDA_CONVOLUTIONS", "winograd"}}));
    EXPECT_THAT(reason_for("cuda:0"), AllOf(HasSubstr("winograd"), HasSubstr("patches")));
    EXPECT_EQ(run_worker({"--cuda-convolutions", "winograd", "devices"}).exit_code, 2);
}

TEST_F(CudaDevices, ACardThatIsNotThereOrDoesNotStartIsRefused) {
    const Environment environment(
        with_driver({{"STUB_CUDA_CARDS", "2"}, {"MANTISSA_CUDA_LIBRARIES", stub("cublaslt")}}));
    const auto train_on = [](const char* id) {
        return run_worker({"train", "--device", id, "--steps", "1", "--library", "none"});
    };
    const ProgramResult beyond = train_on("cuda:2");
    EXPECT_EQ(beyond.exit_code, 4);
    EXPECT_THAT(beyond.err, AllOf(HasSubstr("cuda:2"), HasSubstr("the last is cuda:1")));
    // The stand-in has nothing of what the runtime needs to open a card.
    for (const char* id : {"cuda", "cuda:1"}) {
        const ProgramResult opened = train_on(id);
        EXPECT_EQ(opened.exit_code, 4) << id;
        EXPECT_THAT(opened.err, AllOf(HasSubstr("cudaSetDevice"), HasSubstr("CUDA refused")));
    }
}

}  // namespace
}  // namespace mantissa
