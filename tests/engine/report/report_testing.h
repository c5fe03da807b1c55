// SPDX-License-Identifier: Apache-2.0
// What the tests of reports share: a library in a folder of its own, and a check that markup is well formed.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/report_data.h"
#include "tests/engine/store/store_testing.h"

namespace mantissa::testing {

/// A library that is written record by record.
class ReportLibrary {
  public:
    ReportLibrary() : library_(Library::open(folder_ / "l.mantissa", Access::read_write)) {}

    void add(const run::Record& record) { library_->append(std::vector<run::Record>{record}); }
    void add(const std::vector<run::Record>& records) { library_->append(records); }
    /// A run of `count` steps, evaluated every ten, completed.
    std::string add_run(const std::string& name, std::uint32_t count = 60) {
        const std::string id = make_ulid();
        add(started(id, name));
        add(steps(id, 1, count));
        for (std::uint32_t at = 10; at <= count; at += 10)
            add(evaluation(id, at, static_cast<float>(at) / static_cast<float>(count)));
        add(finished(id, count, run::RunFinished::COMPLETED, 0.9f));
        return id;
    }
    Library& operator*() { return *library_; }
    Library* operator->() { return library_.get(); }
    const TemporaryFolder& folder() const { return folder_; }

  private:
    TemporaryFolder folder_;
    std::unique_ptr<Library> library_;
};

/// What keeps `markup` from being well-formed XML with the entities that every XML reader knows; "" where nothing does.
inline std::string markup_fault(std::string_view markup) {
    std::vector<std::string> open;
    std::size_t roots = 0;
    for (std::size_t i = 0; i < markup.size();) {
        const auto byte = static_cast<unsigned char>(markup[i]);
        if (byte < 0x20 && byte != '\n' && byte != '\t') return "a control character at " + std::to_string(i);
        if (markup[i] == '&') {
            const std::size_t end = markup.find(';', i);
            const std::string_view entity = markup.substr(i, end == std::string_view::npos ? 0 : end - i + 1);
            if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" && entity != "&#39;")
                return "a bare & at " + std::to_string(i);
            i = end + 1;
            continue;
        }
        if (markup[i] == '>') return "a bare > at " + std::to_string(i);
        if (markup[i] != '<') {
            ++i;
            continue;
        }
        std::size_t end = i + 1;  // '>' may stand in a quoted value
        for (char quote = 0; end < markup.size() && (quote != 0 || markup[end] != '>'); ++end) {
            if (quote != 0 && markup[end] == '<') return "a < in a value at " + std::to_string(end);
            if (quote != 0 && markup[end] == quote)
                quote = 0;
            else if (quote == 0 && (markup[end] == '"' || markup[end] == '\''))
                quote = markup[end];
        }
        if (end >= markup.size()) return "a tag without end at " + std::to_string(i);
        const std::string_view tag = markup.substr(i + 1, end - i - 1);
        i = end + 1;
        if (tag.starts_with("!DOCTYPE")) continue;
        const bool closing = tag.starts_with('/');
        std::string name(tag.substr(closing ? 1 : 0));
        name = name.substr(0, name.find_first_of(" \t\n/"));
        if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0)
            return "no tag: " + std::string(tag);
        if (closing) {
            if (open.empty() || open.back() != name)
                return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            if (open.empty() && ++roots > 1) return "a second root: " + name;
            open.push_back(name);
        }
    }
    return open.empty() ? "" : open.back() + " is not closed";
}

inline std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
    return count;
}

}  // namespace mantissa::testing
