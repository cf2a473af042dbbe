// A few acts of every kind at the bench, and the project that they make.
#pragma once

#include "bench_fumbler.h"
#include "io/project_file.h"

namespace selvage {

// Pins in and out, a waistband, a cut, a seam, unpicked; the last two undone.
inline void workAWhile(World &world) {
    Person person(world);
    person.take(BenchTool::Pin);
    person.pressAt(vertexAt(world, edgeOf(world, kTop).front()));
    person.pressAt(vertexAt(world, edgeOf(world, kTop).back()));
    person.take(BenchTool::Waistband);
    person.moveTo(middleOf(world, kTop));
    person.pull(0.4F);
    person.wait(10);
    person.take(BenchTool::Pin);
    person.pressAt(world.cloths[0].position[static_cast<size_t>(world.pins.front().particle)]);
    const Vec3 from = vertexAt(world, edgeOf(world, kLeft)[edgeOf(world, kLeft).size() / 2]);
    person.cut({from, middleOf(world, kTop)});
    person.take(BenchTool::Seam);
    person.pressAt(middleOf(world, kRight));
    person.pressAt(middleOf(world, kLeft));
    person.wait(200);
    person.undo();
    person.take(BenchTool::Pin);
    person.pressAt(middleOf(world, kTop));
    person.undo();
}

inline BenchSave saveOf(const World &world) {
    BenchSave save;
    reserveSave(world, 10000, save);
    EXPECT_TRUE(takeSave(world, save));
    return save;
}

inline Project projectOf(const World &world) {
    Project project;
    project.scene = "skirt";
    project.saved = "2026-11-29T12:44:10Z";
    project.parameters = {{"friction", 0.4F}, {"gravity", -0.0F}};
    project.integrator = "selvage";
    project.bench = saveOf(world);
    return project;
}

inline Result<Project> readBack(const std::string &text) {
    return parseProject(std::as_bytes(std::span(text)), "a.project.json");
}

} // namespace selvage
