// SPDX-License-Identifier: Apache-2.0
// Data sets: the real MNIST that Mantissa ships, Debian's Fashion-MNIST where it is installed, and folders in which
// something does not fit.
#include "engine/data/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "engine/base/sha256.h"
#include "tests/engine/data/idx_samples.h"

namespace mantissa {
namespace {

using namespace mantissa::test;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::filesystem::path mnist = std::filesystem::path(MANTISSA_RESOURCES) / "mnist";

// Four files that fit, each of which a test may replace.
struct Sample {
    Bytes train_images = idx_images(4, 2, 2);
    Bytes train_labels = idx_labels({0, 1, 2, 1});
    Bytes test_images = idx_images(2, 2, 2, 100);
    Bytes test_labels = idx_labels({2, 0});

    void write(const TempFolder& folder, const std::string& below = "") const {
        folder.write(below + "train-images-idx3-ubyte", train_images);
        folder.write(below + "train-labels-idx1-ubyte.gz", gzip(train_labels));
        folder.write(below + "t10k-images.idx3-ubyte", test_images);
        folder.write(below + "t10k-labels.idx1-ubyte.gz", gzip(test_labels));
    }
    std::string refused() const {
        const TempFolder folder;
        write(folder);
        return refusal([&] { load_dataset(folder.path()); });
    }
};

TEST(Dataset, MnistIsComplete) {
    const Dataset data = load_mnist(mnist);
    EXPECT_EQ(data.name, "MNIST");
    EXPECT_EQ(data.side, 28);
    EXPECT_EQ(data.classes, 10);
    EXPECT_EQ(data.train.count, 60'000);
    EXPECT_EQ(data.test.count, 10'000);
    EXPECT_EQ(data.train.labels.size(), 60'000u);
    EXPECT_EQ(data.test.labels.size(), 10'000u);
    EXPECT_EQ(data.train.images.size(), 60'000u * 784);
    EXPECT_EQ(data.test.images.size(), 10'000u * 784);
    EXPECT_THAT(first_bytes(data.train.labels, 5), testing::ElementsAre(5, 0, 4, 1, 9));
    EXPECT_THAT(first_bytes(data.test.labels, 5), testing::ElementsAre(7, 2, 1, 0, 4));
    const auto five = data.image(data.train, 0);
    EXPECT_EQ(std::accumulate(five.begin(), five.end(), 0), 27'525);
    EXPECT_EQ(data.sha256, mnist_sha256);
}

TEST(Dataset, MnistIsKnownByItsContents) {
    const Dataset data = load_dataset(mnist);
    EXPECT_EQ(data.sha256, mnist_sha256);
    EXPECT_EQ(data.name, "MNIST");
    EXPECT_EQ(load_dataset(mnist, "digits").name, "digits");
}

TEST(Dataset, MnistThatIsNotMnistIsRefused) {
    const TempFolder folder;
    Sample().write(folder);
    EXPECT_THAT(refusal([&] { load_mnist(folder.path()); }),
                AllOf(HasSubstr("train-images-idx3-ubyte: it differs from the published MNIST"),
                      HasSubstr("expected ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db")));
    // One label of the real thing changed.
    const TempFolder copy;
    for (const char* name : {"train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz"})
        std::filesystem::create_symlink(mnist / name, copy.path() / name);
    Bytes labels = load_dataset(mnist).test.labels;
    labels[9'999] ^= 1;
    copy.write("t10k-labels-idx1-ubyte", idx_labels(labels));
    EXPECT_THAT(refusal([&] { load_mnist(copy.path()); }),
                HasSubstr("t10k-labels-idx1-ubyte: it differs from the published MNIST"));
    EXPECT_EQ(load_dataset(copy.path()).name, copy.path().filename().string());
}

TEST(Dataset, FashionMnistOfDebian) {
    const std::filesystem::path folder = "/usr/share/datasets/fashion-mnist";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "Debian's dataset-fashion-mnist is not installed";
    const Dataset data = load_dataset(folder);
    EXPECT_EQ(data.name, "fashion-mnist");
    EXPECT_EQ(data.side, 28);
    EXPECT_EQ(data.classes, 10);
    EXPECT_EQ(data.train.count, 60'000);
    EXPECT_EQ(data.test.count, 10'000);
    EXPECT_EQ(data.train.labels[0], 9);
    EXPECT_NE(data.sha256, mnist_sha256);
    EXPECT_THAT(refusal([&] { load_mnist(folder); }), HasSubstr("differs from the published MNIST"));
}

TEST(Dataset, ReadsAnyFolderInBothSpellings) {
    const Sample sample;
    const TempFolder folder;
    sample.write(folder, "my digits/");
    for (const char* below : {"my digits", "my digits/"}) {
        const Dataset data = load_dataset(folder.path() / below);
        EXPECT_EQ(data.name, "my digits");
        EXPECT_EQ(data.side, 2);
        EXPECT_EQ(data.classes, 3);
        EXPECT_EQ(data.train.count, 4);
        EXPECT_EQ(data.test.count, 2);
        EXPECT_THAT(data.train.labels, testing::ElementsAre(0, 1, 2, 1));
        const auto image = data.image(data.test, 1);
        EXPECT_THAT(Bytes(image.begin(), image.end()), testing::ElementsAre(104, 105, 106, 107));
        Bytes all;
        for (const Bytes* part : {&sample.train_images, &sample.train_labels, &sample.test_images, &sample.test_labels})
            all.insert(all.end(), part->begin(), part->end());
        EXPECT_EQ(data.sha256, sha256_hex(std::as_bytes(std::span(all))));
    }
}

TEST(Dataset, TakesUpTo256Classes) {
    Sample sample;
    sample.train_labels = idx_labels({0, 255, 2, 1});
    const TempFolder folder;
    sample.write(folder);
    EXPECT_EQ(load_dataset(folder.path()).classes, 256);
}

TEST(Dataset, NamesWhatIsMissing) {
    const TempFolder folder;
    EXPECT_THAT(refusal([&] { load_dataset(folder.path() / "none"); }), HasSubstr("none: there is no such folder"));
    EXPECT_THAT(refusal([&] { load_dataset(folder.path()); }),
                AllOf(HasSubstr("the training images are missing"), HasSubstr("train-images-idx3-ubyte.gz"),
                      HasSubstr("a data set is four files")));
    Sample().write(folder, "MNIST/raw/");
    EXPECT_THAT(refusal([&] { load_dataset(folder.path()); }),
                HasSubstr("choose " + (folder.path() / "MNIST/raw").string()));
    std::filesystem::remove(folder.path() / "MNIST/raw/t10k-labels.idx1-ubyte.gz");
    EXPECT_THAT(refusal([&] { load_dataset(folder.path() / "MNIST/raw"); }), HasSubstr("the test labels are missing"));
    const auto file = folder.write("file", {1});
    EXPECT_THAT(refusal([&] { load_dataset(file); }), HasSubstr("expected the folder with the four files"));
}

TEST(Dataset, NamesWhatDoesNotFit) {
    Sample sample;
    sample.train_labels = idx_labels({0, 1, 2});
    EXPECT_THAT(sample.refused(), AllOf(HasSubstr("train-labels-idx1-ubyte.gz: it holds 3 labels, expected 4"),
                                        HasSubstr("train-images-idx3-ubyte")));
    sample = {};
    sample.test_labels = idx_labels({0, 1, 2});
    EXPECT_THAT(sample.refused(), HasSubstr("t10k-labels.idx1-ubyte.gz: it holds 3 labels, expected 2"));
    sample = {};
    sample.test_images = idx_images(2, 3, 3);
    EXPECT_THAT(sample.refused(), HasSubstr("its images have 3×3 pixels, expected 2×2"));
    sample = {};
    sample.train_labels = idx_labels({0, 0, 0, 0});
    EXPECT_THAT(sample.refused(), HasSubstr("expected at least two classes"));
    sample = {};
    sample.test_labels = idx_labels({2, 3});
    EXPECT_THAT(sample.refused(), HasSubstr("t10k-labels.idx1-ubyte.gz, label 1: the label is 3, expected 0 to 2"));
    sample = {};
    std::swap(sample.train_images, sample.train_labels);
    EXPECT_THAT(sample.refused(), HasSubstr("swapped"));
}

}  // namespace
}  // namespace mantissa
