// SPDX-License-Identifier: Apache-2.0
// Affinity and control groups. Limits of all groups above the process's own count; within a container the path of the
// group may lie outside of what is mounted, and then the mount's own limit is the one.
#include "engine/backend/usable_processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace mantissa {
namespace {

namespace fs = std::filesystem;

/// quota / period; nothing for "max", -1 and whatever is no number.
std::optional<double> share(const std::string& quota, const std::string& period) {
    try {
        const double q = std::stod(quota), p = std::stod(period);
        if (std::isfinite(q) && std::isfinite(p) && q > 0 && p > 0) return q / p;
    } catch (const std::exception&) {
    }
    return std::nullopt;
}

std::string word_of(const fs::path& file) {
    std::ifstream in(file);
    std::string word;
    in >> word;
    return word;
}

std::optional<double> limit_of(const fs::path& group) {
    if (std::ifstream both(group / "cpu.max"); both) {
        std::string quota, period;
        both >> quota >> period;
        return share(quota, period);
    }
    return share(word_of(group / "cpu.cfs_quota_us"), word_of(group / "cpu.cfs_period_us"));
}

void lower(std::optional<double>& least, const std::optional<double>& limit) {
    if (limit && (!least || *limit < *least)) least = limit;
}

}  // namespace

std::optional<double> quota_of_processors(const fs::path& root) {
    std::optional<double> least;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {  // "0::/path", "4:cpu,cpuacct:/path"
        const auto first = line.find(':'), second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        fs::path path = fs::path(line.substr(second + 1)).relative_path().lexically_normal();
        if (!path.empty() && *path.begin() == "..") path.clear();
        std::vector<fs::path> mounts;
        if (controllers.empty()) {
            mounts = {root / "sys/fs/cgroup", root / "sys/fs/cgroup/unified"};
        } else {
            std::istringstream names(controllers);
            bool has_cpu = false;
            for (std::string name; std::getline(names, name, ',');) has_cpu = has_cpu || name == "cpu";
            if (has_cpu) mounts = {root / "sys/fs/cgroup" / controllers, root / "sys/fs/cgroup/cpu"};
        }
        for (const fs::path& mount : mounts) {
            fs::path group = mount;
            lower(least, limit_of(group));
            for (const fs::path& part : path) lower(least, limit_of(group /= part));
        }
    }
    return least;
}

int usable_processors() {
    static const int usable = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        // more than 1024 processors: the call refuses so small a set
        const int here = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1024;
        const std::optional<double> quota = quota_of_processors();
        const int allowed = quota && *quota < here ? static_cast<int>(std::ceil(*quota)) : here;
        return std::max(1, allowed);
    }();
    return usable;
}

}  // namespace mantissa
