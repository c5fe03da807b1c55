// SPDX-License-Identifier: Apache-2.0
// Enumerators as people type them ("fp16", "dynamic") and as they read them ("FP16", "dynamic").
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// "fp16", "pytorch-default", "16bit-no-max": the enumerator in lower case with dashes, "" for unset. The reductions
/// drop their prefix: "fp32", "16bit".
std::string flag_name(const google::protobuf::EnumValueDescriptor& value);

/// All names that a flag of this enumeration takes, in the order of config.proto.
std::vector<std::string> flag_names(const google::protobuf::EnumDescriptor& type);

/// The enumerator of a name; throws Error(usage) naming `field` and the choices: `choices`, where not all of them are
/// taken or others as well.
const google::protobuf::EnumValueDescriptor& enum_value(const google::protobuf::EnumDescriptor& type,
                                                        std::string_view name, const std::string& field,
                                                        const std::vector<std::string>& choices = {});

/// Of Precision: without those that are a whole network's, and TF32 only `with_tf32`.
std::vector<std::string> format_names(bool with_tf32);

/// The error of a setting whose enumerator is unset or not one of this program's: proto3 keeps the numbers that it does
/// not know. What follows a switch that names all enumerators throws it.
Error no_choice(std::string field);

/// "FP16", "PyTorch default".
std::string display_name(run::Precision precision);

/// The same for a configuration's precision, custom formats by their bits: "E5M2".
std::string display_name_of(const run::RunConfig& config);

/// A setting by its field's name, "weight_gradients_fp32": in another language as people call it.
Phrase setting_phrase(std::string_view field);

/// Such a name, to be said in another language where it has words.
Phrase format_phrase(const std::string& name);

/// "master weights", "optimizer state", to be said in another language.
Phrase category_phrase(run::MemoryCategory category);

/// "ReLU", "sigmoid", to be said in another language. Throws no_choice().
Phrase activation_phrase(run::Activation activation);

/// "FP16 · dynamic scale · batch 256": what tells a run from its neighbours.
std::string summary_of(const run::RunConfig& config);
/// The same, to be said in another language, with `formats` for its precision.
Phrase summary_phrase(const run::RunConfig& config, Phrase formats);

}  // namespace mantissa
