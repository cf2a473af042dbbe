// See html_page.h.
#include "html_page.h"

#include <cmath>
#include <cstdio>

namespace selvage {

namespace {

// Serif for what is read, sans for what is looked up; one measure of text, pictures as wide as they need.
constexpr const char *kStyle = R"(
:root { color-scheme: light dark; --paper:#fdfcfa; --ink:#1d1b19; --faint:#6a645c; --rule:#e3ded6; --card:#ffffff;
  --accent:#8c1c2b; --good:#1d6b43; --corrected:#7a5200; --beyond:#1a5a9c; --bad:#a3222c; }
@media (prefers-color-scheme: dark) {
:root { --paper:#161514; --ink:#ece7e0; --faint:#a39b90; --rule:#34312d; --card:#1e1c1b;
  --accent:#f08a94; --good:#6fd19b; --corrected:#f0c060; --beyond:#7fb8f5; --bad:#ff8f8f; } }
* { box-sizing:border-box; }
body { margin:0; background:var(--paper); color:var(--ink); font:17px/1.55 Georgia, "Times New Roman", serif; }
main { max-width:76rem; margin:0 auto; padding:1.5rem clamp(1rem, 4vw, 3rem) 4rem; }
h1 { font-size:2.2rem; line-height:1.15; margin:1.5rem 0 .4rem; letter-spacing:-.01em; }
h2 { font-size:1.5rem; line-height:1.25; margin:3.2rem 0 .3rem; padding-top:1rem; border-top:3px solid var(--accent); }
h3 { font-size:1.08rem; line-height:1.4; margin:0; font-weight:600; }
p { margin:.5rem 0; max-width:46rem; }
a { color:inherit; text-decoration-color:var(--accent); text-underline-offset:.2em; }
code { font:0.82em/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap:anywhere; }
.lead { font-size:1.12rem; color:var(--faint); }
.sans, table, figcaption, .where, .verdict, nav { font-family:system-ui, "DejaVu Sans", sans-serif; }
.faint { color:var(--faint); }
.verdict { font-size:.78rem; font-weight:600; white-space:nowrap; padding:.12rem .55rem; border-radius:1rem;
  border:1.5px solid currentColor; }
.reproduced { color:var(--good); } .corrected { color:var(--corrected); } .beyond { color:var(--beyond); }
.notreproduced { color:var(--bad); }
nav .chapter { display:grid; grid-template-columns:18rem 1fr; gap:.4rem 1.2rem; padding:.55rem 0;
  border-bottom:1px solid var(--rule); }
nav .counts { font-size:.76rem; line-height:1.5; }
nav .ids { align-content:start; }
.legend { display:grid; grid-template-columns:auto 1fr; gap:.4rem .8rem; align-items:baseline; justify-items:start;
  margin:1rem 0; font:.88rem/1.4 system-ui, "DejaVu Sans", sans-serif; }
nav .ids { display:flex; flex-wrap:wrap; gap:.3rem; }
nav .ids a { font-size:.78rem; text-decoration:none; border:1.5px solid currentColor; border-radius:.35rem;
  padding:.02rem .4rem; min-width:2.3rem; text-align:center; }
article { background:var(--card); border:1px solid var(--rule); border-radius:.6rem; padding:1rem 1.2rem 1.1rem;
  margin:1.1rem 0; }
article header { display:flex; flex-wrap:wrap; gap:.5rem .8rem; align-items:baseline; }
article header .id { font:700 .95rem system-ui, sans-serif; color:var(--accent); min-width:2.6rem; }
article header h3 { flex:1 1 20rem; }
.columns { display:grid; grid-template-columns:repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap:1rem 1.6rem;
  align-items:start; margin-top:.8rem; }
.columns > * { min-width:0; }
figure { margin:0; }
figure img { width:100%; height:auto; border-radius:.35rem; display:block; }
figcaption { font-size:.82rem; line-height:1.4; color:var(--faint); margin-top:.35rem; }
.scroll { overflow-x:auto; }
table { border-collapse:collapse; font-size:.84rem; line-height:1.35; margin:.2rem 0; }
th, td { text-align:left; vertical-align:top; padding:.25rem .7rem .25rem 0; border-bottom:1px solid var(--rule); }
th { font-weight:600; color:var(--faint); }
td.number, th.number { text-align:right; font-variant-numeric:tabular-nums; }
.met { color:var(--good); } .missed { color:var(--bad); }
.where { font-size:.8rem; color:var(--faint); display:grid; grid-template-columns:auto 1fr; gap:.1rem .7rem;
  margin:.8rem 0 0; }
.where dt { font-weight:600; } .where dd { margin:0; min-width:0; }
footer { margin-top:3rem; color:var(--faint); font-size:.9rem; }
@media (max-width:40rem) { body { font-size:16px; } h1 { font-size:1.7rem; } article { padding:.8rem .8rem .9rem; }
  nav .chapter { grid-template-columns:1fr; } }
@media print { article { break-inside:avoid; } }
)";

bool looksLikeNumber(const std::string &text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos &&
           text.find_first_not_of("0123456789.+-% −·×⁻⁰¹²³⁴⁵⁶⁷⁸⁹") == std::string::npos;
}

std::string cell(const char *tag, const std::string &text, bool number) {
    return std::string("<") + tag + (number ? " class=\"number\">" : ">") + escapeHtml(text) + "</" + tag +
           ">";
}

} // namespace

std::string escapeHtml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string figureText(double value) {
    if (!std::isfinite(value)) {
        return "not a number";
    }
    char text[48];
    const double size = std::abs(value);
    if (value == std::round(value) && size < 1e5) {
        std::snprintf(text, sizeof(text), "%.0f", size);
    } else if (size >= 1e-3 && size < 1e5) {
        const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(size))));
        std::snprintf(text, sizeof(text), "%.*f", decimals, size);
    } else {
        const int exponent = static_cast<int>(std::floor(std::log10(size)));
        constexpr const char *kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        std::string power = exponent < 0 ? "⁻" : "";
        for (const char digit : std::to_string(std::abs(exponent))) {
            power += kDigits[digit - '0'];
        }
        std::snprintf(text, sizeof(text), "%.1f·10%s", size / std::pow(10.0, exponent), power.c_str());
    }
    return (value < 0.0 ? "−" : "") + std::string(text);
}

