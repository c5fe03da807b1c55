// SPDX-License-Identifier: Apache-2.0
// Event files, read back by a reader of our own: framing and checksums, every scalar and every histogram, names that
// are no file names, and libraries from elsewhere. The real TensorBoard reads them in
// tests/worker/other_tools_test.cpp.
#include "engine/report/tensorboard.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include "engine/base/crc32c.h"
#include "engine/report/tensorboard.pb.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;
using ::testing::Not;

template <class Number>
Number number_at(const std::string& bytes, std::size_t at) {
    Number value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// TFRecord's rule the other way round: what the CRC of `masked` was.
std::uint32_t unmasked(std::uint32_t masked) {
    const std::uint32_t turned = masked - 0xa282ead8u;
    return (turned >> 17) | (turned << 15);
}

std::vector<tensorboard::Event> events_of(const std::string& bytes) {
    std::vector<tensorboard::Event> events;
    for (std::size_t at = 0; at < bytes.size();) {
        if (bytes.size() - at < 16) throw std::runtime_error("a record breaks off");
        const auto length = number_at<std::uint64_t>(bytes, at);
        EXPECT_EQ(unmasked(number_at<std::uint32_t>(bytes, at + 8)), crc32c(bytes.substr(at, 8)));
        const std::string content = bytes.substr(at + 12, length);
        EXPECT_EQ(content.size(), length);
        EXPECT_EQ(unmasked(number_at<std::uint32_t>(bytes, at + 12 + length)), crc32c(content));
        EXPECT_TRUE(events.emplace_back().ParseFromString(content));
        at += 16 + length;
    }
    return events;
}

std::vector<tensorboard::Event> events_of(const Library& library, const std::string& run_id) {
    std::ostringstream out;
    write_event_file(out, library, run_id);
    return events_of(out.str());
}

using Scalars = std::map<std::string, std::map<std::int64_t, float>>;

Scalars scalars_of(const std::vector<tensorboard::Event>& events) {
    Scalars scalars;
    for (const tensorboard::Event& event : events)
        for (const auto& value : event.summary().value())
            if (value.value_case() == tensorboard::Summary::Value::kSimpleValue) {
                EXPECT_TRUE(scalars[value.tag()].emplace(event.step(), value.simple_value()).second) << value.tag();
            }
    return scalars;
}

std::map<std::string, tensorboard::HistogramProto> histograms_of(const std::vector<tensorboard::Event>& events) {
    std::map<std::string, tensorboard::HistogramProto> histograms;
    for (const tensorboard::Event& event : events)
        for (const auto& value : event.summary().value())
            if (value.value_case() == tensorboard::Summary::Value::kHisto) histograms[value.tag()] = value.histo();
    return histograms;
}

run::Record histogram_record(const std::string& run_id, std::uint32_t at, run::Histogram histogram) {
    run::Record record;
    record.set_run_id(run_id);
    record.set_lane(0);
    record.set_step(at);
    *record.mutable_histograms()->add_histograms() = std::move(histogram);
    return record;
}

run::Histogram gradient(std::int32_t first, const std::vector<std::uint32_t>& bins, std::uint64_t zeros) {
    run::Histogram h;
    h.set_tensor("fc1.weight");
    h.set_role(run::ROLE_WEIGHT_GRADIENT);
    h.set_first_bin(first);
    for (const std::uint32_t count : bins) h.add_bins(count);
    h.mutable_counts()->set_zero(zeros);
    return h;
}

TEST(Tensorboard, ChecksumIsTFRecords) {
    // crc32c("123456789") is 0xe3069283; (0xe3069283 >> 15 | 0xe3069283 << 17) + 0xa282ead8, by hand.
    EXPECT_EQ(masked_crc32c("123456789"), 0xc78ab0e5u);
    EXPECT_EQ(unmasked(masked_crc32c("abc")), crc32c("abc"));
}

TEST(Tensorboard, HoldsEveryScalarOfEveryStep) {
    ReportLibrary library;
    const std::string id = make_ulid();
    run::Record begin = started(id);
    begin.mutable_started()->set_emulated(false);
    library.add(begin);
    std::vector<run::Record> all = steps(id, 1, 600);
    all[6].mutable_step_done()->set_loss(std::numeric_limits<float>::quiet_NaN());
    all[7].mutable_step_done()->set_loss(std::numeric_limits<float>::infinity());
    library.add(all);
    run::Record whole = evaluation(id, 600, 0.75f);
    whole.mutable_evaluated()->set_complete(true);
    library.add({evaluation(id, 600, 0.5f), whole});

    const std::vector<tensorboard::Event> events = events_of(*library, id);
    ASSERT_EQ(events.size(), 603u);
    EXPECT_EQ(events[0].file_version(), "brain.Event:2");
    EXPECT_EQ(events[0].wall_time(), 1700000000.5);
    const Scalars scalars = scalars_of(events);
    for (const run::Record& record : all) {
        const run::StepRecord& step = record.step_done();
        const float loss = scalars.at("loss/train").at(record.step());
        EXPECT_TRUE(loss == step.loss() || (std::isnan(loss) && std::isnan(step.loss()))) << record.step();
        EXPECT_EQ(scalars.at("scale/skipped").at(record.step()), step.skipped() ? 1.0f : 0.0f);
        EXPECT_EQ(scalars.at("scale/loss_scale").at(record.step()), step.scale());
        EXPECT_FLOAT_EQ(
            scalars.at("flushed/weight_gradients").at(record.step()),
            static_cast<float>(step.weight_gradients_flushed()) / static_cast<float>(step.weight_gradients_nonzero()));
        EXPECT_EQ(scalars.at("speed/images_per_second").at(record.step()), step.images_per_second());
    }
    EXPECT_EQ(scalars.at("accuracy/test").at(600), 0.75f);
    EXPECT_EQ(scalars.at("accuracy/test_part").at(600), 0.5f);
    // The begin plus 20.75 ms a step.
    EXPECT_NEAR(events[600].wall_time(), 1700000000.5 + 600 * 0.02075, 1e-6);
    EXPECT_EQ(events[600].step(), 600);
}

TEST(Tensorboard, ATasksOwnMetricHasItsNameAndUnit) {
    struct Case {
        run::Task task;
        const char* tag;
        float value;
    };
    for (const Case& one : {Case{run::DENOISE, "psnr", 19.84f}, Case{run::CLASSIFY_PIXELS, "pixel_accuracy", 0.1984f},
                            Case{run::SORT_TOKENS, "tokens_right", 0.1984f}, Case{run::REGRESS, "r2", 0.1984f},
                            Case{run::CLASSIFY, "accuracy", 0.1984f}}) {
        ReportLibrary library;
        const std::string id = make_ulid();
        run::Record begin = started(id);
        begin.mutable_started()->mutable_config()->set_task(one.task);
        run::Record first = step(id, 1);
        first.mutable_step_done()->set_accuracy(0.1984f);
        library.add({begin, first, evaluation(id, 1, 0.1984f)});
        const Scalars scalars = scalars_of(events_of(*library, id));
        const std::string tag = one.tag;
        ASSERT_TRUE(scalars.contains(tag + "/test_part")) << tag;
        EXPECT_FLOAT_EQ(scalars.at(tag + "/test_part").at(1), one.value) << tag;
        EXPECT_FLOAT_EQ(scalars.at(tag + "/train").at(1), one.value) << tag;
        EXPECT_EQ(scalars.contains("accuracy/test_part"), one.task == run::CLASSIFY) << tag;
    }
}

TEST(Tensorboard, AnEmulatedRunClaimsNoSpeed) {
    ReportLibrary library;
    const Scalars scalars = scalars_of(events_of(*library, library.add_run("emulated")));
    EXPECT_TRUE(scalars.contains("loss/train"));
    for (const auto& [tag, values] : scalars) EXPECT_FALSE(tag.starts_with("speed/")) << tag;
}

TEST(Tensorboard, HistogramsHaveABucketForEachPowerOfTwo) {
    ReportLibrary library;
    const std::string id = library.add_run("h", 20);
    run::Histogram with = gradient(-3, {5, 0, 7}, 100);
    with.set_largest(0.75f);
    with.set_norm(2);
    library.add(histogram_record(id, 10, with));
    run::Histogram tail = gradient(30, {1, 2}, 0);
    tail.set_tensor("fc2.weight");
    tail.set_largest(0x1p40f);  // the last bin holds everything above, too
    library.add(histogram_record(id, 20, tail));
    const auto histograms = histograms_of(events_of(*library, id));

    const auto& first = histograms.at("weight_gradient/fc1.weight");
    EXPECT_THAT(first.bucket(), ::testing::ElementsAre(100, 5, 0, 7));
    EXPECT_THAT(first.bucket_limit(), ::testing::ElementsAre(0.125, 0.25, 0.5, 1.0));
    EXPECT_EQ(first.min(), 0);
    EXPECT_EQ(first.max(), 0.75);
    EXPECT_EQ(first.num(), 112);
    EXPECT_EQ(first.sum_squares(), 4);
    EXPECT_DOUBLE_EQ(first.sum(), 5 * 0.1875 + 7 * 0.75);
    const auto& exponents = histograms.at("weight_gradient_log2/fc1.weight");
    EXPECT_THAT(exponents.bucket(), ::testing::ElementsAre(5, 0, 7));
    EXPECT_THAT(exponents.bucket_limit(), ::testing::ElementsAre(-2, -1, 0));
    EXPECT_EQ(exponents.min(), -3);
    const auto& last = histograms.at("weight_gradient/fc2.weight");
    EXPECT_EQ(last.min(), 0x1p30);
    EXPECT_THAT(last.bucket_limit(), ::testing::ElementsAre(0x1p31, 0x1p40));
    EXPECT_EQ(last.max(), 0x1p40);
}

TEST(Tensorboard, LeavesOutWhatNoHistogramCanBe) {
    ReportLibrary library;
    const std::string id = library.add_run("h", 20);
    library.add(histogram_record(id, 1, gradient(0, {}, 0)));
    library.add(histogram_record(id, 2, gradient(0, {0, 0}, 0)));
    library.add(histogram_record(id, 3, gradient(2000, {1}, 0)));
    library.add(histogram_record(id, 4, gradient(-2000, {1}, 3)));
    library.add(histogram_record(id, 5, gradient(1000, std::vector<std::uint32_t>(100, 1), 0)));
    run::Histogram ruined = gradient(3, {4}, 0);
    ruined.set_largest(std::numeric_limits<float>::infinity());
    ruined.set_norm(std::numeric_limits<double>::quiet_NaN());
    ruined.set_tensor("<b>/..");
    library.add(histogram_record(id, 6, ruined));
    const auto histograms = histograms_of(events_of(*library, id));
    ASSERT_EQ(histograms.size(), 2u);
    EXPECT_EQ(histograms.at("weight_gradient/<b>/..").max(), 16);
    EXPECT_EQ(histograms.at("weight_gradient/<b>/..").sum_squares(), 0);
}

TEST(Tensorboard, FoldersAreNamesWhateverTheRunIsCalled) {
    ReportLibrary library;
    const std::filesystem::path root = library.folder() / "tb";
    const std::string hostile[] = {"../../x", "/etc/passwd",         "<script>",    "..",        ".",
                                   "",        std::string(255, 'x'), "a\nb\x1b[2J", "\u202Egnp", "con:*?"};
    std::vector<std::string> ids;
    for (const std::string& name : hostile) ids.push_back(library.add_run(name, 5));
    const auto files = write_tensorboard(*library, ids, root, false);
    ASSERT_EQ(files.size(), std::size(hostile));
    for (std::size_t i = 0; i < files.size(); ++i) {
        EXPECT_EQ(files[i].parent_path().parent_path(), root) << files[i];
        EXPECT_THAT(files[i].parent_path().filename().string(), HasSubstr(ids[i]));
        EXPECT_LE(files[i].parent_path().filename().string().size(), 100u);
        EXPECT_EQ(files[i].filename(), "events.out.tfevents.1700000000.mantissa");
        EXPECT_TRUE(std::filesystem::is_regular_file(files[i]));
    }
    EXPECT_EQ(folder_name("a/b", "../../01"), "a-b-01");
    EXPECT_EQ(error_of([&] { write_tensorboard(*library, ids, root, false); }).code(), ErrorCode::usage);
    EXPECT_NO_THROW(write_tensorboard(*library, ids, root, true));
    EXPECT_EQ(error_of([&] { write_tensorboard(*library, {"no such"}, root, true); }).code(), ErrorCode::usage);
    std::ofstream(library.folder() / "file") << "x";
    EXPECT_EQ(error_of([&] { write_tensorboard(*library, ids, library.folder() / "file", true); }).code(),
              ErrorCode::failed);
}

TEST(Tensorboard, ATimeThatIsNoneBecomesZero) {
    ReportLibrary library;
    const std::string id = make_ulid();
    run::Record begin = started(id);
    begin.mutable_started()->mutable_identity()->set_started_unix(1e300);
    library.add(begin);
    run::Record one = step(id, 1);
    one.mutable_step_done()->set_step_ms(std::numeric_limits<float>::quiet_NaN());
    library.add(one);
    for (const tensorboard::Event& event : events_of(*library, id)) EXPECT_EQ(event.wall_time(), 0);
    EXPECT_EQ(write_tensorboard(*library, {id}, library.folder() / "tb", false)[0].filename(),
              "events.out.tfevents.0000000000.mantissa");
}

}  // namespace
}  // namespace mantissa
