// SPDX-License-Identifier: Apache-2.0
// Reading, and the short forms.
#include "engine/run/network_file.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <map>
#include <regex>

#include "engine/base/error.h"
#include "engine/base/utf8.h"
#include "engine/run/json.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

constexpr int most_operations = 512;

void check_name(const std::string& name, const std::string& place) {
    if (!name.empty() && !is_layer_name(name))
        throw Error(ErrorCode::bad_data, say("\"%1\" cannot be a name", {to_utf8(name)}), place,
                    say("at most %1 letters, digits, \"_\", \"-\" and \".\"", {max_layer_name_bytes}));
}

/// Protobuf joins two lists of one name; as a free JSON object they are refused.
void refuse_repeated_keys(const std::string& text, const std::string& place) {
    google::protobuf::Struct object;
    const auto status = google::protobuf::util::JsonStringToMessage(text, &object);
    static const std::regex repeated("Repeated map key: '([^']{1,100})'");
    const std::string told(status.message());
    std::smatch key;
    if (!status.ok() && std::regex_search(told, key, repeated))
        throw Error(ErrorCode::bad_data, say("the field \"%1\" stands there twice", {to_utf8(key[1].str())}), place,
                    say("each field once"));
}

}  // namespace

run::NetworkDescription read_network(const std::string& text, const std::string& place) {
    if (text.size() > max_network_bytes)
        throw Error(ErrorCode::bad_data, say("the network is a text of %1 bytes", {text.size()}), place,
                    say("at most %1 bytes", {max_network_bytes}));
    run::NetworkDescription network;
    from_json(text, network, place);
    check_name(network.name(), place);
    if (network.name().empty()) network.set_name("network");
    int count = network.operations_size();
    for (int i = 0; i < network.operations_size(); ++i) {
        const run::NetworkOperation& one = network.operations(i);
        const std::string here = fmt::format("{}, operations[{}]", place, i);
        for (const std::string* name : {&one.op(), &one.name(), &one.output(), &one.layer()}) check_name(*name, here);
        for (const std::string& name : one.inputs()) check_name(name, here);
        for (const std::string& name : one.then()) check_name(name, here);
        count += one.then_size();
    }
    if (count < 1 || count > most_operations)
        throw Error(ErrorCode::bad_data, say("the network has %1 operations", {count}), place,
                    say("1 to %1", {most_operations}));
    return network;
}

std::string network_file_text(const std::filesystem::path& file) {
    std::string text = json_file_text(file, max_network_bytes);
    refuse_repeated_keys(text, file.string());
    read_network(text, file.string());
    return text;
}

run::NetworkDescription written_out(const run::NetworkDescription& description) {
    run::NetworkDescription result;
    result.set_name(description.name());
    std::map<std::string, int> unnamed;  // by operation
    std::string before = "input";
    const auto add = [&](const run::NetworkOperation& one) {
        run::NetworkOperation& to = *result.add_operations();
        to = one;
        if (to.inputs().empty()) to.add_inputs(before);
        if (to.layer().empty()) to.set_layer(to.name());
        if (to.output().empty()) to.set_output(to.name());
        before = to.output();
    };
    for (run::NetworkOperation one : description.operations()) {
        const std::vector<std::string> then(one.then().begin(), one.then().end());
        one.clear_then();
        if (one.name().empty()) one.set_name(fmt::format("{}{}", one.op(), ++unnamed[one.op()]));
        add(one);
        for (std::size_t i = 0; i < then.size(); ++i) {
            run::NetworkOperation next;
            next.set_op(then[i]);
            next.set_name(one.name() + "." + then[i]);
            next.set_layer(one.layer().empty() ? one.name() : one.layer());
            if (i + 1 == then.size()) next.set_output(one.name() + ".out");
            add(next);
        }
    }
    return result;
}

}  // namespace mantissa
