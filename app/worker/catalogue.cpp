// SPDX-License-Identifier: Apache-2.0
// Which backends are built in.
#include "app/worker/catalogue.h"

#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/base/user_folders.h"
#include "engine/base/version.h"
#include "engine/cuda/cuda_device.h"
#include "engine/data/dataset.h"
#include "engine/mpi/open_link.h"
#include "engine/reference/reference_device.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/phrase_record.h"
#include "engine/run/presets.h"
#include "engine/train/lane_memory.h"
#include "engine/train/lane_parts.h"
#include "engine/train/native_choice.h"
#ifdef MANTISSA_HAS_ONEDNN
#include "engine/cpu/cpu_device.h"
#endif

namespace mantissa {
namespace {

run::DeviceInfo info_of(const DeviceDescription& d, const DeviceCapabilities& capabilities, bool verbose) {
    run::DeviceInfo info;
    info.set_id(d.id);
    info.set_description(d.text);
    info.set_available(true);
    info.set_memory_bytes(d.memory_bytes);
    for (const FloatFormat& format : capabilities.native_operands) info.add_native_formats(name_of(format));
    for (const std::string& library : d.libraries) info.add_libraries(library);
    if (verbose) {
        for (const std::string& detail : d.details) info.add_details(detail);
        for (const std::string& implementation : d.implementations) info.add_details(implementation);
    }
    return info;
}

run::DeviceInfo info_of(const Device& device, bool verbose) {
    return info_of(device.describe(), device.capabilities(), verbose);
}

run::DeviceInfo info_of(const CudaCard& card, bool verbose) {
    if (card.reason.empty()) return info_of(card.description, card.capabilities, verbose);
    run::DeviceInfo info;
    info.set_id(card.description.id);
    info.set_description(card.description.text);
    info.set_available(false);
    set_reason(info, card.reason);
    return info;
}

/// Every built-in network of the default sizes, with a task that it can do.
std::vector<run::RunConfig> usual_networks() {
    std::vector<run::RunConfig> configs;
    for (const ModelDescription& one : model_descriptions()) {
        if (one.model == run::NETWORK_FILE) continue;
        run::RunConfig config = default_config();
        config.set_model(one.model);
        config.set_task(one.tasks.front());
        configs.push_back(config);
    }
    return configs;
}

#ifdef MANTISSA_HAS_ONEDNN
/// It remembers in the user's state folder by what it multiplies fastest.
std::unique_ptr<Device> open_cpu(int threads) {
    return make_cpu_device(threads, user_state_folder() / "native-times",
                           fmt::format("{} {}", program_version, program_commit));
}

/// By which networks of the default sizes run, in FP32 and in BF16, at batch 64.
std::vector<std::string> usual_implementations(const Device& device) {
    Dataset mnist;  // its sizes are all that is needed
    mnist.side = 28;
    mnist.classes = 10;
    mnist.train.count = 64;
    mnist.test.count = 500;
    LaneScratch lanes(device);
    for (run::RunConfig config : usual_networks())
        for (const run::Precision precision : {run::FP32, run::BF16}) {
            mnist.classes = classes_of(targets_of(config), 10);
            config.set_precision(precision);
            config.set_shadow_interval(0);
            config.set_native(run::NATIVE_ON);  // those that a choice is made from; nothing is measured for this
            lanes.add(mnist, config);
        }
    return lanes.implementations();
}
#endif

}  // namespace

std::vector<run::DeviceInfo> list_devices(bool verbose) {
    std::vector<run::DeviceInfo> devices;
#ifdef MANTISSA_HAS_ONEDNN
    const std::unique_ptr<Device> cpu = open_cpu(0);
    DeviceDescription description = cpu->describe();
    try {
        if (verbose) description.implementations = usual_implementations(*cpu);
    } catch (const Error&) {  // a session lists its devices, whatever one of them lacks
    }
    devices.push_back(info_of(description, cpu->capabilities(), verbose));
#else
    run::DeviceInfo cpu;
    cpu.set_id("cpu");
    cpu.set_available(false);
    set_reason(cpu, say("this worker was built without oneDNN"));
    devices.push_back(cpu);
#endif
    for (const CudaCard& card : list_cuda_cards()) devices.push_back(info_of(card, verbose));
    devices.push_back(info_of(*make_reference_device(), verbose));
    return devices;
}

std::vector<std::string> native_choices() {
    std::vector<std::string> lines;
    const std::unique_ptr<Device> cpu = open_device("cpu", 0);
    for (run::RunConfig config : usual_networks())
        for (const std::uint32_t batch : {64u, 512u}) {
            config.set_batch(batch);
            config.set_precision(run::BF16);
            const int classes = classes_of(targets_of(config), 10);
            const auto choice = choose_native(*cpu, make_network(config, 28, classes), config);
            if (choice)
                lines.push_back(fmt::format("{}, batch {}: {}",
                                            flag_name(*run::Model_descriptor()->FindValueByNumber(config.model())),
                                            batch, choice->reason()));
        }
    return lines;
}

std::unique_ptr<Device> open_device(const std::string& id, [[maybe_unused]] int threads) {
#ifdef MANTISSA_HAS_ONEDNN
    if (id == "cpu") return open_cpu(threads);
#endif
    if (is_cuda_id(id)) return make_cuda_device(id);
    if (id == "reference") return make_reference_device();
#ifndef MANTISSA_HAS_ONEDNN
    if (id == "cpu")
        throw Error(ErrorCode::device, say("this worker was built without oneDNN, so it has no device \"cpu\""),
                    "device", say("--device reference, which is slow, or a worker built with oneDNN"));
#endif
    std::vector<std::string> ids;
    for (const run::DeviceInfo& info : list_devices(false))
        if (info.available()) ids.push_back(info.id());
    throw Error(ErrorCode::usage, say("there is no device \"%1\"", {id}), "device",
                say("one of %1", {fmt::format("{}", fmt::join(ids, ", "))}));
}

std::unique_ptr<RankLink> open_ranks(bool (*interrupted)()) {
    return open_link(interrupted);
}

}  // namespace mantissa
