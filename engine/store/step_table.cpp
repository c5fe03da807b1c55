// SPDX-License-Identifier: Apache-2.0
// Writing and reading rows of steps and their pyramid. The last row of a lane is rewritten by each append until it is
// full: measured, that costs less than a row per append and a later clean-up.
#include "engine/store/step_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>

#include "engine/base/error.h"
#include "engine/store/digest.h"
#include "engine/store/record_key.h"

namespace mantissa {
namespace {

constexpr std::uint32_t chunk_steps = 256;
constexpr std::uint32_t fan = 16;
constexpr int top_level = 5;

std::uint64_t width_of(int level) {
    std::uint64_t width = 1;
    for (int i = 0; i < level; ++i) width *= fan;
    return width;
}

[[noreturn]] void damaged_steps(const Database& database, const std::string& run_id, const char* table) {
    throw Error(
        ErrorCode::bad_data,
        say("The library is damaged: run %1 has a row in the table \"%2\" that cannot be read", {run_id, table}),
        database.path().string(), say("the other runs can still be read"));
}

std::string steps_of(std::uint32_t lane, std::uint32_t chunk) {
    return fmt::format("lane {}, steps {} to {}", lane, std::uint64_t{chunk} * chunk_steps,
                       std::uint64_t{chunk} * chunk_steps + chunk_steps - 1);
}

run::Records parse_chunk(const Database& database, const std::string& run_id, std::uint32_t chunk,
                         std::string_view body) {
    run::Records records;
    if (!records.ParseFromArray(body.data(), static_cast<int>(body.size()))) damaged_steps(database, run_id, "steps");
    std::int64_t previous = -1;
    for (const run::Record& record : records.records()) {
        if (!record.has_step_done() || record.step() / chunk_steps != chunk || record.step() <= previous) {
            damaged_steps(database, run_id, "steps");
        }
        previous = record.step();
    }
    return records;
}

/// The nodes of a run (?1), lane (?2) and level (?3); conditions and order may follow.
std::string select_nodes(Database& database) {
    return fmt::format("SELECT body, {}, lane, level, node FROM nodes WHERE run = ?1 AND lane = ?2 AND level = ?3 ",
                       intact(database, Sealed::nodes));
}

void check_node(const Database& database, const std::string& run_id, const Statement& row) {
    if (row.integer(1) != 0) return;
    const std::uint64_t width = width_of(static_cast<int>(std::clamp<std::int64_t>(row.integer(3), 0, top_level)));
    const auto first = static_cast<std::uint64_t>(row.integer(4)) * width;
    throw damaged_row(database, run_id, Sealed::nodes,
                      fmt::format("lane {}, steps {} to {}", row.integer(2), first, first + width - 1));
}

}  // namespace

bool is_recording(Database& database, const RunKey& run) {
    Statement rows = database.query("SELECT body FROM records WHERE run = ?1 AND kind = ?2 LIMIT 1", run.id,
                                    static_cast<int>(RecordKind::kStarted));
    run::Record record;
    if (!rows.next()) return false;
    const std::string_view body = rows.bytes(0);
    return record.ParseFromArray(body.data(), static_cast<int>(body.size())) && record.started().has_foreign();
}

void StepWriter::add(const RunKey& run, const run::Record& record) {
    added_[Row{run.id, record.lane(), record.step() / chunk_steps}].push_back(&record);
    names_.try_emplace(run.id, run.run_id);
}

std::map<std::int64_t, StepWriter::Gain> StepWriter::finish() {
    std::map<std::int64_t, Gain> gains;
    for (const auto& [row, added] : added_) write(row, added, gains[row.run]);
    // Rows whose chunk field now means the number of a node, level by level upwards.
    for (int level = 3; level <= top_level; ++level) {
        std::set<Row> parents;
        for (const Row& child : touched_) parents.insert(Row{child.run, child.lane, child.chunk / fan});
        for (const Row& parent : parents) {
            PyramidNode sum;
            Statement children = database_.query(select_nodes(database_) + "AND node BETWEEN ?4 AND ?5 ORDER BY node",
                                                 parent.run, parent.lane, level - 1, std::int64_t{parent.chunk} * fan,
                                                 std::int64_t{parent.chunk} * fan + fan - 1);
            while (children.next()) {
                check_node(database_, names_[parent.run], children);
                const std::optional<PyramidNode> child = PyramidNode::decode(children.bytes(0));
                if (!child) damaged_steps(database_, names_[parent.run], "nodes");
                sum.append(*child);
            }
            write_node(parent, level, parent.chunk, sum);
        }
        touched_ = std::move(parents);
    }
    return gains;
}

void StepWriter::write(const Row& row, const std::vector<const run::Record*>& added, Gain& gain) {
    run::Records records;
    {
        Statement old =
            database_.query(fmt::format("SELECT body, {} FROM steps WHERE run = ?1 AND lane = ?2 AND chunk = ?3",
                                        intact(database_, Sealed::steps)),
                            row.run, row.lane, row.chunk);
        if (old.next()) {
            if (old.integer(1) == 0)
                throw damaged_row(database_, names_[row.run], Sealed::steps, steps_of(row.lane, row.chunk));
            records = parse_chunk(database_, names_[row.run], row.chunk, old.bytes(0));
        }
    }
    auto& list = *records.mutable_records();
    const auto late = [&](const run::Record* record) { return record->step() < list.rbegin()->step(); };
    if (!list.empty() && std::any_of(added.begin(), added.end(), late) && is_thinned(row, records)) return;
    std::bitset<chunk_steps / fan> changed;
    for (const run::Record* record : added) {
        const auto place =
            std::lower_bound(list.begin(), list.end(), record->step(),
                             [](const run::Record& one, std::uint32_t step) { return one.step() < step; });
        if (place != list.end() && place->step() == record->step()) {
            if (comparable(*place) != comparable(*record))
                refuse_repeat(*record, is_recording(database_, {row.run, {}}));
            continue;
        }
        const int index = static_cast<int>(place - list.begin());
        run::Record* fresh = list.Add();
        fresh->set_step(record->step());
        *fresh->mutable_step_done() = record->step_done();
        for (int i = list.size() - 1; i > index; --i) list.SwapElements(i, i - 1);
        changed.set(record->step() % chunk_steps / fan);
        gain.last_step = std::max(gain.last_step, record->step());
        gain.skipped += record->step_done().skipped() ? 1 : 0;
        ++gain.steps;
    }
    if (changed.none()) return;
    database_
        .query(
            "INSERT INTO steps(run, lane, chunk, body, digest) VALUES(?1, ?2, ?3, ?4, row_digest(?1, ?2, ?3, ?4)) "
            "ON CONFLICT(run, lane, chunk) DO UPDATE SET body = excluded.body, digest = excluded.digest",
            row.run, row.lane, row.chunk, Blob{records.SerializeAsString()})
        .run();

    std::array<PyramidNode, chunk_steps / fan> nodes;
    for (const run::Record& record : list) {
        nodes[record.step() % chunk_steps / fan].append(record.step(), record.step_done());
    }
    PyramidNode whole;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i].used) continue;
        whole.append(nodes[i]);
        if (changed.test(i)) write_node(row, 1, row.chunk * fan + i, nodes[i]);
    }
    write_node(row, 2, row.chunk, whole);
    touched_.insert(row);
}

