// SPDX-License-Identifier: Apache-2.0
// A setting from text, as the worker's flags and the lists of a sweep take it.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa {

/// The field of RunConfig with this name, '-' and '_' being the same; null where there is none.
const google::protobuf::FieldDescriptor* config_field(std::string name);

/// The names that a field of an enumeration takes; not each takes all of them.
std::vector<std::string> choices_of(const google::protobuf::FieldDescriptor& field);

/// Sets a singular field of `config` from its text: "fp16", "on", "1e-3", "64", "2^16"; with a network, the model. A
/// network is a file's text, or the name of one that ends in .json. Throws Error(usage), with `place`, where it is none
/// of the field's values, Error(bad_data) for such a file; the range of values is for validate().
void set_field(run::RunConfig& config, const google::protobuf::FieldDescriptor& field, const std::string& text,
               const std::string& place);

/// Adds "fc1=fp32", or "fc1:operand+activation=fp32" for some of its casts, to the overrides of layers. Throws
/// Error(usage) with `place`.
void add_override(run::RunConfig& config, const std::string& text, const std::string& place);

}  // namespace mantissa
