// SPDX-License-Identifier: Apache-2.0
#include "engine/report/words.h"

#include "engine/report/advisor_text.h"

namespace mantissa {

std::string Words::count(std::uint64_t number) const {
    return (*this)(Phrase(count_text(number)));
}

std::string Words::all(const std::vector<Phrase>& sentences) const {
    std::string text;
    for (const Phrase& one : sentences) text += (text.empty() ? "" : " ") + (*this)(one);
    return text;
}

}  // namespace mantissa
