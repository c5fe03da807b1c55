// SPDX-License-Identifier: Apache-2.0
// Loading: one thread per file, since unpacking the training images takes most of the time.
#include "engine/data/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <system_error>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/data/idx_file.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

// The four files, in the order of Dataset::sha256.
struct Part {
    const char* stem;
    const char* suffix;
    IdxKind kind;
    const char* mnist;  // published SHA-256 of the uncompressed contents
};
constexpr std::array<Part, 4> parts{{
    {"train-images", "idx3-ubyte", IdxKind::images, "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
    {"train-labels", "idx1-ubyte", IdxKind::labels, "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
    {"t10k-images", "idx3-ubyte", IdxKind::images, "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
    {"t10k-labels", "idx1-ubyte", IdxKind::labels, "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"},
}};

Phrase what_is_in(const Part& part) {
    const bool training = std::string_view(part.stem).starts_with("train");
    if (part.kind == IdxKind::images) return training ? say("training images") : say("test images");
    return training ? say("training labels") : say("test labels");
}

[[noreturn]] void refuse(const std::string& place, Phrase message, Phrase remedy = {}) {
    throw Error(ErrorCode::bad_data, std::move(message), place, std::move(remedy));
}

// Path of the part's file in `folder`, empty where there is none. The uncompressed file first: it loads faster.
fs::path find(const fs::path& folder, const Part& part) {
    for (const char* ending : {"", ".gz"}) {
        for (const char* separator : {"-", "."}) {
            const fs::path path = folder / fmt::format("{}{}{}{}", part.stem, separator, part.suffix, ending);
            std::error_code ignored;
            if (fs::exists(path, ignored)) return path;
        }
    }
    return {};
}

// A person may have chosen the folder above the right one (torchvision keeps the files in MNIST/raw).
Phrase remedy_for(const fs::path& folder) {
    for (const char* below : {"raw", "MNIST/raw", "FashionMNIST/raw", "mnist"})
        if (!find(folder / below, parts[0]).empty()) return say("choose %1 instead", {(folder / below).string()});
    return say(
        "a data set is four files: train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and "
        "t10k-labels-idx1-ubyte, each may end in .gz");
}

std::array<fs::path, 4> find_all(const fs::path& folder) {
    std::error_code error;
    const fs::file_status status = fs::status(folder, error);
    if (status.type() == fs::file_type::not_found) refuse(folder.string(), say("there is no such folder"));
    if (error) refuse(folder.string(), say("the folder cannot be read: %1", {error.message()}));
    if (status.type() != fs::file_type::directory)
        refuse(folder.string(), say("it is a file, expected the folder with the four files of a data set"));
    std::array<fs::path, 4> paths;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        paths[i] = find(folder, parts[i]);
        if (paths[i].empty())
            refuse(folder.string(),
                   say("the %1 are missing: there is neither %2-%3 nor %4-%5.gz",
                       {what_is_in(parts[i]), parts[i].stem, parts[i].suffix, parts[i].stem, parts[i].suffix}),
                   remedy_for(folder));
    }
    return paths;
}

IdxFile read_part(const fs::path& path, const Part& part, bool check_published) {
    IdxFile file = read_idx(path, part.kind);
    if (check_published) {
        const std::string found = file.sha256();
        if (found != part.mnist)
            refuse(path.string(),
                   say("it differs from the published MNIST: the SHA-256 of its contents is %1, expected %2",
                       {found, part.mnist}),
                   say("install Mantissa again, or open the folder as a data set of its own"));
    }
    return file;
}

// sha256 over the contents of all four.
std::string hash_all(const std::array<IdxFile, 4>& files) {
    Sha256 hash;
    for (const IdxFile& file : files) {
        hash.add(std::as_bytes(std::span(file.header)));
        hash.add(std::as_bytes(std::span(file.data)));
    }
    return hash.hex();
}

void check_counts(const std::array<fs::path, 4>& paths, const std::array<IdxFile, 4>& files) {
    for (std::size_t i : {std::size_t{0}, std::size_t{2}})
        if (files[i].count != files[i + 1].count)
            refuse(paths[i + 1].string(), say("it holds %1 labels, expected %2: one for each image of %3",
                                              {files[i + 1].count, files[i].count, paths[i].filename().string()}));
    if (files[0].side != files[2].side)
        refuse(paths[2].string(), say("its images have %1×%1 pixels, expected %2×%2 as in %3",
                                      {files[2].side, files[0].side, paths[0].filename().string()}));
}

int count_classes(const std::array<fs::path, 4>& paths, const std::array<IdxFile, 4>& files) {
    const int classes = *std::max_element(files[1].data.begin(), files[1].data.end()) + 1;
    if (classes < 2) refuse(paths[1].string(), say("every label is 0, expected at least two classes"));
    const auto beyond = std::find_if(files[3].data.begin(), files[3].data.end(),
                                     [classes](std::uint8_t label) { return label >= classes; });
    if (beyond != files[3].data.end())
        refuse(fmt::format("{}, label {}", paths[3].string(), beyond - files[3].data.begin()),
               say("the label is %1, expected 0 to %2: the training labels contain no other", {*beyond, classes - 1}));
    return classes;
}

std::string folder_name(const fs::path& folder) {
    const fs::path whole = fs::absolute(folder).lexically_normal();
    return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

Dataset load(const fs::path& folder, const std::string& name, bool check_published) {
    const std::array<fs::path, 4> paths = find_all(folder);
    std::array<std::future<IdxFile>, 4> loading;
    for (std::size_t i = 0; i < parts.size(); ++i)
        loading[i] = std::async(std::launch::async, read_part, paths[i], parts[i], check_published);
    std::array<IdxFile, 4> files;
    for (std::size_t i = 0; i < parts.size(); ++i) files[i] = loading[i].get();

    check_counts(paths, files);
    Dataset dataset;
    dataset.classes = count_classes(paths, files);
    dataset.side = files[0].side;
    dataset.sha256 = check_published ? mnist_sha256 : hash_all(files);
    dataset.name = !name.empty() ? name : dataset.sha256 == mnist_sha256 ? "MNIST" : folder_name(folder);
    dataset.train = {std::move(files[0].data), std::move(files[1].data), files[0].count, {}, {}};
    dataset.test = {std::move(files[2].data), std::move(files[3].data), files[2].count, {}, {}};
    return dataset;
}

}  // namespace

Dataset load_dataset(const fs::path& folder, const std::string& name) {
    return load(folder, name, false);
}

void check_data_folder(const fs::path& folder) {
    find_all(folder);
}

Dataset load_mnist(const fs::path& folder) {
    return load(folder, "MNIST", true);
}

}  // namespace mantissa
