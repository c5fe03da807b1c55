// SPDX-License-Identifier: Apache-2.0
// What leaves for other tools: networks that train wrote as ONNX and safetensors, held against our own readers always
// and against onnxruntime, PyTorch and TensorBoard where Python has them; the settings of a decision sheet against
// Python.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "engine/data/dataset.h"
#include "engine/report/safetensors.h"
#include "engine/run/json.h"
#include "tests/support/files.h"
#include "tests/support/onnx_reader.h"
#include "tests/support/python_program.h"
#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

const std::string mnist = std::string(MANTISSA_RESOURCES) + "/mnist";

/// A network that train wrote, and the accuracy on the whole test set that it reported.
struct TrainedFiles {
    std::string onnx, safetensors, module;
    double accuracy = 0;
};

class OtherTools : public testing::Test {
  protected:
    TrainedFiles train(const std::string& name, const std::vector<std::string>& network) {
        TrainedFiles trained{folder_ / (name + ".onnx"), folder_ / (name + ".safetensors"), folder_ / (name + ".py"),
                             0};
        std::vector<std::string> arguments{"train",
                                           "--json",
                                           "--library",
                                           "none",
                                           "--batch",
                                           "128",
                                           "--eval-interval",
                                           "0",
                                           "--train-eval-images",
                                           "500",
                                           "--save-onnx",
                                           trained.onnx,
                                           "--export-weights",
                                           trained.safetensors,
                                           "--export-pytorch",
                                           trained.module};
        arguments.insert(arguments.end(), network.begin(), network.end());
        const ProgramResult result = run_worker(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        trained.accuracy = static_cast<double>(finished_of(result.lines().back()).test_accuracy());
        return trained;
    }
    TrainedFiles mlp() { return train("mlp", {"--depth", "2", "--width", "32", "--steps", "150"}); }
    TrainedFiles cnn() { return train("cnn", {"--model", "cnn", "--c1", "2", "--c2", "4", "--steps", "100"}); }

    TemporaryFolder folder_;
};

/// Computes MNIST's test images with the model in plain loops; its accuracy must be the one that train reported, but
/// for images whose best two logits lie within rounding of each other (784 terms of at most a few units: below 1e-3).
void expect_same_accuracy(const TrainedFiles& trained) {
    const OnnxReader reader(contents(trained.onnx));
    const Dataset dataset = load_mnist(mnist);
    const bool flat = reader.model.graph().input(0).type().tensor_type().shape().dim_size() == 2;
    std::int64_t right = 0, close = 0;
    for (std::int64_t i = 0; i < dataset.test.count; ++i) {
        OnnxTensor image{flat ? std::vector<std::int64_t>{1, 784} : std::vector<std::int64_t>{1, 1, 28, 28}, {}};
        for (const std::uint8_t pixel : dataset.image(dataset.test, i))
            image.values.push_back(static_cast<float>(pixel) / 255);
        std::vector<float> logits = reader.run(image).values;
        ASSERT_EQ(logits.size(), 10u);
        const auto best = std::max_element(logits.begin(), logits.end());
        right += best - logits.begin() == dataset.test.labels[static_cast<std::size_t>(i)];
        std::sort(logits.begin(), logits.end());
        close += logits[9] - logits[8] < 1e-3f;
    }
    EXPECT_LT(close, dataset.test.count / 100);
    EXPECT_LE(std::abs(right - std::llround(trained.accuracy * static_cast<double>(dataset.test.count))), close)
        << right << " right, reported " << trained.accuracy;
}

TEST_F(OtherTools, AnOnnxMlpHasTheAccuracyThatTrainReported) {
    const TrainedFiles trained = mlp();
    EXPECT_GT(trained.accuracy, 0.8);
    expect_same_accuracy(trained);
    const PythonResult python = run_python("check_onnx.py", {trained.onnx, mnist, std::to_string(trained.accuracy)});
    MANTISSA_EXPECT_PYTHON(python);
}

TEST_F(OtherTools, AnOnnxCnnHasTheAccuracyThatTrainReported) {
    const TrainedFiles trained = cnn();
    EXPECT_GT(trained.accuracy, 0.5);
    expect_same_accuracy(trained);
    const PythonResult python = run_python("check_onnx.py", {trained.onnx, mnist, std::to_string(trained.accuracy)});
    MANTISSA_EXPECT_PYTHON(python);
}

TEST_F(OtherTools, EveryNetworkIsTheSameAsOnnxAndAsAPyTorchModule) {
    const std::string networks = std::string(MANTISSA_SOURCE) + "/tests/data/networks/";
    const std::vector<std::pair<std::string, std::vector<std::string>>> all{
        {"mlp", {"--depth", "1", "--width", "16"}},
        {"cnn", {"--model", "cnn", "--c1", "2", "--c2", "4"}},
        {"transformer", {"--model", "transformer", "--blocks", "1"}},
        {"gpt", {"--model", "transformer", "--causal", "on", "--blocks", "1"}},
        {"normalised",
         {"--model", "transformer", "--blocks", "1", "--queries-scaled-first", "on", "--query-key-norm", "on"}},
        {"resnet", {"--model", "resnet", "--channels", "4"}},
        {"gpt over texts", {"--model", "gpt", "--blocks", "1", "--task", "sort-tokens"}},
        {"bert over texts", {"--model", "bert", "--blocks", "1", "--task", "classify-text"}},
        {"autoencoder", {"--model", "autoencoder", "--width", "32", "--task", "reconstruct"}},
        {"regression", {"--model", "regression", "--width", "16", "--lr", "0.01", "--task", "regress"}},
        {"unet", {"--model", "unet", "--task", "classify-pixels", "--unet-channels", "2"}},
        {"everything", {"--network", networks + "everything.json"}},
        {"resampling", {"--network", networks + "resampling.json", "--task", "denoise"}}};
    for (const auto& [name, flags] : all) {
        std::vector<std::string> arguments = flags;
        arguments.insert(arguments.end(), {"--steps", "40"});
        const TrainedFiles trained = train(name, arguments);
        const bool classes = flags.back() != "denoise" && flags.back() != "reconstruct";
        const PythonResult python =
            run_python("check_network.py", {trained.onnx, trained.module, trained.safetensors, mnist,
                                            classes ? fmt::format("{:.9g}", trained.accuracy) : "-", flags.back()});
        std::cout << name << ": " << python.out;
        MANTISSA_EXPECT_PYTHON(python);
    }
}

TEST_F(OtherTools, AReproducerShowsItsStepHereAndInPyTorch) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> all{
        {"mlp", {"--depth", "2", "--width", "16", "--init-scale", "100000"}},
        {"transformer", {"--model", "transformer", "--blocks", "1", "--init-scale", "100000"}},
        {"unet",
         {"--model", "unet", "--task", "classify-pixels", "--unet-channels", "2", "--unet-norm", "off", "--init-scale",
          "16"}}};
    for (const auto& [name, flags] : all) {
        const std::filesystem::path folder = folder_ / name;
        // FP16's results overflow from the first step on, whatever the loss scale; nothing is searched for.
        std::vector<std::string> arguments{
            "diagnose", "--reproducer", folder, "--json",    "--precision", "fp16",      "--batch",
            "8",        "--steps",      "20",   "--seconds", "3",           "--library", "none"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        const ProgramResult found = run_worker(arguments);
        ASSERT_TRUE(std::filesystem::exists(folder / "reproducer.json")) << name << found.out << found.err;
        const ProgramResult again = run_worker(arguments);
        EXPECT_EQ(again.exit_code, 2) << "the folder holds something";
        EXPECT_THAT(again.err, HasSubstr("--force"));

        const std::string told = contents(folder / "reproducer.json");
        const ProgramResult replay = run_worker({"replay", folder / "state.checkpoint"});
        const std::string hash = told.substr(told.find("weights_after_sha256") + 24, 64);
        EXPECT_THAT(replay.out, HasSubstr("weights after it: " + hash)) << name;

        const PythonResult python = run_python("run_reproducer.py", {folder});
        std::cout << name << ": " << python.out;
        MANTISSA_EXPECT_PYTHON(python);
        EXPECT_THAT(python.out, HasSubstr("results are not finite; in FP32 0")) << name;
    }
}

TEST_F(OtherTools, OnnxAndSafetensorsHoldTheSameWeights) {
    const TrainedFiles trained = cnn();
    const auto tensors = read_safetensors(trained.safetensors);
    const OnnxReader reader(contents(trained.onnx));
    ASSERT_EQ(reader.model.graph().initializer_size(), static_cast<int>(tensors.size()));
    for (const onnx::TensorProto& tensor : reader.model.graph().initializer()) {
        const NamedTensor& same = tensors.at(tensor.name());
        EXPECT_EQ(std::vector<std::int64_t>(tensor.dims().begin(), tensor.dims().end()), same.shape);
        EXPECT_EQ(tensor.raw_data(),
                  std::string(reinterpret_cast<const char*>(same.values.data()), same.values.size() * sizeof(float)));
    }
}

TEST_F(OtherTools, SafetensorsLoadInPyTorchWithTheAccuracyThatTrainReported) {
    const TrainedFiles networks[] = {mlp(), cnn()};
    // First what needs no PyTorch, of both: a package that is missing ends the test.
    for (const TrainedFiles& trained : networks) {
        const PythonResult loaded = run_python("check_safetensors.py", {trained.safetensors});
        MANTISSA_EXPECT_PYTHON(loaded);
    }
    for (const TrainedFiles& trained : networks) {
        const PythonResult python =
            run_python("check_safetensors.py", {trained.safetensors, "run", mnist, std::to_string(trained.accuracy)});
        MANTISSA_EXPECT_PYTHON(python);
    }
}

TEST_F(OtherTools, TensorBoardReadsBackWhatTheLibraryHolds) {
    const std::string library = folder_ / "library.mantissa", events = folder_ / "tb";
    const ProgramResult trained =
        run_worker({"train",     "--library", library,        "--name",  "<script>../x",
                    "--preset",  "underflow", "--steps",      "60",      "--depth",
                    "2",         "--width",   "16",           "--batch", "64",
                    "--scaling", "dynamic",   "--loss-scale", "1e9",     "--train-eval-images",
                    "500"});
    ASSERT_EQ(trained.exit_code, 0) << trained.err;
    const ProgramResult written = run_worker({"report", "--library", library, "--tensorboard", events});
    ASSERT_EQ(written.exit_code, 0) << written.err;
    ASSERT_EQ(written.lines().size(), 1u);
    const std::filesystem::path file = written.lines()[0];
    EXPECT_EQ(file.parent_path().parent_path(), events);
    EXPECT_EQ(run_worker({"report", "--library", library, "--tensorboard", events}).exit_code, 2);
    EXPECT_EQ(run_worker({"report", "--library", library, "--tensorboard", events, "--force"}).exit_code, 0);
    const std::string records = folder_ / "records.jsonl";
    ASSERT_EQ(run_worker({"report", "--library", library, "--format", "json", "--output", records}).exit_code, 0);
    const PythonResult python = run_python("check_tensorboard.py", {file.parent_path(), records});
    MANTISSA_EXPECT_PYTHON(python);
}

class Decide : public OtherTools {
  protected:
    ProgramResult decide(const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"decide", "--depth", "1", "--width", "16", "--seconds", "0.05"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_worker(arguments);
    }
};

TEST_F(Decide, SettingsArePythonAndPyTorchRunsThem) {
    std::vector<std::string> sheets;
    for (const std::vector<std::string>& flags :
         {std::vector<std::string>{}, {"--clip-norm", "1", "--scaling", "static", "--loss-scale", "1024"}}) {
        std::vector<std::string> arguments{"--library", "none", "--memory", "64MiB", "--json"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        const ProgramResult result = decide(arguments);
        ASSERT_EQ(result.exit_code, 0) << result.err;
        sheets.push_back(folder_ / ("sheet" + std::to_string(sheets.size()) + ".json"));
        std::ofstream(sheets.back()) << result.out;
        const PythonResult syntax = run_python("check_decision.py", {sheets.back()});
        MANTISSA_EXPECT_PYTHON(syntax);
    }
    for (const std::string& sheet : sheets) {  // after both: without PyTorch the test ends here
        const PythonResult python = run_python("check_decision.py", {sheet, "run"});
        MANTISSA_EXPECT_PYTHON(python);
    }
}

TEST_F(Decide, TakesAccuraciesFromALibraryAndWritesAPage) {
    const std::string library = folder_ / "library.mantissa", page = folder_ / "sheet.html";
    const std::vector<std::string> common{
        "train",  "--library", library,   "--depth", "1",        "--width", "16",
        "--name", "<script>",  "--steps", "30",      "--device", "cpu",     "--train-eval-images",
        "500"};
    for (const char* seed : {"1", "2"}) {
        std::vector<std::string> arguments = common;
        arguments.insert(arguments.end(), {"--seed", seed});
        ASSERT_EQ(run_worker(arguments).exit_code, 0);
    }
    const ProgramResult result = decide({"--library", library, "--steps", "30", "--memory", "64 MiB", "--html", page});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const std::string html = contents(page);
    EXPECT_THAT(html, HasSubstr("(2 seeds: "));
    EXPECT_THAT(html, HasSubstr("64.0 MiB"));
    EXPECT_THAT(html, HasSubstr("torch.bfloat16"));
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(decide({"--library", library, "--html", page}).exit_code, 2) << "never over another file unasked";
    // In Markdown: a line for each mode, and other lengths of training do not count.
    const ProgramResult other = decide({"--library", library, "--steps", "31"});
    ASSERT_EQ(other.exit_code, 0) << other.err;
    EXPECT_THAT(other.out, HasSubstr("| FP32 |"));
    EXPECT_THAT(other.out, HasSubstr("no completed run of exactly this configuration"));
}

TEST_F(Decide, SaysWhatIsWrong) {
    for (const char* memory : {"4x", "", "-1GiB", "nan", "1KiB", "1e99GiB", "GiB"}) {
        const ProgramResult result = decide({"--library", "none", std::string("--memory=") + memory});
        if (*memory == '\0') continue;  // the device's own
        EXPECT_EQ(result.exit_code, 2) << memory;
        EXPECT_THAT(result.err, HasSubstr("memory"));
    }
    EXPECT_EQ(decide({"--library", folder_ / "absent"}).exit_code, 2);
    EXPECT_EQ(decide({"--seconds", "1000"}).exit_code, 2);
}

}  // namespace
}  // namespace mantissa
