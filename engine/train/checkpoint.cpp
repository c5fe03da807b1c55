// SPDX-License-Identifier: Apache-2.0
// Writing by way of a temporary file, reading with every size checked against the file's before anything is allocated.
#include "engine/train/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>

#include "engine/backend/host_memory.h"
#include "engine/base/error.h"
#include "engine/base/host.h"
#include "engine/base/sha256.h"
#include "engine/base/ulid.h"
#include "engine/base/version.h"
#include "engine/train/checkpoint_message.h"

namespace mantissa {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "checkpoints are little-endian");

constexpr std::string_view magic("\x89MANTISSA-STATE\n", 16);
constexpr std::size_t head_bytes = 16 + 8 + 16, digest_bytes = 64;
constexpr std::uint64_t most_description = std::uint64_t{256} << 20;
constexpr std::string_view suffix = ".checkpoint", temporary_suffix = ".partial";
constexpr auto forgotten = std::chrono::hours(24);  // how old a temporary file of a killed worker is when it goes

/// The head: magic, version, sizes.
std::string head_of(std::uint64_t description, std::uint64_t state) {
    std::string head(head_bytes, '\0');
    std::memcpy(head.data(), magic.data(), magic.size());
    std::memcpy(head.data() + 16, &checkpoint_version, 4);
    std::memcpy(head.data() + 24, &description, 8);
    std::memcpy(head.data() + 32, &state, 8);
    return head;
}

template <class Number>
Number number_at(std::string_view head, std::size_t offset) {
    Number number;
    std::memcpy(&number, head.data() + offset, sizeof number);
    return number;
}