/// Whether the row once held more steps: its node counted them.
bool StepWriter::is_thinned(const Row& row, const run::Records& records) {
    Statement nodes =
        database_.query(select_nodes(database_) + "AND node = ?4", row.run, row.lane, 2, std::int64_t{row.chunk});
    if (!nodes.next()) return false;
    check_node(database_, names_[row.run], nodes);
    const std::optional<PyramidNode> whole = PyramidNode::decode(nodes.bytes(0));
    if (!whole) damaged_steps(database_, names_[row.run], "nodes");
    PyramidNode there;
    for (const run::Record& record : records.records()) there.append(record.step(), record.step_done());
    const auto count = [](const SeriesNode& node) {
        return std::uint64_t{node.finite} + node.nan + node.positive_infinity + node.negative_infinity;
    };
    for (std::size_t i = 0; i < field_count; ++i)
        if (count(whole->fields[i]) > count(there.fields[i])) return true;
    return false;
}

void StepWriter::write_node(const Row& row, int level, std::uint32_t node, const PyramidNode& value) {
    database_
        .query(
            "INSERT INTO nodes(run, lane, level, node, body, digest) "
            "VALUES(?1, ?2, ?3, ?4, ?5, row_digest(?1, ?2, ?3, ?4, ?5)) "
            "ON CONFLICT(run, lane, level, node) DO UPDATE SET body = excluded.body, digest = excluded.digest",
            row.run, row.lane, level, node, Blob{value.encode()})
        .run();
}

