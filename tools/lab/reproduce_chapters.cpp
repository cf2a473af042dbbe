// The papers in the order of the page.
#include "reproduce_rows.h"

#include <array>
#include <cmath>

namespace selvage {

std::span<const Chapter> chapters() {
    static constexpr std::array<Chapter, 6> kChapters = {
        {{"desbrun", "Structured deformable objects",
          "M. Desbrun, P. Schröder, A. Barr: Interactive animation of structured deformable objects. "
          "Graphics "
          "Interface 1999.",
          desbrunRows},
         {"meyer", "Cloth in virtual reality",
          "M. Meyer, G. Debunne, M. Desbrun, A. Barr: Interactive animation of cloth-like objects in virtual "
          "reality. "
          "2000.",
          meyerRows},
         {"kang-cho", "Two layers",
          "Y.-M. Kang, H.-G. Cho: Bilayered approximate integration for rapid and plausible animation of "
          "virtual cloth. "
          "2002.",
          kangChoRows},
         {"chung-yen", "Interactive cloth with collision",
          "T. L. Chung, C. L. Yen: Interactive cloth animation with collision detection. Project report, "
          "2004.",
          chungYenRows},
         {"liu-li", "Cloth in a virtual environment",
          "Liu Zhibin, Li Zhanli: Dynamic cloth animation in virtual environments. 2006.", liuLiRows},
         {"errata", "Errata",
          "Where the papers are wrong or contradict each other: what is printed, measured beside what we do.",
          errataRows}}};
    return kChapters;
}

bool isMet(const Criterion &criterion) {
    if (!std::isfinite(criterion.measured)) {
        return false;
    }
    return criterion.bound == Bound::AtMost ? criterion.measured <= criterion.limit
                                            : criterion.measured >= criterion.limit;
}

} // namespace selvage
