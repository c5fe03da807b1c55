// SPDX-License-Identifier: Apache-2.0
// One line a measurement: CRC-32C of the rest, machine, operation, seconds natively, seconds emulated, with tabs
// between.
#include "engine/cpu/native_times.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <omp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include "engine/backend/host_memory.h"
#include "engine/base/crc32c.h"
#include "engine/cpu/cpu_kernels.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_images = 512;      // that are measured at once
constexpr double most_flops = 3e8;             // of one product that is measured
constexpr std::size_t longest_file = 1 << 18;  // bytes; of a longer one the first lines go when it is written

bool is_convolution(const ProductShape& shape) {
    return shape.convolution.filters > 0;
}

/// Floating-point operations of one image in one of the layer's products.
double flops_of_image(const ProductShape& s) {
    const ConvGeometry& g = s.convolution;
    return is_convolution(s)
               ? 2.0 * static_cast<double>(g.height * g.width * g.channels * g.filters * g.kernel * g.kernel)
               : 2.0 * static_cast<double>(s.in * s.out);
}

/// With how many images `shape` is measured: a power of two.
std::int64_t measured_images(const ProductShape& shape, int threads) {
    const auto batch = static_cast<std::int64_t>(
        std::bit_floor(static_cast<std::uint64_t>(std::clamp<std::int64_t>(shape.images, 1, most_images))));
    const auto fit = static_cast<std::int64_t>(most_flops / flops_of_image(shape));
    const auto least = static_cast<std::int64_t>(std::bit_ceil(static_cast<unsigned>(std::max(1, threads))));
    const auto few =
        static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(fit, 1))));
    return std::min(batch, std::max(few, least));
}

std::string name_of(const ProductShape& s, std::int64_t images) {
    const ConvGeometry& g = s.convolution;
    const std::string shape = is_convolution(s)
                                  ? fmt::format("conv {}x{}x{}x{}x{}", images, g.height, g.width, g.channels, g.filters)
                                  : fmt::format("dense {}x{}x{}", images, s.in, s.out);
    return name_of(s.format) + " " + shape + (s.data_gradient ? "" : " first");
}

/// The tensors of one layer stored in one way, and its products.
class Layer {
  public:
    Layer(CpuKernels& kernels, const ProductShape& shape, std::int64_t images, DType stored)
        : kernels_(kernels), shape_(shape) {
        const ConvGeometry& g = shape.convolution;
        cast_.format = shape.format;
        cast_.counts = &counts_;
        if (is_convolution(shape)) {
            x_ = make({images, g.height, g.width, g.channels}, stored);
            dx_ = make(x_.shape, stored);
            y_ = make({images, g.height, g.width, g.filters}, stored);
            dy_ = make(y_.shape, stored);
            w_ = make({g.filters, g.kernel, g.kernel, g.channels}, stored);
            bias_ = make({g.filters}, DType::float32);
        } else {
            x_ = make({images, shape.in}, stored);
            dx_ = make(x_.shape, stored);
            y_ = make({images, shape.out}, stored);
            dy_ = make(y_.shape, stored);
            w_ = make({shape.out, shape.in}, stored);
            bias_ = make({shape.out}, DType::float32);
        }
        dw_ = make(w_.shape, DType::float32);
    }