namespace {

/// Of 16 steps that follow one another, those that stay: see run_share.h.
void choose(const google::protobuf::RepeatedPtrField<run::Record>& list, int begin, int end, std::set<int>& stay) {
    constexpr int part = 4;
    int least = -1, greatest = -1;
    for (int quarter = begin; quarter < end; quarter += part) {
        int one = quarter;
        for (int i = quarter; i < std::min(quarter + part, end); ++i) {
            const run::StepRecord& step = list[i].step_done();
            if (step.skipped() && !list[one].step_done().skipped()) one = i;
            if (!step.has_loss()) continue;
            if (least < 0 || step.loss() < list[least].step_done().loss()) least = i;
            // Not the other way round: a loss that is no number stays, too.
            if (greatest < 0 || !(step.loss() <= list[greatest].step_done().loss())) greatest = i;
        }
        stay.insert(one);
    }
    if (least >= 0) stay.insert({least, greatest});
}

}  // namespace

void thin_steps(Database& database, const RunKey& run, std::uint32_t first, std::uint32_t end) {
    struct Row {
        std::uint32_t lane, chunk;
        std::string body;
    };
    std::vector<Row> rows;
    {
        Statement all =
            database.query(fmt::format("SELECT lane, chunk, body, {} FROM steps WHERE run = ?1 AND chunk >= ?2 AND "
                                       "chunk < ?3",
                                       intact(database, Sealed::steps)),
                           run.id, first / chunk_steps, end / chunk_steps);
        while (all.next()) {
            Row row{static_cast<std::uint32_t>(all.integer(0)), static_cast<std::uint32_t>(all.integer(1)),
                    std::string(all.bytes(2))};
            if (all.integer(3) == 0)
                throw damaged_row(database, run.run_id, Sealed::steps, steps_of(row.lane, row.chunk));
            rows.push_back(std::move(row));
        }
    }
    for (const Row& row : rows) {
        const run::Records before = parse_chunk(database, run.run_id, row.chunk, row.body);
        constexpr int group = 16;
        std::set<int> stay;
        for (int begin = 0; begin < before.records_size(); begin += group)
            choose(before.records(), begin, std::min(begin + group, before.records_size()), stay);
        if (static_cast<int>(stay.size()) == before.records_size()) continue;
        run::Records after;
        for (const int i : stay) *after.add_records() = before.records(i);
        database
            .query(
                "UPDATE steps SET body = ?4, digest = row_digest(?1, ?2, ?3, ?4) WHERE run = ?1 AND lane = ?2 AND "
                "chunk = ?3",
                run.id, row.lane, row.chunk, Blob{after.SerializeAsString()})
            .run();
        database
            .query("DELETE FROM nodes WHERE run = ?1 AND lane = ?2 AND level = 1 AND node BETWEEN ?3 AND ?4", run.id,
                   row.lane, std::int64_t{row.chunk} * fan, std::int64_t{row.chunk} * fan + fan - 1)
            .run();
    }
}

