// The dress bench: pins, elastic waistbands and seams, by hands alone.
#include "bench_person.h"
#include "sim/body_measure.h"

#include <gtest/gtest.h>
#include <numbers>

namespace selvage {
namespace {

TEST(Bench, TheToolButtonChangesTheToolOfItsHandAlone) {
    World world = flatPanel();
    Person person(world);
    for (const BenchTool tool : {BenchTool::Pin, BenchTool::Waistband, BenchTool::Seam, BenchTool::Unpick,
                                 BenchTool::Cut, BenchTool::Hem, BenchTool::Dart, BenchTool::Wind}) {
        person.hand().tool = true;
        person.wait(3); // held down it changes once
        EXPECT_EQ(person.bench().tool, tool) << nameOf(tool);
        person.hand().tool = false;
        person.wait();
    }
    EXPECT_EQ(world.bench->hands[0].tool, BenchTool::Wind);
}

TEST(Bench, AWishedToolIsTakenOnceAndTheToolButtonGoesOnFromIt) {
    World world = flatPanel();
    Person person(world);
    person.hand().toolWish = 4;
    person.wait();
    EXPECT_EQ(person.bench().tool, BenchTool::Seam);
    person.hand().tool = true;
    person.wait(3);
    EXPECT_EQ(person.bench().tool, BenchTool::Unpick);
    person.hand().toolWish = 200; // there is no such tool
    person.wait();
    EXPECT_EQ(person.bench().tool, BenchTool::Unpick);
}

TEST(Bench, ThePanelsButtonChangesNoTool) {
    World world = flatPanel();
    Person person(world);
    person.hand().menu = true;
    person.wait(2);
    EXPECT_EQ(person.bench().tool, BenchTool::Wind);
}

TEST(Bench, AButtonThatWasDownWhenTheHandLeftCountsAnewWhenItComesBack) {
    World world = flatPanel();
    Person person(world);
    for (int32_t time = 0; time < 2; ++time) {
        person.hand().active = true;
        person.hand().tool = true;
        person.wait(2);
        person.hand().active = false;
        person.wait(2);
    }
    EXPECT_EQ(person.bench().tool, BenchTool::Waistband);
}

TEST(Bench, AHandWithAToolSendsNoWind) {
    World world = flatPanel();
    world.settings.wind.steered = true;
    world.settings.wind.triggerGust = 3.0F;
    Person person(world);
    person.hand().grip.position = Vec3(0.0F, 0.0F, 2.0F);
    person.take(BenchTool::Pin);
    person.pull(0.5F);
    EXPECT_EQ(world.wind.push, 0.0F);
    person.take(BenchTool::Wind);
    person.pull(0.5F);
    EXPECT_GT(world.wind.push, 1.0F);
}

TEST(Bench, ATriggerThatUsesAToolTakesNoClothThoughItIsThePinchAsWell) {
    World world = flatPanel();
    Person person(world);
    const auto squeezeTrigger = [&] {
        for (const float pulled : {0.0F, 0.3F, 0.55F, 0.8F, 1.0F, 0.8F, 0.55F, 0.3F, 0.0F}) {
            person.hand().trigger = person.hand().pinch = pulled;
            person.wait();
            EXPECT_FALSE(world.hands[1].holding());
        }
    };
    person.moveTo(middleOf(world, kTop));
    person.take(BenchTool::Pin);
    squeezeTrigger();
    ASSERT_EQ(world.pins.size(), 1U);
    squeezeTrigger();
    ASSERT_EQ(world.pins.size(), 0U);
    person.hand().pinch = 1.0F; // by fingers or mouse alone
    person.wait();
    EXPECT_TRUE(world.hands[1].holding());
    person.hand().trigger = 1.0F; // what is held stays held
    person.wait();
    EXPECT_TRUE(world.hands[1].holding());
    EXPECT_EQ(world.pins.size(), 1U);
}

TEST(Bench, APinHoldsTheNearestParticleAndComesOutWhenItIsPressedAgain) {
    World world = flatPanel();
    world.settings.gravity = Vec3(0.0F, -kGravity, 0.0F);
    const int32_t corner = edgeOf(world, kTop).back();
    const Vec3 place = vertexAt(world, corner);
    Person person(world);
    person.hand().grip.position = place + Vec3(0.0F, 0.01F, 0.02F);
    person.bench().tool = BenchTool::Pin;
    person.press();
    ASSERT_EQ(world.pins.size(), 1U);
    EXPECT_EQ(world.pins[0].particle, corner);
    const Vec3 pinned = vertexAt(world, corner);
    person.wait(60);
    EXPECT_EQ(vertexAt(world, corner), pinned);
    EXPECT_LT(glm::distance(pinned, place), 0.01F);
    person.press();
    EXPECT_TRUE(world.pins.empty());
    person.wait(60); // it swung
    EXPECT_LT(vertexAt(world, corner).y, pinned.y - 0.5F);
}

TEST(Bench, APinThroughWhatAHandHoldsStaysWhenTheHandOpens) {
    World world = flatPanel();
    world.settings.gravity = Vec3(0.0F, -kGravity, 0.0F);
    const int32_t corner = edgeOf(world, kTop).back();
    Person person(world);
    person.hand().grip.position = vertexAt(world, corner);
    person.bench().tool = BenchTool::Pin;
    person.hand().grab = 1.0F;
    person.moveTo(vertexAt(world, corner) + Vec3(0.1F, 0.1F, 0.1F));
    person.press();
    const Vec3 pinned = vertexAt(world, corner);
    person.hand().grab = 0.0F;
    person.wait(60);
    EXPECT_EQ(vertexAt(world, corner), pinned);
    EXPECT_EQ(person.report.heldCount, 0);
    EXPECT_EQ(std::count(world.cloths[0].fixed.begin(), world.cloths[0].fixed.end(), 0),
              world.cloths[0].particleCount() - 1);
}

// Free in space nothing resists but the cloth below the band, which gathers, and its folds press it together.
TEST(Bench, AWaistbandGetsShorterAtRestWhileItIsPulledAndNothingElseDoes) {
    World world = flatPanel();
    world.bench->settings.bandRatio = 0.8F;
    Person person(world);
    person.bench().tool = BenchTool::Waistband;
    person.moveTo(middleOf(world, kTop) + Vec3(0.0F, 0.02F, 0.03F));
    person.hand().trigger = 1.0F;
    float speed = 0.0F;
    for (int32_t s = 0; s < 200; ++s) {
        person.wait();
        speed = std::max(speed, fastest(world));
    }
    ASSERT_EQ(world.bench->bands.size(), 1U);
    EXPECT_TRUE(world.bench->bands[0].edge.edge == kTop.edge);
    EXPECT_FLOAT_EQ(world.bench->bands[0].share, 0.8F);
    person.wait(180);
    EXPECT_LT(lengthOf(world, kTop), 0.81F * kWidth);
    EXPECT_GT(lengthOf(world, kTop), 0.74F * kWidth);
    EXPECT_NEAR(lengthOf(world, {0, 0}), kWidth, 0.02F * kWidth);
    EXPECT_NEAR(lengthOf(world, kLeft), kHeight, 0.02F * kHeight);
    // An end of the band moves by half of what it gets shorter in bandTime; folds go at some times that.
    EXPECT_LT(speed, 8.0F * 0.5F * 0.2F * kWidth / world.bench->settings.bandTime);
}

TEST(Bench, AWaistbandThatIsLetGoHalfWayStaysThereAndGoesOnWhenPulledAgain) {
    World world = flatPanel();
    Person person(world);
    person.bench().tool = BenchTool::Waistband;
    person.moveTo(middleOf(world, kTop));
    person.pull(0.5F * world.bench->settings.bandTime);
    const float share = world.bench->bands.at(0).share;
    EXPECT_NEAR(share, 0.5F * (1.0F + world.bench->settings.bandRatio), 0.002F);
    person.wait(20);
    EXPECT_EQ(world.bench->bands[0].share, share);
    person.pull(world.bench->settings.bandTime);
    ASSERT_EQ(world.bench->bands.size(), 1U);
    EXPECT_FLOAT_EQ(world.bench->bands[0].share, world.bench->settings.bandRatio);
}

// 0.95 of the body's girth at the height of the band, around the cloth's thickness.
TEST(Bench, AWaistbandsGoalIsAShareOfTheBodysGirthAtItsHeight) {
    World world = flatPanel();
    world.bench->girthLow = -1.0F;
    for (float y = -1.0F; y < 1.0F; y += kGirthStep) {
        world.bench->girths.push_back(0.3F + 0.1F * y);
    }
    Person person(world);
    person.bench().tool = BenchTool::Waistband;
    person.moveTo(middleOf(world, kTop));
    person.press();
    const float girth = 0.3F + 0.1F * kHeight;
    const float thick = glm::two_pi<float>() * world.cloths[0].fabric.thickness;
    EXPECT_NEAR(world.bench->bands.at(0).goal, 0.95F * (girth + thick) / kWidth, 1e-3F);
}

TEST(Bench, AWaistbandHooksItsEndsAndStaysElasticInTheNewCloth) {
    World world = bentPanel();
    world.bench->settings.bandRatio = 0.8F;
    world.bench->settings.hookReach = 0.4F; // it draws the slit open
    Person person(world);
    person.bench().tool = BenchTool::Waistband;
    person.moveTo(middleOf(world, kTop));
    person.pull(2.0F);
    person.wait(90);
    EXPECT_FALSE(world.bench->closing.active);
    EXPECT_TRUE(world.bench->bands.at(0).hooked);
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    const std::vector<int32_t> &top = edgeOf(world, kTop);
    EXPECT_EQ(vertexAt(world, top.front()), vertexAt(world, top.back()));
    expectOneValidPiece(world.cloths[0]);
    // Three rows of the band, of kEdge each, and no more.
    const auto joined = static_cast<int32_t>(world.bench->shape.garment.sewnParticle.size()) -
                        world.cloths[0].particleCount();
    EXPECT_EQ(joined, 3);
    person.wait(180);
    EXPECT_LT(lengthOf(world, kTop), 0.81F * kWidth);
    EXPECT_GT(lengthOf(world, kTop), 0.72F * kWidth);
}

TEST(Bench, ASeamOfTwoPickedEdgesClosesWithinASecondAndTheirParticlesBecomeOne) {
    World world = bentPanel();
    const int32_t before = world.cloths[0].particleCount();
    const auto rows = static_cast<int32_t>(edgeOf(world, kLeft).size());
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    ASSERT_TRUE(world.bench->closing.active);
    float speed = 0.0F;
    for (int32_t s = 0; s < 90; ++s) {
        person.wait();
        speed = std::max(speed, fastest(world));
    }
    EXPECT_FALSE(world.bench->closing.active);
    EXPECT_LT(world.bench->closing.gap, 0.002F);
    EXPECT_EQ(world.cloths[0].particleCount(), before - rows);
    expectOneValidPiece(world.cloths[0]);
    EXPECT_EQ(borderLoops(world.cloths[0].topology->triangles).size(), 2U);
    // Two particles approach each other with the seam's speed; that is all.
    EXPECT_LT(speed, 1.5F * world.bench->settings.seamSpeed);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    EXPECT_FALSE(world.bench->shape.pattern.seams[0].rightToWrong);
}

// m, that a waistband of 0.95 drops in two seconds on a straight body when its three pins are out.
float dropOnCylinder(float friction) {
    constexpr float kRadius = 0.0765F; // m
    World world = flatPanel(rectangle(kWidth, kHeight));
    bend(world, 0.01F);
    for (const size_t k : {size_t{0}, edgeOf(world, kTop).size() / 2, edgeOf(world, kTop).size() - 1}) {
        world.pins.push_back({.cloth = 0, .particle = edgeOf(world, kTop)[k]});
    }
    Collider body;
    body.shape = ColliderShape::Capsule;
    body.radius = kRadius;
    body.halfExtents = Vec3(kRadius, 1.5F, kRadius);
    world.colliders.push_back(body);
    world.cloths[0].fabric.friction = friction;
    world.bench->girths = {glm::two_pi<float>() * kRadius};
    prepareWorld(world, 1);
    Person person(world);
    person.bench().tool = BenchTool::Waistband;
    person.moveTo(middleOf(world, kTop));
    person.pull(2.0F);
    person.wait(90);
    EXPECT_TRUE(world.bench->bands.at(0).hooked && !world.bench->closing.active);
    person.bench().tool = BenchTool::Pin;
    person.pressAt(middleOf(world, kTop));
    person.pressAt(vertexAt(world, edgeOf(world, kTop).front()));
    EXPECT_TRUE(world.pins.empty());
    world.settings.gravity = Vec3(0.0F, -kGravity, 0.0F);
    person.wait(30);
    const float before = middleOf(world, kTop).y;
    person.wait(180);
    return before - middleOf(world, kTop).y;
}

TEST(Bench, ATightWaistbandHoldsOnAStraightBodyByFrictionAndFallsWithoutIt) {
    EXPECT_LT(dropOnCylinder(0.4F), 0.002F);
    EXPECT_GT(dropOnCylinder(0.0F), 0.5F);
}

TEST(Bench, ASewnClothHasTheMassOfItsPanels) {
    World world = bentPanel();
    const auto mass = [&] {
        double sum = 0.0;
        for (const float m : world.cloths[0].mass) {
            sum += static_cast<double>(m);
        }
        return sum;
    };
    const double before = mass();
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(90);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    EXPECT_NEAR(mass(), before, 1e-5 * before);
}

TEST(Bench, TheSamePressesGiveTheSameBitsWithAnyWorkers) {
    std::vector<uint64_t> hashes;
    for (const int32_t threads : {1, 1, 2}) {
        World world = bentPanel(threads);
        Person person(world);
        person.bench().tool = BenchTool::Waistband;
        person.moveTo(middleOf(world, kTop));
        person.pull(1.6F);
        person.wait(60);
        person.take(BenchTool::Seam);
        person.pressAt(middleOf(world, kRight));
        person.pressAt(middleOf(world, kLeft));
        person.wait(120);
        EXPECT_EQ(world.bench->shape.pattern.seams.size(), 1U);
        hashes.push_back(stateHash(world));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

// 0.2 m on one side, 0.3 m on the other: as many particles as either has itself.
TEST(Bench, EdgesOfDifferentLengthAreSewnByTheirShareOfIt) {
    const double low = -0.1;
    World world = bentPanel(1, polygon({{0.0, 0.0}, {0.5, low}, {0.5, 0.2}, {0.0, 0.2}}));
    ASSERT_NE(edgeOf(world, kLeft).size(), edgeOf(world, kRight).size());
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(180);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U) << "gap " << world.bench->closing.gap;
    for (const EdgeOfPanel &edge : {kLeft, kRight}) {
        EXPECT_EQ(vertexAt(world, edgeOf(world, edge).front()),
                  vertexAt(world, edgeOf(world, edge.edge == kLeft.edge ? kRight : kLeft).back()));
    }
    expectOneValidPiece(world.cloths[0]);
}

TEST(Bench, ASeamThatDoesNotCloseInTimeIsGivenUpAndTheClothGoesOnAsItWas) {
    World world = bentPanel();
    world.bench->settings.seamTimeMax = 0.6F;
    world.bench->settings.seamSpeed = 0.01F;
    const uint64_t topology = world.cloths[0].topology->id;
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(70);
    EXPECT_FALSE(world.bench->closing.active);
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    EXPECT_TRUE(world.bench->shape.garment.seams.empty());
    EXPECT_EQ(world.cloths[0].topology->id, topology);
    world.bench->settings.seamSpeed = 0.6F; // and the edges can be picked again
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(54);
    EXPECT_EQ(world.bench->shape.pattern.seams.size(), 1U);
}

TEST(Bench, WhatIsPinnedIsPinnedAtTheSamePlaceWhenItIsSewn) {
    World world = bentPanel();
    Person person(world);
    person.bench().tool = BenchTool::Pin;
    const int32_t corner = edgeOf(world, kTop).back();
    const int32_t inner = edgeOf(world, kTop)[10];
    person.pressAt(vertexAt(world, corner));
    person.pressAt(vertexAt(world, inner));
    const Vec3 places[] = {vertexAt(world, corner), vertexAt(world, inner)};
    person.take(BenchTool::Seam);
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(90);
    ASSERT_EQ(world.bench->shape.pattern.seams.size(), 1U);
    EXPECT_EQ(vertexAt(world, corner), places[0]);
    EXPECT_EQ(vertexAt(world, inner), places[1]);
    person.take(BenchTool::Pin);
    person.pressAt(places[0]);
    person.pressAt(places[1]);
    EXPECT_TRUE(world.pins.empty());
    EXPECT_EQ(std::count(world.cloths[0].fixed.begin(), world.cloths[0].fixed.end(), 0),
              world.cloths[0].particleCount());
}

TEST(Bench, ASewnClothKeepsOutOfItself) {
    World world = bentPanel();
    world.settings.selfContact.enabled = true;
    prepareSelfContact(world);
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    int32_t lists = 0;
    for (int32_t s = 0; s < 180; ++s) {
        person.wait();
        lists += world.bench->shape.pattern.seams.empty() ? 0 : person.report.selfContact.lists;
    }
    EXPECT_GT(lists, 0);
    EXPECT_EQ(person.report.selfContact.crossings, 0);
}

TEST(Bench, ThePatternHasTheSeamsThatWereSewn) {
    World world = bentPanel();
    EXPECT_TRUE(world.bench->shape.pattern.seams.empty());
    Person person(world);
    person.bench().tool = BenchTool::Seam;
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(90);
    const SewingPattern pattern = world.bench->shape.pattern;
    ASSERT_EQ(pattern.seams.size(), 1U);
    EXPECT_EQ(pattern.seams[0].a.at(0).edge, kRight.edge);
    EXPECT_EQ(pattern.seams[0].b.at(0).edge, kLeft.edge);
    EXPECT_FALSE(pattern.seams[0].rightToWrong);
    EXPECT_TRUE(patternFaults(pattern).empty());
}

} // namespace
} // namespace selvage