/// A descriptor that closes itself.
class File {
  public:
    File(const fs::path& path, int flags) : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    ~File() { close(); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    bool is_open() const { return descriptor_ >= 0; }
    int get() const { return descriptor_; }
    bool close() {
        const bool done = descriptor_ < 0 || ::close(descriptor_) == 0;
        descriptor_ = -1;
        return done;
    }

  private:
    int descriptor_;
};

[[noreturn]] void cannot_write(const fs::path& file, int error) {
    throw Error(ErrorCode::failed,
                say("the checkpoint cannot be written: %1", {std::generic_category().message(error)}), file.string(),
                say("free some space, or make the folder writable"));
}

/// Writes it all, or throws the errno.
void write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw std::system_error(written < 0 ? errno : EIO, std::generic_category());
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

/// Fills `bytes`; false where the file ends before.
bool read_all(int descriptor, std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::read(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

[[noreturn]] void damaged(const fs::path& file, const Phrase& what, std::uint64_t at, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, what, fmt::format("{}, byte {}", file.string(), at), expected);
}

}  // namespace

run::RunIdentity fork_origin(const Checkpoint& from) {
    run::RunIdentity origin;
    origin.set_parent_run_id(from.run_id);
    origin.set_fork_step(from.snapshot.step);
    const run::RunIdentity& began = from.started.identity();
    origin.set_initial_weights_sha256(began.initial_weights_sha256());
    if (began.has_initial_weights_file()) origin.set_initial_weights_file(began.initial_weights_file());
    return origin;
}

Checkpoint checkpoint_of(const Trainer& trainer, RecordSink& sink) {
    Checkpoint checkpoint;
    checkpoint.run_id = trainer.run_id();
    checkpoint.lane = trainer.lane();
    checkpoint.program_version = program_version;
    checkpoint.commit = program_commit;
    checkpoint.snapshot = trainer.state_to_keep();
    checkpoint.started = trainer.started();
    checkpoint.unsettled = sink.unsettled(trainer.run_id());
    // Of a run that goes on from an earlier checkpoint the sink may still hold what came after that: it comes again.
    std::erase_if(checkpoint.unsettled,
                  [&](const run::Record& record) { return record.step() > checkpoint.snapshot.step; });
    return checkpoint;
}

PreparedCheckpoint::PreparedCheckpoint(fs::path file, const Checkpoint& checkpoint)
    : beside_(folder_of(file) / (make_ulid() + std::string(temporary_suffix))), file_{std::move(file), 0, {}} {
    const std::string description = describe(checkpoint).SerializeAsString();
    const std::span<const std::byte> state(checkpoint.snapshot.parameters);
    const std::string head = head_of(description.size(), state.size());
    file_.bytes = head.size() + description.size() + state.size() + digest_bytes;
    try {
        File out(beside_, O_WRONLY | O_CREAT | O_EXCL);
        if (!out.is_open()) throw std::system_error(errno, std::generic_category());
        Sha256 hash;
        for (const std::span<const std::byte> part : {bytes_of(head), bytes_of(description), state}) {
            write_all(out.get(), part);
            hash.add(part);
        }
        const std::string digest = hash.hex_so_far();
        write_all(out.get(), bytes_of(digest));
        hash.add(bytes_of(digest));
        file_.sha256 = hash.hex();
        if (::fsync(out.get()) != 0 || !out.close()) throw std::system_error(errno, std::generic_category());
    } catch (const std::system_error& error) {
        ::unlink(beside_.c_str());
        cannot_write(file_.path, error.code().value());
    } catch (...) {
        ::unlink(beside_.c_str());
        throw;
    }
}

PreparedCheckpoint::PreparedCheckpoint(PreparedCheckpoint&& other) noexcept
    : beside_(std::exchange(other.beside_, {})), file_(std::move(other.file_)) {}

PreparedCheckpoint::~PreparedCheckpoint() {
    if (!beside_.empty()) ::unlink(beside_.c_str());
}

void PreparedCheckpoint::put_in_place() {
    if (::rename(beside_.c_str(), file_.path.c_str()) != 0) cannot_write(file_.path, errno);
    beside_.clear();
    synchronize_folder(folder_of(file_.path));
}

CheckpointFile write_checkpoint(const fs::path& file, const Checkpoint& checkpoint) {
    PreparedCheckpoint prepared(file, checkpoint);
    prepared.put_in_place();
    return prepared.file();
}

Checkpoint read_checkpoint(const fs::path& file) {
    const File in(file, O_RDONLY);
    struct stat status {};
    if (!in.is_open() || ::fstat(in.get(), &status) != 0)
        throw Error(ErrorCode::failed,
                    say("the checkpoint cannot be read: %1", {std::generic_category().message(errno)}), file.string(),
                    say("a checkpoint that a run has left"));
    const std::uint64_t size = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    std::string head(head_bytes, '\0');
    const Phrase what_it_is = say("a checkpoint of Mantissa");
    if (size < head_bytes + digest_bytes || !read_all(in.get(), std::as_writable_bytes(std::span(head))))
        damaged(file, say("the file is too short, %1 bytes", {size}), size, what_it_is);
    if (!std::string_view(head).starts_with(magic)) damaged(file, say("the file is not a checkpoint"), 0, what_it_is);
    if (const auto version = number_at<std::uint32_t>(head, 16); version != checkpoint_version)
        damaged(file, say("the checkpoint is of version %1", {version}), 16,
                say("version %1: use the Mantissa that wrote it", {checkpoint_version}));
    const auto description_bytes = number_at<std::uint64_t>(head, 24), state_bytes = number_at<std::uint64_t>(head, 32);
    const std::uint64_t content = size - head_bytes - digest_bytes;
    if (description_bytes > most_description || description_bytes > content ||
        state_bytes != content - description_bytes)
        damaged(file, say("its parts are %1 and %2 bytes", {description_bytes, state_bytes}), 24,
                say("together %1 bytes; it may have been cut short", {content}));

    // A sparse file costs nothing to make large; memory that is promised and then not there ends the process.
    if (const std::uint64_t memory = host_memory_bytes(); memory > 0 && state_bytes > memory)
        throw Error(ErrorCode::bad_data,
                    say("the checkpoint's state has %1 bytes, more than this machine's memory", {state_bytes}),
                    file.string(), say("at most %1 bytes here, or a machine with more", {memory}));
    std::string description(description_bytes, '\0');
    std::vector<std::byte> state(state_bytes);
    std::string digest(digest_bytes, '\0');
    if (!read_all(in.get(), std::as_writable_bytes(std::span(description))) || !read_all(in.get(), state) ||
        !read_all(in.get(), std::as_writable_bytes(std::span(digest))))
        damaged(file, say("the file could not be read to its end"), head_bytes, say("%1 bytes", {size}));
    Sha256 hash;
    for (const std::span<const std::byte> part :
         {bytes_of(head), bytes_of(description), std::span<const std::byte>(state)})
        hash.add(part);
    if (const std::string computed = hash.hex(); computed != digest)
        damaged(file, say("the checkpoint is damaged: its SHA-256 is not that of its content"), size - digest_bytes,
                computed);
    checkpoint::Description message;
    const google::protobuf::LogSilencer silent;  // our own words follow
    if (!message.ParseFromString(description))
        damaged(file, say("the checkpoint's description cannot be read"), head_bytes, say("a checkpoint.Description"));
    Checkpoint result = checkpoint_from(message, fmt::format("{}, byte {}", file.string(), head_bytes));
    result.snapshot.parameters = std::move(state);
    return result;
}

Phrase resume_phrase(const Checkpoint& checkpoint, const DeviceDescription& device) {
    const Phrase text = say("continues from the checkpoint of step %1", {checkpoint.snapshot.step});
    const run::RunIdentity& then = checkpoint.started.identity();
    std::vector<Phrase> differences;
    const std::string now = device.id + ": " + device.text;
    if (now != then.device()) differences.push_back(say("%1, earlier %2", {now, then.device()}));
    if (!std::equal(device.libraries.begin(), device.libraries.end(), then.libraries().begin(), then.libraries().end()))
        differences.push_back(say(
            "%1, earlier %2", {fmt::format("{}", fmt::join(device.libraries, ", ")),
                               fmt::format("{}", fmt::join(then.libraries().begin(), then.libraries().end(), ", "))}));
    if (device.times_convolutions && checkpoint.snapshot.config.model() != run::MLP)
        differences.push_back(say("convolution algorithms that were timed and chosen anew"));
    if (checkpoint.program_version != program_version || checkpoint.commit != program_commit)
        differences.push_back(say("Mantissa %1 (%2), earlier %3 (%4)",
                                  {program_version, program_commit, checkpoint.program_version, checkpoint.commit}));
    if (differences.empty()) return text;
    Phrase all = differences.front();
    for (std::size_t i = 1; i < differences.size(); ++i) all = say("%1; %2", {all, differences[i]});
    return say("%1; its bits may differ from those of a run that never stopped, because it now has %2", {text, all});
}

void check_data(const Checkpoint& checkpoint, const Dataset& dataset) {
    const run::RunIdentity& then = checkpoint.started.identity();
    if (dataset.sha256 == then.data_sha256()) return;
    const std::string& folder = checkpoint.snapshot.config.data();
    throw Error(ErrorCode::bad_data,
                say("the data are not those that the run was trained on (SHA-256 %1)", {dataset.sha256}),
                folder.empty() ? "the MNIST that Mantissa ships" : folder,
                fmt::format("{}, SHA-256 {}", then.data_name(), then.data_sha256()));
}

CheckpointFolder CheckpointFolder::ended() const {
    CheckpointFolder folder(used() ? folder_ / "ended" : fs::path());
    folder.files_ = 1024;
    folder.bytes_ = std::uint64_t{1} << 30;
    return folder;
}

fs::path CheckpointFolder::file_of(const std::string& run_id) const {
    if (!is_ulid(run_id))
        throw Error(ErrorCode::usage, say("\"%1\" is not the id of a run", {run_id.substr(0, 100)}), "run_id",
                    say("26 letters and digits, such as 01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    return folder_ / (run_id + std::string(suffix));
}

PreparedCheckpoint CheckpointFolder::prepare(const Checkpoint& checkpoint) const {
    make_private_folder(folder_);  // where that fails, opening the file says why
    return {file_of(checkpoint.run_id), checkpoint};
}

Checkpoint CheckpointFolder::read(const std::string& run_id) const {
    const fs::path file = file_of(run_id);
    std::error_code ignored;
    if (!used() || !fs::exists(file, ignored))
        throw Error(ErrorCode::usage, say("there is no checkpoint of run %1", {run_id}),
                    used() ? folder_.string() : "this worker",
                    say("a run that was interrupted or stopped on this machine; others can only be started again"));
    Checkpoint checkpoint = read_checkpoint(file);
    if (checkpoint.run_id != run_id)
        throw Error(ErrorCode::bad_data, say("the checkpoint is of run %1", {checkpoint.run_id}), file.string(),
                    say("a checkpoint of run %1", {run_id}));
    return checkpoint;
}

bool CheckpointFolder::remove(const std::string& run_id) const noexcept try {
    if (!used() || !is_ulid(run_id)) return true;
    std::error_code code;
    fs::remove(folder_ / (run_id + std::string(suffix)), code);
    return !code;
} catch (const std::bad_alloc&) {  // no memory for the file's name
    return false;
}

/// Keeps the folder from growing without bound: stopped runs leave their checkpoints for good otherwise.
void CheckpointFolder::prune(std::span<const std::string> kept) const noexcept try {
    struct Found {
        fs::file_time_type time;
        std::uint64_t bytes;
        fs::path path;
    };
    std::vector<Found> found;
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    const auto now = fs::file_time_type::clock::now();
    for (const std::string& name : names_in(folder_)) {
        std::error_code gone;
        const fs::path path = folder_ / name;
        const std::string stem = path.stem().string(), extension = path.extension().string();
        if (!is_ulid(stem)) continue;
        const auto time = fs::last_write_time(path, gone);
        const std::uint64_t size = fs::file_size(path, gone);
        if (gone) continue;
        if (extension == suffix && std::find(kept.begin(), kept.end(), stem) != kept.end()) {
            ++files;
            bytes += size;
        } else if (extension == suffix) {
            found.push_back({time, size, path});
        }
        if (extension == temporary_suffix && now - time > forgotten) fs::remove(path, gone);
    }
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.time > b.time; });
    for (const Found& file : found) {
        bytes += file.bytes;
        // Those that another process may yet need are counted, and stay.
        std::error_code ignored;
        if ((++files > files_ || bytes > bytes_) && !is_held(file.path)) fs::remove(file.path, ignored);
    }
} catch (const std::exception&) {  // then it is done after the next one
}

}  // namespace mantissa
