// SPDX-License-Identifier: Apache-2.0
// Fields of messages as text, by protobuf's reflection, so that a new field of config.proto or record.proto needs no
// code in any report.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "engine/run/run.pb.h"

namespace mantissa {

/// The value of a singular field, exact and as the worker's flags take it: "fp16", "on", "0.001", "NaN", "-inf". Unset
/// fields and unset enumerators: "". A message: its JSON.
std::string field_text(const google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field);

/// Whether field_text() of this field is a number (never text that a person wrote).
bool is_number(const google::protobuf::FieldDescriptor& field);

/// "fc1=fp32, fc3=bf16"; empty for none.
std::string overrides_text(const run::RunConfig& config);

/// Shortest text that reads back as the same number: "0.1", "NaN", "-inf"; a large float with all its digits,
/// 4294967296, since readers take numbers as doubles.
std::string number_text(float value);
std::string number_text(double value);

}  // namespace mantissa
