// SPDX-License-Identifier: Apache-2.0
// The language of a report. Whoever has it made hands it in with the data; the engine itself knows English alone.
// Numbers keep the decimal point in every language: they are copied from reports into other programs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/phrase.h"

namespace mantissa {

class Words {
  public:
    /// Says a phrase in another language; one that it does not know in English. Called on the thread that reports.
    using Translator = std::function<std::string(const Phrase&)>;

    /// English.
    Words() = default;
    /// `language`: as HTML names it, "de".
    Words(std::string language, Translator translator)
        : language_(std::move(language)), translator_(std::move(translator)) {}

    /// Plain text.
    std::string operator()(const Phrase& phrase) const { return translator_ ? translator_(phrase) : english(phrase); }
    /// Of a sentence; `english` stands in the source as one literal, as in say().
    std::string operator()(const char* english, std::vector<Phrase> values = {}) const {
        return (*this)(say(english, std::move(values)));
    }
    /// "10,000", with the thousands apart as the language has it.
    std::string count(std::uint64_t number) const;

    /// Several sentences, one after the other.
    std::string all(const std::vector<Phrase>& sentences) const;

    const std::string& language() const noexcept { return language_; }

  private:
    std::string language_ = "en";
    Translator translator_;
};

}  // namespace mantissa
