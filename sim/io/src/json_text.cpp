#include "json_text.h"

#include <nlohmann/json.hpp>

namespace selvage {

void JsonText::string(std::string_view text) {
    using Json = nlohmann::json;
    append(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

} // namespace selvage
