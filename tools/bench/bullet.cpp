// The comparison jobs on Bullet's soft body (position-based dynamics with Gauss-Seidel sweeps). Only the
// benchmark uses Bullet. Same sheet, pins, ball, damping and friction as ours; the particles' masses are
// ours, too.
#include "jobs.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <memory>

namespace selvage {

namespace {

btVector3 toBullet(const Vec3 &v) {
    return {v.x, v.y, v.z};
}

// Bullet's objects in the order of their construction, which is also the order they need each other.
class BulletJob {
public:
    BulletJob(const World &start, const BulletSettings &settings)
        : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
          settings_(settings) {
        world_.setGravity(toBullet(start.settings.gravity));
        btSoftBodyWorldInfo &info = world_.getWorldInfo();
        info.m_gravity = world_.getGravity();
        info.m_broadphase = &broadphase_;
        info.m_dispatcher = &dispatcher_;
        info.air_density = 0.0F;
        info.m_sparsesdf.Initialize();
        addSheet(start.cloths.front());
        for (const Collider &collider : start.colliders) {
            addBall(collider);
        }
    }
    ~BulletJob() {
        world_.removeSoftBody(sheet_.get());
        if (ball_) {
            world_.removeRigidBody(ball_.get());
        }
    }
    BulletJob(const BulletJob &) = delete;
    BulletJob &operator=(const BulletJob &) = delete;

    void step() {
        const auto dt = static_cast<btScalar>(kJobDt / settings_.substeps);
        for (int s = 0; s < settings_.substeps; ++s) {
            world_.stepSimulation(dt, 0);
        }
    }

    void positions(std::vector<Vec3> &out) const {
        out.clear();
        for (int i = 0; i < sheet_->m_nodes.size(); ++i) {
            const btVector3 &x = sheet_->m_nodes[i].m_x;
            out.emplace_back(x.x(), x.y(), x.z());
        }
    }

private:
    void addSheet(const Cloth &cloth) {
        const int side = cloth.topology->columnCount;
        const auto corner = [&](int row, int column) {
            return toBullet(cloth.position[static_cast<size_t>(row * side + column)]);
        };
        sheet_.reset(btSoftBodyHelpers::CreatePatch(world_.getWorldInfo(), corner(0, 0), corner(0, side - 1),
                                                    corner(side - 1, 0), corner(side - 1, side - 1), side,
                                                    side, 0, true));
        for (int i = 0; i < sheet_->m_nodes.size(); ++i) {
            const auto k = static_cast<size_t>(i);
            sheet_->setMass(i, cloth.fixed[k] != 0 ? 0.0F : cloth.mass[k]);
        }
        btSoftBody::Config &config = sheet_->m_cfg;
        config.piterations = settings_.iterations;
        config.kDP = 1.0F - std::exp(-cloth.fabric.damping * static_cast<float>(kJobDt) /
                                     static_cast<float>(settings_.substeps));
        config.kDF = cloth.fabric.friction;
        config.collisions = btSoftBody::fCollision::SDF_RS;
        sheet_->m_materials[0]->m_kLST = 1.0F;
        sheet_->getCollisionShape()->setMargin(cloth.fabric.thickness);
        world_.addSoftBody(sheet_.get());
    }

    void addBall(const Collider &collider) {
        shape_ = std::make_unique<btSphereShape>(collider.radius);
        btRigidBody::btRigidBodyConstructionInfo info(0.0F, nullptr, shape_.get());
        info.m_startWorldTransform.setIdentity();
        info.m_startWorldTransform.setOrigin(toBullet(collider.pose.position));
        info.m_friction = collider.frictionScale;
        ball_ = std::make_unique<btRigidBody>(info);
        world_.addRigidBody(ball_.get());
    }

    btSoftBodyRigidBodyCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btSoftRigidDynamicsWorld world_;
    BulletSettings settings_;
    std::unique_ptr<btSoftBody> sheet_;
    std::unique_ptr<btCollisionShape> shape_;
    std::unique_ptr<btRigidBody> ball_;
};

} // namespace

JobResult runBullet(const std::string &job, int32_t side, const BulletSettings &settings) {
    ScenarioOptions options;
    options.points = side * side;
    auto start = findScenario(job)->build(options);
    BulletJob bullet(*start, settings);
    const JobRunner runner{[&] { bullet.step(); }, [&](std::vector<Vec3> &out) { bullet.positions(out); }};
    JobResult result = runJob(job, "bullet", side, runner);
    result.settings = std::to_string(settings.substeps) + " x " + std::to_string(settings.iterations);
    return result;
}

} // namespace selvage
