// SPDX-License-Identifier: Apache-2.0
// Text of users and of the program as text in HTML, SVG and XML: nothing in it can become markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mantissa {

/// `text` for the inside of an element or of a quoted attribute. Bytes that are no UTF-8 become "?", characters that no
/// XML document may hold (controls, U+FFFE, U+FFFF) become U+FFFD.
std::string escaped(std::string_view text);

/// The same in a <bdi>: its direction marks end with it. For texts that a person wrote.
std::string isolated(std::string_view text);

/// A sentence as markup: `pattern` escaped, with `markup` in the places of its %1 to %9.
std::string escaped_around(std::string_view pattern, const std::vector<std::string>& markup);

/// At most `most` characters of `text`, an ellipsis in place of the rest.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace mantissa
