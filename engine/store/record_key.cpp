// SPDX-License-Identifier: Apache-2.0
// Keys and equality. Timings are left out of equality: a step repeated after a resume must give the same numbers, but
// never takes the same time.
#include "engine/store/record_key.h"

#include <fmt/format.h>
#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <optional>

#include "engine/base/error.h"
#include "engine/store/limits.h"
#include "engine/store/record_ranges.h"

namespace mantissa {
namespace {

std::string bytes_of(const run::Record& record) {
    std::string out;
    {
        google::protobuf::io::StringOutputStream stream(&out);
        google::protobuf::io::CodedOutputStream coded(&stream);
        coded.SetSerializationDeterministic(true);
        record.SerializeToCodedStream(&coded);
    }
    return out;
}

// Without what is a column: these fields have the lowest numbers, so their bytes come first. No copy of the record is
// made for it: a record may be large, of thousands of histograms.
std::string bytes_without_key(const run::Record& record) {
    run::Record key;
    if (record.has_run_id()) key.set_run_id(record.run_id());
    if (record.has_lane()) key.set_lane(record.lane());
    if (record.has_step()) key.set_step(record.step());
    std::string bytes = bytes_of(record);
    bytes.erase(0, key.ByteSizeLong());
    return bytes;
}

[[noreturn]] void refuse(const run::Record& record, const Phrase& why) {
    throw Error(ErrorCode::bad_data, say("A record cannot be kept: %1", {why}), describe(record));
}

}  // namespace

const char* name_of(RecordKind kind) noexcept {
    switch (kind) {
        case RecordKind::kStarted:
            return "started";
        case RecordKind::kStepDone:
            return "step_done";
        case RecordKind::kEvaluated:
            return "evaluated";
        case RecordKind::kHistograms:
            return "histograms";
        case RecordKind::kEvent:
            return "event";
        case RecordKind::kMemory:
            return "memory";
        case RecordKind::kFinished:
            return "finished";
        case RecordKind::kError:
            return "error";
        case RecordKind::kCheckpoint:
            return "checkpoint";
        case RecordKind::kTrace:
            return "trace";
        case RecordKind::kDescribed:
            return "described";
        case RecordKind::kDiagnosis:
            return "diagnosis";
        case RecordKind::kBudget:
            return "budget";
        case RecordKind::KIND_NOT_SET:
            break;
    }
    return "unknown";
}

std::string part_of(const run::Record& record) {
    switch (record.kind_case()) {
        case RecordKind::kEvaluated:
            return fmt::format("{}{}", record.evaluated().training_set() ? "train" : "test",
                               record.evaluated().complete() ? ", complete" : "");
        case RecordKind::kHistograms: {
            if (record.histograms().histograms().empty()) return {};
            const run::Histogram& first = record.histograms().histograms(0);
            // A shadow that came later than its histogram, of a foreign run.
            const bool late = first.has_shadow_tier() && !first.has_counts();
            return fmt::format("{}, {}{}", first.tensor(), static_cast<int>(first.role()),
                               late ? fmt::format(", shadow {}", static_cast<int>(first.shadow_tier())) : "");
        }
        case RecordKind::kEvent:
            return fmt::format("{}", static_cast<int>(record.event().kind()));
        case RecordKind::kFinished:
            return fmt::format("{}", static_cast<int>(record.finished().outcome()));
        default:
            return {};
    }
}

bool may_recur(const run::Record& record) {
    switch (record.kind_case()) {
        case RecordKind::kMemory:
        case RecordKind::kError:
        case RecordKind::kCheckpoint:
        case RecordKind::kTrace:
        case RecordKind::kDescribed:
        case RecordKind::kDiagnosis:
        case RecordKind::kBudget:
            return true;
        case RecordKind::kFinished:
            return record.finished().outcome() != run::RunFinished::COMPLETED;  // it may be resumed and end again
        case RecordKind::kEvent:
            switch (record.event().kind()) {
                case run::EventRecord::STARTED:
                case run::EventRecord::EPOCH:
                case run::EventRecord::SCALE_DOWN:
                case run::EventRecord::SCALE_UP:
                case run::EventRecord::NON_FINITE:
                    return false;
                case run::EventRecord::SKIPPED:
                    return record.event().has_skip();  // of a foreign run
                default:
                    return true;
            }
        default:
            return false;
    }
}

bool goes_on(const run::Record& record) {
    return record.has_event() && record.event().kind() == run::EventRecord::RESUMED_FROM_CHECKPOINT;
}

std::string body_of(const run::Record& record) {
    return bytes_without_key(record);
}

std::string comparable(const run::Record& record) {
    if (record.has_histograms()) return bytes_without_key(record);
    run::Record copy = record;
    switch (copy.kind_case()) {
        case RecordKind::kStarted:
            if (copy.started().has_identity()) copy.mutable_started()->mutable_identity()->clear_started_unix();
            if (copy.started().has_foreign()) {  // the same recording under another file name is the same run
                copy.mutable_started()->mutable_foreign()->clear_file();
                copy.mutable_started()->mutable_config()->clear_name();
            }
            break;
        case RecordKind::kDescribed:
            copy.mutable_described()->mutable_foreign()->clear_file();
            break;
        case RecordKind::kStepDone:
            copy.mutable_step_done()->clear_images_per_second();
            copy.mutable_step_done()->clear_step_ms();
            break;
        case RecordKind::kMemory:
            copy.mutable_memory()->clear_device_total_used();
            break;
        case RecordKind::kFinished:
            copy.mutable_finished()->clear_images_per_second();
            copy.mutable_finished()->clear_seconds();
            break;
        default:
            break;
    }
    return bytes_without_key(copy);
}

void refuse_repeat(const run::Record& record, bool recording) {
    if (recording)
        throw Error(ErrorCode::bad_data, say("The library holds this run already, with other content"),
                    describe(record),
                    say("it differs from what was imported before: a line of the file was damaged then or is now, or "
                        "it is of another training with the same id; import it into another library"));
    throw Error(ErrorCode::bad_data,
                record.has_step_done() ? say("A step was recorded again with other numbers")
                                       : say("A record arrived twice with different content"),
                describe(record), say("a resumed run must repeat itself exactly; start a new run"));
}

void check_record(const run::Record& record) {
    const std::string& run_id = record.run_id();
    if (run_id.empty() || run_id.size() > max_run_id_bytes ||
        !std::all_of(run_id.begin(), run_id.end(), [](char c) { return c > ' ' && c <= '~'; })) {
        refuse(record, say("it names no run"));
    }
    if (const std::optional<Phrase> wrong = out_of_range(record)) refuse(record, *wrong);
    switch (record.kind_case()) {
        case RecordKind::KIND_NOT_SET:
            refuse(record, say("it contains nothing that this version knows"));
        case RecordKind::kStepDone:
            if (record.step_done().ByteSizeLong() > max_step_bytes) refuse(record, say("it is larger than 64 KiB"));
            if (record.step_done().skip_cause().empty()) return;
            break;
        case RecordKind::kStarted: {
            const run::RunStarted& started = record.started();
            if (started.identity().has_run_id() && started.identity().run_id() != record.run_id()) {
                refuse(record, say("it says that it is of run %1", {started.identity().run_id()}));
            }
            for (const std::string* text :
                 {&started.config().name(), &started.config().preset(), &started.identity().device(),
                  &started.identity().parent_run_id(), &started.identity().race_id(), &started.identity().group_id()}) {
                if (text->size() > max_name_bytes) refuse(record, say("a name in it is longer than 1024 bytes"));
            }
            break;
        }
        case RecordKind::kHistograms:
            if (part_of(record).size() > max_name_bytes) refuse(record, say("a name in it is longer than 1024 bytes"));
            break;
        default:
            break;
    }
    if (record.ByteSizeLong() > max_record_bytes) refuse(record, say("it is larger than 16 MiB"));
    // A message whose text is not UTF-8 can be written but never read again.
    google::protobuf::Arena arena;  // of a large record much is allocated
    if (!google::protobuf::Arena::CreateMessage<run::Record>(&arena)->ParseFromString(body_of(record)))
        refuse(record, say("a text in it is not UTF-8"));
}

std::string describe(const run::Record& record) {
    return fmt::format("run {}, lane {}, step {}, {}", record.run_id(), record.lane(), record.step(),
                       name_of(record.kind_case()));
}

}  // namespace mantissa
