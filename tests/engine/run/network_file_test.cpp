// SPDX-License-Identifier: Apache-2.0
// A network as a file: its short forms, and what is refused with which words.
#include "engine/run/network_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/run/models.h"
#include "engine/run/networks.h"
#include "engine/run/presets.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
    try {
        read_network(text, "net.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        return error.what();
    }
    ADD_FAILURE() << text << " is taken";
    return "";
}

TEST(NetworkFile, ShortFormsAreWrittenOut) {
    const run::NetworkDescription whole = written_out(read_network(
        R"({"operations": [{"op": "conv2d", "name": "c", "out": 4, "then": ["batch_norm2d", "relu"]},
                           {"op": "max_pool2d"}, {"op": "max_pool2d"}, {"op": "linear", "name": "fc", "out": 10}]})",
        "net.json"));
    EXPECT_EQ(whole.name(), "network");
    ASSERT_EQ(whole.operations_size(), 6);
    EXPECT_EQ(to_json(whole.operations(1)),
              R"({"op":"batch_norm2d","name":"c.batch_norm2d","inputs":["c"],"output":"c.batch_norm2d","layer":"c"})");
    EXPECT_EQ(to_json(whole.operations(2)),
              R"({"op":"relu","name":"c.relu","inputs":["c.batch_norm2d"],"output":"c.out","layer":"c"})");
    EXPECT_EQ(whole.operations(3).name(), "max_pool2d1");
    EXPECT_EQ(whole.operations(4).name(), "max_pool2d2");
    EXPECT_EQ(whole.operations(4).inputs(0), "max_pool2d1");
    EXPECT_EQ(to_json(written_out(whole)), to_json(whole)) << "once is enough";
}

TEST(NetworkFile, TheBuiltInNetworksAreSuchFiles) {
    for (const run::Model model : {run::MLP, run::CNN, run::TRANSFORMER, run::RESNET, run::UNET, run::GPT, run::BERT,
                                   run::AUTOENCODER, run::REGRESSION}) {
        run::RunConfig config = default_config();
        config.set_model(model);
        config.set_task(usual_task(model));
        const run::NetworkDescription built_in = describe_network(config, 28, 10);
        config.set_network(to_json(built_in));
        config.set_model(run::NETWORK_FILE);
        EXPECT_EQ(to_json(describe_network(config, 28, 10)), to_json(built_in));
    }
}

TEST(NetworkFile, SaysWhatCannotBeRead) {
    EXPECT_THAT(refusal("{"), HasSubstr("net.json"));
    EXPECT_THAT(refusal(R"({"operations": []})"), HasSubstr("0 operations"));
    EXPECT_THAT(refusal(R"({"operations": [{"op": "relu", "shape": 3}]})"), HasSubstr("shape"));
    EXPECT_THAT(refusal(R"({"operations": [{"op": "relu"}, {"op": "relu", "name": "a b"}]})"),
                HasSubstr("net.json, operations[1]: \"a b\" cannot be a name"));
    EXPECT_THAT(refusal(R"({"operations": [{"op": "linear", "out": 4, "out": 5}]})"), HasSubstr("twice"));
    EXPECT_THAT(refusal(R"({"name": "<b>", "operations": [{"op": "relu"}]})"), HasSubstr("cannot be a name"));
    std::string many = R"({"operations": [)";
    for (int i = 0; i < 600; ++i) many += i ? R"(, {"op": "relu"})" : R"({"op": "relu"})";
    EXPECT_THAT(refusal(many + "]}"), HasSubstr("600 operations"));
    EXPECT_THAT(refusal(std::string(max_network_bytes + 1, ' ')), HasSubstr("at most"));
}

TEST(NetworkFile, TellsWhetherItHasAReluOfADamagedTextToo) {
    run::RunConfig config;
    config.set_model(run::NETWORK_FILE);
    const auto has = [&](const std::string& text) {
        config.set_network(text);
        return has_relu(config);
    };
    EXPECT_TRUE(has(R"({"operations": [{"op": "relu", "name": "r"}, {"op": "linear", "name": "fc", "out": 10}]})"));
    EXPECT_FALSE(has(R"({"operations": [{"op": "linear", "name": "relu", "out": 10}]})"));
    EXPECT_FALSE(has(R"({"operations": [{"op": "relu")"));
}

TEST(NetworkFile, TellsWhetherItHasBatchNorm) {
    run::RunConfig config;
    config.set_model(run::NETWORK_FILE);
    for (const auto& [op, is] : {std::pair{"batch_norm1d", true}, {"batch_norm2d", true}, {"layer_norm", false}}) {
        config.set_network(std::string(R"({"operations": [{"op": ")") + op + R"(", "name": "n"}]})");
        EXPECT_EQ(has_batch_norm(config), is) << op;
    }
    config.set_model(run::UNET);
    for (const bool norm : {true, false}) {
        config.set_unet_norm(norm);
        EXPECT_EQ(has_batch_norm(config), norm);
    }
    config.set_model(run::REGRESSION);
    EXPECT_TRUE(has_batch_norm(config));
}

TEST(NetworkFile, IsReadWhole) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("mantissa-networks-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string text = R"({"operations": [{"op": "linear", "name": "fc", "out": 10}]})";
    std::ofstream(folder / "net.json") << text;
    EXPECT_EQ(network_file_text(folder / "net.json"), text);
    std::ofstream(folder / "marked.json") << "\xEF\xBB\xBF" << text;
    EXPECT_EQ(network_file_text(folder / "marked.json"), text) << "as editors of Windows begin it";
    EXPECT_THROW(network_file_text(folder / "none.json"), Error);
    std::ofstream(folder / "twice.json") << R"({"operations": [{"op": "relu"}], "operations": [{"op": "relu"}]})";
    try {
        network_file_text(folder / "twice.json");
        ADD_FAILURE() << "the two lists were joined";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("the field \"operations\" stands there twice (each field once)"));
    }
    std::ofstream(folder / "large.json") << std::string(max_network_bytes + 1, ' ');
    EXPECT_THROW(network_file_text(folder / "large.json"), Error);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mantissa