std::string chosenText(double value) {
    std::string text = figureText(value);
    const size_t point = text.find('.');
    const size_t end = text.find("·");
    if (point == std::string::npos) {
        return text;
    }
    const size_t digitsEnd = std::min(end, text.size());
    size_t last = digitsEnd;
    while (last > point && (text[last - 1] == '0' || last - 1 == point)) {
        --last;
    }
    return text.erase(last, digitsEnd - last);
}

std::string toHtml(const HtmlTable &table) {
    std::string html = "<div class=\"scroll\"><table>";
    if (!table.head.empty()) {
        html += "<thead><tr>";
        for (size_t c = 0; c < table.head.size(); ++c) {
            const bool number = !table.rows.empty() && c < table.rows.front().size() &&
                                looksLikeNumber(table.rows.front()[c]);
            html += cell("th", table.head[c], number);
        }
        html += "</tr></thead>";
    }
    html += "<tbody>";
    for (const std::vector<std::string> &row : table.rows) {
        html += "<tr>";
        for (const std::string &text : row) {
            html += cell("td", text, looksLikeNumber(text));
        }
        html += "</tr>";
    }
    return html + "</tbody></table></div>";
}

std::string base64(std::string_view bytes) {
    constexpr const char *kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - i);
        uint32_t word = 0;
        for (size_t k = 0; k < 3; ++k) {
            word = word << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (size_t k = 0; k < 4; ++k) {
            out += k <= count ? kLetters[word >> (18U - 6U * k) & 63U] : '=';
        }
    }
    return out;
}

std::string htmlPage(const std::string &title, const std::string &style, const std::string &body) {
    return "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta "
           "charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\"/>\n<meta "
           "name=\"color-scheme\" content=\"light dark\"/>\n<title>" +
           escapeHtml(title) + "</title>\n<style>" + kStyle + style + "</style>\n</head>\n<body>\n<main>\n" +
           body + "</main>\n</body>\n</html>\n";
}

} // namespace selvage