    /// Seconds of one step's products.
    double run() {
        const auto start = std::chrono::steady_clock::now();
        const ConvGeometry& g = shape_.convolution;
        const Accumulation plain;
        if (is_convolution(shape_)) {
            kernels_.conv_forward(g, x_, w_, bias_, y_, plain, cast_);
            kernels_.conv_backward_weights(g, dy_, x_, dw_, plain, cast_);
            if (shape_.data_gradient) kernels_.conv_backward_data(g, dy_, w_, dx_, plain, cast_);
        } else {
            kernels_.linear_forward(x_, w_, bias_, y_, plain, cast_);
            kernels_.linear_backward_weights(dy_, x_, dw_, plain, cast_);
            if (shape_.data_gradient) kernels_.linear_backward_data(dy_, w_, dx_, plain, cast_);
        }
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

  private:
    /// Numbers between 1/4 and 1/2 of both signs, on the grid of every format with two fraction bits.
    Tensor make(const Shape& shape, DType stored) {
        Tensor tensor{nullptr, stored, shape};
        memory_.push_back(allocate_host_memory(tensor.bytes()));
        tensor.data = memory_.back()->data();
        const Numbers numbers(tensor);
        for (std::int64_t i = 0; i < shape.size(); ++i) numbers.set(i, (i * 2654435761 & 64) != 0 ? 0.3125f : -0.4375f);
        return tensor;
    }

    CpuKernels& kernels_;
    const ProductShape& shape_;
    Tensor x_, dx_, y_, dy_, w_, dw_, bias_;
    Cast cast_;
    FlushCounts counts_;
    std::vector<std::unique_ptr<DeviceMemory>> memory_;
};

/// The least of several turns of each, by turns: whatever else runs on the machine only adds.
ProductTimes measure(const ProductShape& shape, std::int64_t images, int threads) {
    omp_set_num_threads(threads);
    Scratch scratch(/*rehearsed=*/false);
    CpuKernels kernels(scratch);
    Layer native(kernels, shape, images, DType::bfloat16), emulated(kernels, shape, images, DType::float32);
    native.run();  // makes oneDNN's primitives
    emulated.run();
    ProductTimes least{1e9, 1e9};
    double spent = 0;
    for (int turn = 0; turn < 3 || (turn < 60 && spent < 0.02); ++turn) {
        const double a = native.run(), b = emulated.run();
        least.native = std::min(least.native, a);
        least.emulated = std::min(least.emulated, b);
        spent += a + b;
        if (spent > 0.5 && turn > 0) break;
    }
    return least;
}

std::string line_of(const std::string& machine, const std::string& operation, const ProductTimes& t) {
    const std::string rest = fmt::format("{}\t{}\t{:.9g}\t{:.9g}", machine, operation, t.native, t.emulated);
    return fmt::format("{:08x}\t{}", crc32c(rest), rest);
}

/// A line's parts, or nothing where it is not one that was written so.
struct Line {
    std::string machine, operation;
    ProductTimes times;
};
std::optional<Line> parse(const std::string& line) {
    std::istringstream words(line);
    std::string sum, native, emulated;
    Line parsed;
    if (!std::getline(words, sum, '\t') || !std::getline(words, parsed.machine, '\t') ||
        !std::getline(words, parsed.operation, '\t') || !std::getline(words, native, '\t') ||
        !std::getline(words, emulated))
        return std::nullopt;
    try {
        parsed.times = {std::stod(native), std::stod(emulated)};
    } catch (const std::exception&) {
        return std::nullopt;
    }
    const bool sensible = std::isfinite(parsed.times.native) && std::isfinite(parsed.times.emulated) &&
                          parsed.times.native > 0 && parsed.times.emulated > 0;
    if (!sensible || line_of(parsed.machine, parsed.operation, parsed.times) != line) return std::nullopt;
    return parsed;
}

/// All good lines of the file, in order; none where it is not there.
std::vector<std::string> good_lines(const fs::path& file) {
    std::vector<std::string> lines;
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > 2 * longest_file) return lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (parse(line)) lines.push_back(line);
    return lines;
}

/// Whether all of `text` is in a new file of that name, mode 0600.
bool write_new(const fs::path& file, const std::string& text) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return false;
    std::size_t at = 0;
    while (at < text.size()) {
        const ssize_t n = ::write(descriptor, text.data() + at, text.size() - at);
        if (n <= 0) break;
        at += static_cast<std::size_t>(n);
    }
    return ::close(descriptor) == 0 && at == text.size();
}

}  // namespace

NativeTimes::NativeTimes(fs::path file, std::string machine) : file_(std::move(file)), machine_(std::move(machine)) {
    for (char& c : machine_)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
}

void NativeTimes::load() {
    loaded_ = true;
    for (const std::string& line : good_lines(file_))
        if (const Line parsed = *parse(line); parsed.machine == machine_) times_[parsed.operation] = parsed.times;
}

/// With what others have written meanwhile; whoever renames last wins, and what is lost is measured again.
void NativeTimes::save() const {
    std::vector<std::string> lines;
    for (std::string& line : good_lines(file_)) {
        const Line parsed = *parse(line);
        if (parsed.machine != machine_ || !times_.contains(parsed.operation)) lines.push_back(std::move(line));
    }
    for (const auto& [operation, times] : times_) lines.push_back(line_of(machine_, operation, times));
    std::size_t bytes = 0, first = lines.size();
    while (first > 0 && bytes + lines[first - 1].size() + 1 <= longest_file) bytes += lines[--first].size() + 1;
    std::string text;
    for (std::size_t i = first; i < lines.size(); ++i) text += lines[i] + '\n';
    std::error_code ignored;
    if (const fs::path folder = file_.parent_path(); !folder.empty() && !fs::exists(folder, ignored)) {
        fs::create_directories(folder.parent_path(), ignored);
        ::mkdir(folder.c_str(), 0700);
    }
    const fs::path fresh = file_.string() + fmt::format(".{}", ::getpid());
    fs::remove(fresh, ignored);
    if (!write_new(fresh, text) || ::rename(fresh.c_str(), file_.c_str()) != 0) fs::remove(fresh, ignored);
}

std::optional<ProductTimes> NativeTimes::of(const ProductShape& shape, int threads) {
    if (file_.empty()) return std::nullopt;
    if (!loaded_) load();
    const std::int64_t images = measured_images(shape, threads);
    const std::string operation = name_of(shape, images);
    auto found = times_.find(operation);
    if (found == times_.end()) {
        found = times_.emplace(operation, measure(shape, images, threads)).first;
        save();
    }
    const double share = static_cast<double>(shape.images) / static_cast<double>(images);
    return ProductTimes{found->second.native * share, found->second.emulated * share};
}

}  // namespace mantissa
