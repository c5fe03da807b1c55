// SPDX-License-Identifier: Apache-2.0
// What is wrong in a file of JSON is told by its place, and what could stand there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/run/network_file.h"
#include "engine/run/presets.h"
#include "engine/run/run.pb.h"
#include "engine/run/sweep.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

struct Wrong {
    std::string text, place, says, expected;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
    *out << wrong.text;
}

class JsonReason : public testing::TestWithParam<Wrong> {};

TEST_P(JsonReason, NamesThePlaceAndWhatIsExpected) {
    run::Preset preset;
    try {
        from_json(GetParam().text, preset, "p.json");
        FAIL() << "it was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.place(), "p.json" + GetParam().place) << error.what();
        EXPECT_EQ(error.message(), GetParam().says);
        EXPECT_THAT(error.remedy(), HasSubstr(GetParam().expected));
    }
}

const Wrong wrongs[] = {
    {"", "", "the file is empty", "a JSON object"},
    {" \n ", "", "the file is empty", "a JSON object"},
    {"\xff\xfe{", "", "the text is not UTF-8", "a text in UTF-8"},
    {"[1]", "", "this is no JSON object", "a JSON object"},
    {"7", "", "this is no JSON object", "a JSON object"},
    {R"({"nmae": "x"})", ", nmae", "there is no such field", "one of name, title, description, config"},
    {R"({"config": {"percision": "FP16"}})", ", config.percision", "there is no such field", "precision"},
    {R"({"config": {"layer_overrides": [{"layer": "a"}, {"layr": "b"}]}})", ", config.layer_overrides[1].layr",
     "there is no such field", "one of layer, precision, casts"},
    {R"({"config": {"precision": "FP17"}})", ", config.precision", "\"FP17\" is not a value for it",
     "one of FP32, TF32, FP16, BF16, PYTORCH_DEFAULT, CUSTOM"},
    {R"({"config": {"lr": "fast"}})", ", config.lr", "\"fast\" is not a value for it", "a number"},
    {R"({"config": {"lr": {}}})", ", config.lr", "this is an object", "a number"},
    {R"({"config": {"batch": [64]}})", ", config.batch", "this is a list", "a whole number from 0 to 4294967295"},
    {R"({"config": {"batch": 1.5}})", ", config.batch", "1.5 is not a value for it", "a whole number"},
    {R"({"config": {"batch": 4294967296}})", ", config.batch", "4294967296 is not a value for it", "to 4294967295"},
    {R"({"config": {"seed": -1}})", ", config.seed", "-1 is not a value for it", "a whole number from 0 on"},
    {R"({"config": {"shuffle": "maybe"}})", ", config.shuffle", "\"maybe\" is not a value for it", "true or false"},
    {R"({"name": 5})", ", name", "5 is not a value for it", "a text"},
    {R"({"name": "a", "name": "b"})", ", name", "this field stands there twice", "once"},
    {"{\"name\": \"a\",\n\"config\": {\"lr\": 0.1\n\"epochs\": 2}}", ", line 3",
     "this is not JSON: Expected , or } after key:value pair", "a JSON object"},
    {"{\"name\": \"a\",\n \"title\": tittle}", ", line 2", "this is not JSON: Unexpected token", "a JSON object"},
    {"{\"name\": \"a\",\n", ", line 2", "this is not JSON: Unexpected end of string. Expected an object key or }",
     "a JSON object"},
};

INSTANTIATE_TEST_SUITE_P(All, JsonReason, testing::ValuesIn(wrongs));

TEST(JsonFile, WhatIsNoFileOfJsonIsNamed) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("mantissa-json-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "folder");
    std::ofstream(folder / "empty").flush();
    std::ofstream(folder / "large") << std::string(max_network_bytes + 1, ' ');
    const auto says = [&](const std::string& name, const auto& read) {
        try {
            read(folder / name);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_EQ(error.place(), (folder / name).string());
            return error.message();
        }
        return std::string("it was taken");
    };
    const auto preset = [](const std::filesystem::path& file) { read_preset(file); };
    const auto network = [](const std::filesystem::path& file) { network_file_text(file); };
    const auto sweep = [](const std::filesystem::path& file) { read_sweep(file); };
    for (const auto& [name, message] :
         std::initializer_list<std::pair<std::string, std::string>>{{"folder", "it is a folder, expected a file"},
                                                                    {"empty", "the file is empty"},
                                                                    {"missing", "the file does not exist"}}) {
        EXPECT_EQ(says(name, preset), message);
        EXPECT_EQ(says(name, network), message);
        EXPECT_EQ(says(name, sweep), message);
    }
    EXPECT_EQ(says("large", network), "the file is too large");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace mantissa