void read_steps(Database& database, const RunKey& run, std::uint32_t lane, std::uint32_t first, std::uint32_t last,
                const std::function<void(run::Record&&)>& take) {
    Statement rows = database.query(
        fmt::format("SELECT chunk, body, {} FROM steps WHERE run = ?1 AND lane = ?2 AND chunk BETWEEN ?3 AND ?4 "
                    "ORDER BY chunk",
                    intact(database, Sealed::steps)),
        run.id, lane, first / chunk_steps, last / chunk_steps);
    while (rows.next()) {
        if (rows.integer(2) == 0)
            throw damaged_row(database, run.run_id, Sealed::steps,
                              steps_of(lane, static_cast<std::uint32_t>(rows.integer(0))));
        run::Records records =
            parse_chunk(database, run.run_id, static_cast<std::uint32_t>(rows.integer(0)), rows.bytes(1));
        for (run::Record& record : *records.mutable_records()) {
            if (record.step() >= first && record.step() <= last) take(std::move(record));
        }
    }
}

std::vector<std::uint32_t> lanes_with_steps(Database& database, std::int64_t run) {
    std::vector<std::uint32_t> lanes;
    // One seek a lane: DISTINCT goes through all rows.
    for (std::int64_t after = -1;;) {
        Statement row = database.query("SELECT min(lane) FROM steps WHERE run = ?1 AND lane > ?2", run, after);
        if (!row.next() || row.is_null(0)) return lanes;
        after = row.integer(0);
        lanes.push_back(static_cast<std::uint32_t>(after));
    }
}

