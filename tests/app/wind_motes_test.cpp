// The threads that show the wind go where the wind goes.
#include "wind_motes.h"

#include <cmath>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr float kFrame = 1.0F / 90.0F; // s

Wind windTo(const Vec3 &direction, float speed) {
    Wind wind;
    prepareWind(wind, {});
    wind.direction = direction;
    wind.speed = speed;
    return wind;
}

Collider ballAt(const Vec3 &centre, float radius) {
    Collider ball;
    ball.shape = ColliderShape::Sphere;
    ball.radius = radius;
    ball.pose.position = ball.previousPose.position = centre;
    return ball;
}

// Mean velocity (m/s) in one frame of those that are where `here` says, new ones left out.
template <typename Here>
Vec3 meanVelocity(WindMotes &motes, const Wind &wind, const Collider &ball, Here here) {
    std::vector<Vec3> before;
    for (size_t i = 0; i < kMoteCount; ++i) {
        before.push_back(motes.position(i));
    }
    motes.advance(wind, {}, {&ball, 1}, kFrame);
    Vec3 sum(0.0F);
    float count = 0.0F;
    for (size_t i = 0; i < kMoteCount; ++i) {
        const Vec3 moved = motes.position(i) - before[i];
        if (here(before[i]) && glm::length(moved) < 0.5F) {
            sum += moved / kFrame;
            count += 1.0F;
        }
    }
    return count > 0.0F ? sum / count : Vec3(0.0F);
}

TEST(WindMotes, DriftWithTheWindInTheOpen) {
    WindMotes motes;
    const Wind wind = windTo(Vec3(1.0F, 0.0F, 0.0F), 4.0F);
    const Collider far = ballAt(Vec3(50.0F), 0.1F);
    Vec3 sum(0.0F);
    for (int i = 0; i < 90; ++i) {
        sum += meanVelocity(motes, wind, far, [](const Vec3 &) { return true; });
    }
    EXPECT_LT(glm::distance(sum / 90.0F, Vec3(4.0F, 0.0F, 0.0F)), 0.2F);
}

// m, of the longest thread's points from its head.
float longestThread(const WindMotes &motes) {
    std::vector<Vertex> vertices(kMoteVertices);
    motes.write(Vec3(0.0F, 1.6F, 2.0F), 0.001F, vertices);
    float longest = 0.0F;
    for (size_t mote = 0; mote < kMoteCount; ++mote) {
        for (size_t i = 1; i < kMoteTrail; ++i) {
            const size_t head = 2 * mote * kMoteTrail;
            const Vec3 way = Vec3(vertices[head + 2 * i].position) - Vec3(vertices[head].position);
            longest = std::max(longest, glm::length(way));
        }
    }
    return longest;
}

TEST(WindMotes, AreAsLongHoweverFewFramesThereAre) {
    const Collider far = ballAt(Vec3(50.0F), 0.1F);
    for (const float frame : {kFrame, 1.0F / 45.0F, 0.1F, 0.5F}) {
        WindMotes motes;
        for (int i = 0; i < 40; ++i) { // a wind that turns
            const float angle = 2.0F * static_cast<float>(i) * frame;
            motes.advance(windTo(Vec3(std::cos(angle), 0.0F, std::sin(angle)), 8.0F), {}, {&far, 1}, frame);
            EXPECT_LT(longestThread(motes), 8.0F * 0.11F) << frame;
        }
        EXPECT_GT(longestThread(motes), 8.0F * 0.05F) << frame;
    }
}

TEST(WindMotes, SlowDownBehindWhatShelters) {
    WindMotes motes;
    const Wind wind = windTo(Vec3(1.0F, 0.0F, 0.0F), 4.0F);
    const Vec3 centre(-1.0F, 1.2F, -1.3F);
    const Collider ball = ballAt(centre, 0.8F);
    int32_t seen = 0;
    const auto behind = [&centre, &seen](const Vec3 &p) {
        const Vec3 d = p - centre;
        const bool here = d.x > 0.9F && d.x < 1.6F && std::hypot(d.y, d.z) < 0.5F;
        seen += here ? 1 : 0;
        return here;
    };
    float fastest = 0.0F;
    for (int i = 0; i < 180; ++i) {
        fastest = i > 20 ? std::max(fastest, glm::length(meanVelocity(motes, wind, ball, behind))) : 0.0F;
    }
    EXPECT_GT(seen, 50);
    EXPECT_LT(fastest, 2.0F);
}

TEST(WindMotes, StayOutOfObstaclesAndGiveFiniteRibbons) {
    WindMotes motes;
    const Wind wind = windTo(Vec3(0.0F, 0.0F, -1.0F), 8.0F);
    const Vec3 centre(0.0F, 1.2F, -1.3F);
    const Collider ball = ballAt(centre, 0.7F);
    for (int i = 0; i < 120; ++i) {
        motes.advance(wind, {}, {&ball, 1}, kFrame);
    }
    size_t inside = 0;
    for (size_t i = 0; i < kMoteCount; ++i) {
        inside += glm::distance(motes.position(i), centre) < 0.65F ? 1U : 0U;
    }
    EXPECT_LE(inside, kMoteCount / 50) << "only those scattered a moment ago";
    std::vector<Vertex> vertices(kMoteVertices);
    motes.write(Vec3(0.0F, 1.6F, 0.0F), 0.001F, vertices);
    for (const Vertex &vertex : vertices) {
        ASSERT_TRUE(isFinite(vertex.position));
        ASSERT_GE(vertex.uv.y, 0.0F);
    }
    for (const uint32_t index : moteIndices()) {
        ASSERT_LT(index, kMoteVertices);
    }
}

} // namespace
} // namespace selvage
