// SPDX-License-Identifier: Apache-2.0
// Grids.
#include "engine/run/sweep.h"

#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <span>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/run/json.h"
#include "engine/run/names.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

/// Refuses a value that is there twice: its runs would be the same.
template <class List>
void check_unique(const List& values, const char* field, const std::string& place) {
    for (int i = 0; i < values.size(); ++i)
        if (std::find(values.begin(), values.begin() + i, values.Get(i)) != values.begin() + i)
            throw Error(ErrorCode::bad_data, say("value number %1 repeats an earlier one", {i + 1}),
                        fmt::format("{}, {}[{}]", place, field, i), say("each value once"));
}

/// Every configuration of `cells` with each of `values`; as it is where there are none.
template <class List, class Set>
std::vector<run::RunConfig> spread(const std::vector<run::RunConfig>& cells, const List& values, const Set& set) {
    if (values.empty()) return cells;
    std::vector<run::RunConfig> result;
    for (const run::RunConfig& cell : cells)
        for (const auto value : values) {
            result.push_back(cell);
            set(result.back(), value);
        }
    return result;
}

}  // namespace

run::Sweep read_sweep(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(ErrorCode::bad_data, say("the sweep cannot be read"), file.string(), say("a readable JSON file"));
    std::string text(std::size_t{(1 << 20) + 1}, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    run::Sweep sweep;
    from_json(text, sweep, file.string());
    if (sweep.name().empty()) sweep.set_name(file.stem().string());
    return sweep;
}

std::vector<run::RunConfig> sweep_cells(const run::Sweep& sweep, const std::string& place) {
    const auto in_file = [&](const Error& error) {
        return Error(ErrorCode::bad_data, error.message_phrase(), fmt::format("{}, {}", place, error.place()),
                     error.remedy_phrase());
    };
    check_unique(sweep.precision(), "precision", place);
    check_unique(sweep.scaling(), "scaling", place);
    check_unique(sweep.batch(), "batch", place);
    check_unique(sweep.lr(), "lr", place);
    check_unique(sweep.seed(), "seed", place);
    double count = 1;
    for (const int values :
         {sweep.precision_size(), sweep.scaling_size(), sweep.batch_size(), sweep.lr_size(), sweep.seed_size()})
        count *= std::max(values, 1);
    if (count > static_cast<double>(most_sweep_cells))
        throw Error(ErrorCode::bad_data, say("the grid has %1 runs", {fmt::format("{:g}", count)}), place,
                    say("at most %1", {most_sweep_cells}));

    run::RunConfig base = default_config();
    try {
        if (!sweep.preset().empty()) base = merge(base, preset_named(sweep.preset()).config());
    } catch (const Error& error) {
        throw in_file(error);
    }
    base = merge(base, sweep.base());
    std::vector<run::RunConfig> cells{base};
    cells = spread(cells, sweep.precision(),
                   [](run::RunConfig& c, int value) { c.set_precision(static_cast<run::Precision>(value)); });
    cells = spread(cells, sweep.scaling(),
                   [](run::RunConfig& c, int value) { c.set_scaling(static_cast<run::Scaling>(value)); });
    cells = spread(cells, sweep.batch(), [](run::RunConfig& c, std::uint32_t value) { c.set_batch(value); });
    cells = spread(cells, sweep.lr(), [](run::RunConfig& c, double value) { c.set_lr(value); });
    cells = spread(cells, sweep.seed(), [](run::RunConfig& c, std::uint64_t value) { c.set_seed(value); });
    for (run::RunConfig& cell : cells) {
        std::string name = sweep.name() + ": " + summary_of(cell);
        if (sweep.lr_size() > 1) name += fmt::format(" · lr {:g}", cell.lr());
        if (sweep.seed_size() > 1) name += fmt::format(" · seed {}", cell.seed());
        cell.set_name(name);
        try {
            validate(cell);
        } catch (const Error& error) {
            throw in_file(error);
        }
    }
    return cells;
}

std::string sweep_group_id(const run::Sweep& sweep) {
    constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const std::string text = "mantissa sweep: " + sweep.name();
    const std::string hex = sha256_hex(std::as_bytes(std::span(text)));
    std::string id;  // 130 bits, of which the first two are 0
    for (std::size_t i = 0; i < 26; ++i) id += alphabet[std::stoul(hex.substr(2 * i, 2), nullptr, 16) & 31];
    id[0] = alphabet[std::stoul(hex.substr(0, 2), nullptr, 16) & 7];
    return id;
}

bool same_run(const run::RunConfig& a, const run::RunConfig& b) {
    run::RunConfig one = a, other = b;
    one.clear_name();
    other.clear_name();
    return google::protobuf::util::MessageDifferencer::Equals(one, other);
}

}  // namespace mantissa