std::optional<std::uint32_t> next_recorded_step(Database& database, const RunKey& run, std::uint32_t from) {
    std::optional<std::uint32_t> next;
    for (const std::uint32_t lane : lanes_with_steps(database, run.id)) {
        Statement row = database.query("SELECT min(chunk) FROM steps WHERE run = ?1 AND lane = ?2 AND chunk >= ?3",
                                       run.id, lane, from / chunk_steps);
        if (!row.next() || row.is_null(0)) continue;
        const std::uint32_t step = std::max(from, static_cast<std::uint32_t>(row.integer(0)) * chunk_steps);
        next = std::min(next.value_or(step), step);
    }
    return next;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> step_range(Database& database, const RunKey& run,
                                                                  std::uint32_t lane) {
    Statement nodes = database.query(select_nodes(database) + "ORDER BY node", run.id, lane, top_level);
    std::optional<SeriesNode> all;
    while (nodes.next()) {
        check_node(database, run.run_id, nodes);
        const std::optional<SeriesNode> node = PyramidNode::decode(nodes.bytes(0), Field::loss);
        if (!node) damaged_steps(database, run.run_id, "nodes");
        if (all) {
            all->append(*node);
        } else {
            all = node;
        }
    }
    if (!all) return std::nullopt;
    return std::pair(all->first_step, all->last_step);
}

namespace {

// Gathers nodes of one lane and field that lie wholly within a range, as coarse as `level` allows.
class Collector {
  public:
    Collector(Database& database, const RunKey& run, std::uint32_t lane, Field field)
        : database_(database), run_(run), lane_(lane), field_(field) {}

    // Steps of [begin, end).
    void collect(int level, std::uint64_t begin, std::uint64_t end) {
        if (begin >= end) return;
        if (level == 0) {
            read_steps(database_, run_, lane_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - 1),
                       [this](const run::Record& record) {
                           nodes_.push_back(SeriesNode::of(record.step(), value_of(record.step_done(), field_)));
                       });
            return;
        }
        const std::uint64_t width = width_of(level);
        const std::uint64_t first = (begin + width - 1) / width;
        const std::uint64_t last = end / width;
        if (first >= last) {
            collect(level - 1, begin, end);
            return;
        }
        collect(level - 1, begin, first * width);
        const std::size_t before = nodes_.size();
        {
            Statement rows =
                database_.query(select_nodes(database_) + "AND node BETWEEN ?4 AND ?5 ORDER BY node", run_.id, lane_,
                                level, static_cast<std::int64_t>(first), static_cast<std::int64_t>(last - 1));
            while (rows.next()) {
                check_node(database_, run_.run_id, rows);
                const std::optional<SeriesNode> node = PyramidNode::decode(rows.bytes(0), field_);
                if (!node) damaged_steps(database_, run_.run_id, "nodes");
                nodes_.push_back(*node);
            }
        }
        if (level == 1) collect_thinned(first * width, last * width, before);
        collect(level - 1, last * width, end);
    }

    // Rows of steps that were thinned have no nodes of 16 steps: the next larger one stands for them, or at the ends of
    // [begin, end) what is left of their steps.
    void collect_thinned(std::uint64_t begin, std::uint64_t end, std::size_t sorted_from) {
        std::vector<std::uint64_t> chunks;
        {
            Statement rows = database_.query(
                "SELECT node FROM nodes AS n WHERE run = ?1 AND lane = ?2 AND level = 2 AND node BETWEEN ?3 AND ?4 AND "
                "NOT EXISTS (SELECT 1 FROM nodes WHERE run = ?1 AND lane = ?2 AND level = 1 AND node BETWEEN "
                "n.node * 16 AND n.node * 16 + 15)",
                run_.id, lane_, static_cast<std::int64_t>(begin / chunk_steps),
                static_cast<std::int64_t>((end - 1) / chunk_steps));
            while (rows.next()) chunks.push_back(static_cast<std::uint64_t>(rows.integer(0)));
        }
        if (chunks.empty()) return;
        for (const std::uint64_t chunk : chunks) {
            const std::uint64_t from = std::max(begin, chunk * chunk_steps);
            const std::uint64_t to = std::min(end, (chunk + 1) * chunk_steps);
            collect(to - from == chunk_steps ? 2 : 0, from, to);
        }
        std::stable_sort(nodes_.begin() + static_cast<std::ptrdiff_t>(sorted_from), nodes_.end(),
                         [](const SeriesNode& a, const SeriesNode& b) { return a.first_step < b.first_step; });
    }

    const std::vector<SeriesNode>& nodes() const { return nodes_; }

  private:
    Database& database_;
    const RunKey& run_;
    std::uint32_t lane_;
    Field field_;
    std::vector<SeriesNode> nodes_;
};

}  // namespace

std::vector<SeriesNode> read_series(Database& database, const RunKey& run, std::uint32_t lane, Field field,
                                    std::uint32_t first, std::uint32_t last, std::size_t max_points) {
    const auto range = step_range(database, run, lane);
    if (!range || first > range->second || last < range->first || first > last) return {};
    const std::uint64_t begin = std::max(first, range->first);
    const std::uint64_t end = std::uint64_t{std::min(last, range->second)} + 1;
    const std::uint64_t points = std::max<std::uint64_t>(1, max_points);
    const std::uint64_t bucket = (end - begin + points - 1) / points;
    int level = 0;
    while (level < top_level && width_of(level + 1) <= bucket) ++level;
    // Where nothing lies beyond the ends of the range, the nodes that reach over them may be used whole.
    const std::uint64_t edge = width_of(level);
    Collector collector(database, run, lane, field);
    collector.collect(level, first <= range->first ? begin / edge * edge : begin,
                      last >= range->second ? (end + edge - 1) / edge * edge : end);

    std::vector<SeriesNode> series;
    std::uint64_t current = 0;
    for (const SeriesNode& node : collector.nodes()) {
        const std::uint64_t index = (node.first_step - std::min<std::uint64_t>(begin, node.first_step)) / bucket;
        if (series.empty() || index != current) {
            series.push_back(node);
            current = index;
        } else {
            series.back().append(node);
        }
    }
    return series;
}

}  // namespace mantissa
