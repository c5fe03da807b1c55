// SPDX-License-Identifier: Apache-2.0
// What is measured once, remembered, and survives damage.
#include "engine/cpu/native_times.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/cpu/cpu_device.h"
#include "engine/cpu/products.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

class Remembered : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!multiplies_bf16()) GTEST_SKIP() << "no BF16 products here: nothing to measure";
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    ProductShape dense(std::int64_t images) const {
        ProductShape shape;
        shape.format = bf16;
        shape.images = images;
        shape.in = 48;
        shape.out = 24;
        return shape;
    }
    ProductTimes times(const ProductShape& shape, const std::string& machine = "this one, 2 threads") {
        NativeTimes native(file_, machine);
        return native.of(shape, 2).value();
    }
    std::string text() const {
        std::ifstream in(file_);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& text) const { std::ofstream(file_) << text; }

    const fs::path folder_ = fs::path(::testing::TempDir()) / ("native" + std::to_string(::getpid()));
    const fs::path file_ = folder_ / "state" / "native-times";
};

bool same(const ProductTimes& a, const ProductTimes& b) {
    return std::abs(a.native - b.native) < 1e-6 * a.native && std::abs(a.emulated - b.emulated) < 1e-6 * a.emulated;
}

TEST_F(Remembered, MeasuresOnceAndKeepsItForItselfAlone) {
    const ProductTimes first = times(dense(32));
    EXPECT_GT(first.native, 0);
    EXPECT_GT(first.emulated, 0);
    EXPECT_TRUE(same(times(dense(32)), first)) << "two measurements never agree in all digits";
    struct stat status {};
    ASSERT_EQ(::stat(file_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0600u);
    const std::string before = text();
    const ProductTimes twice = times(dense(63));  // a batch between two powers of two
    EXPECT_EQ(text(), before) << "of the power below";
    EXPECT_NEAR(twice.native / first.native, 63.0 / 32, 1e-6);
}

TEST_F(Remembered, OfAnotherMachineCountsThereOnly) {
    times(dense(32), "that one");
    const std::string theirs = text();
    times(dense(32), "this one");
    EXPECT_TRUE(text().starts_with(theirs)) << "and stays";
    EXPECT_GT(text().size(), theirs.size());
}

TEST_F(Remembered, EveryShapeIsOneOfItsOwn) {
    ProductShape shape = dense(32);
    times(shape);
    std::string before = text();
    const auto differs = [&](const char* what) {
        times(shape);
        EXPECT_NE(text(), before) << what;
        before = text();
    };
    shape.data_gradient = false;
    differs("a first layer");
    shape.convolution = {8, 8, 4, 4, 3, 1};
    differs("a convolution");
}

TEST_F(Remembered, DamageCostsAMeasurementAndNothingElse) {
    times(dense(32));
    const std::string good = text();
    for (std::size_t i = 0; i < good.size(); i += 7) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 4);
        write(bad);
        EXPECT_GT(times(dense(32)).native, 0) << "flipped at " << i;
        EXPECT_NE(text(), bad) << "what is damaged does not stay: " << i;
    }
    for (const std::string& bad : {std::string("\n\n\t\t\t\t"), std::string(1 << 20, 'x'), good.substr(0, 30),
                                   std::string(5000, '\0'), std::string("00000000\ta\tb\tnan\tinf\n")}) {
        write(bad);
        EXPECT_GT(times(dense(32)).native, 0);
    }
    write(std::string("garbage\n") + good);
    const ProductTimes kept = times(dense(32));
    EXPECT_TRUE(same(kept, times(dense(32))));
}

TEST_F(Remembered, WithoutAFolderItMeasuresEachTime) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "state") << "a file where the folder would be";
    EXPECT_GT(times(dense(32)).native, 0);
    EXPECT_EQ(NativeTimes({}, "this one").of(dense(32), 2), std::nullopt);
}

TEST_F(Remembered, ADeviceTellsThemForItsOwnFormatOnly) {
    const auto asked = make_cpu_device(2, file_, "1");
    EXPECT_TRUE(asked->product_times(dense(32)).has_value());
    ProductShape other = dense(32);
    other.format = fp16;
    EXPECT_EQ(asked->product_times(other), std::nullopt);
    EXPECT_EQ(make_cpu_device(2)->product_times(dense(32)), std::nullopt) << "nor where it has no file";
}

}  // namespace
}  // namespace mantissa
