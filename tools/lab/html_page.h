// Pieces of a self-contained HTML page that is well-formed XML, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace selvage {

// Text as it may stand in an element or an attribute.
std::string escapeHtml(std::string_view text);

// Three significant digits, with a proper minus and powers of ten; "not a number" where it is none.
std::string figureText(double value);
// As few digits as say the same: of what somebody chose.
std::string chosenText(double value);

struct HtmlTable {
    std::vector<std::string> head; // text
    std::vector<std::vector<std::string>> rows;
};
std::string toHtml(const HtmlTable &table);

std::string base64(std::string_view bytes);

// A whole page. `style`: CSS beside the page's own; `body`: HTML.
std::string htmlPage(const std::string &title, const std::string &style, const std::string &body);

} // namespace selvage
