// Projects of the dress bench: the garment, all that was done to it and can be undone, and the scene it is
// made in. This is the one place that documents the format.
//
// One JSON object, UTF-8. Lengths in m, masses in kg, times in s; lists of numbers are flat (x, y, z, x, …).
// Every number is written as the shortest text that reads back to the same bits.
//
//   format      "selvage project"
//   version     1
//   saved       when, as 2026-11-29T12:44:10Z
//   scene       its name
//   parameters  {key: value} of the scene, as --set has them
//   step        s
//   integrator  its name
//   meshes      panels as meshes, which several states have in common, each
//                 panels [{name, outline: [EDGE], holes: [[EDGE]], lines: [{use, points}],
//                          notches: [[edge, along]], grain: [x, y], grainGiven, fabric, label, quantity,
//                          unfolded, position: [x, y, z], orientation: [x, y, z, w]}]
//                 EDGE   {curve: line|quadratic|cubic|arc|polyline, points: start, those between, end, label}
//                 origin where uv 0 of each panel lies along its weft and warp
//                 first  the first vertex of each panel, and one past the last
//                 triangles, uv, position   of the vertices
//                 edges  [[vertices along the edge]] of each panel
//   bench
//     now       STATE: {mesh: its number, seams: [{a: [[panel, edge]], b, rightToWrong}],
//                       joined: pairs of vertices that are one particle, position, velocity: of the
//                       particles, pins: [[cloth, particle, collider, x, y, z]], bands: [{edge: [panel,
//                       edge], share, goal, hooked}]}
//     fabric    {name, and the fields of sim/fabric.h}
//     time      s, simulated
//     tools     names, of the left and the right hand
//     acts      the oldest first: {kind: pinned|unpinned, pin, index}, {kind: tightened, band, index, isNew},
//               {kind: shaped, work: join|unpick|cut|hem|dart, other: the STATE on the act's other side,
//                forth, back: [from, to, share] of the particles}
//     done      how many of them; the others are undone
//
// Members that are not known are left out, with one note; a file of a later version is read as far as it is
// understood. An act of an unknown kind can be neither undone nor done again, nor can those beyond it.
#pragma once

#include "sim/bench_save.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace selvage {

// Larger files are refused.
inline constexpr uintmax_t kProjectFileBytesMax = uintmax_t{96} << 20U;
// Of all acts that can be undone; the oldest ones beyond it are not written.
inline constexpr size_t kProjectActsBytesMax = size_t{32} << 20U;

struct Project {
    std::string scene;
    std::string saved;                       // when
    std::map<std::string, float> parameters; // by key
    std::string integrator;
    double step{1.0 / 90.0}; // s
    BenchSave bench;
    std::vector<std::string> notes; // what was not understood when it was read
};

std::string projectText(const Project &project);

// What the acts and the mesh of a project were written as. They never change, so that one that is written
// again and again costs what is new in it.
struct ProjectTexts {
    struct Past {
        std::string mesh;
        std::string rest;  // of the state
        std::string parts; // of the particles
    };
    std::map<std::shared_ptr<const BenchPast>, Past> pasts;
    std::shared_ptr<const BenchShape> shape; // of the garment now
    std::string mesh;
};
// The same text. `texts`: of the project before, any or none; of this one afterwards.
std::string projectText(const Project &project, ProjectTexts &texts);

// A project from a file's bytes, its shapes complete and its bench checked. `name` is used in messages. Fails
// in one line that names the place in the file and what was expected.
Result<Project> parseProject(std::span<const std::byte> bytes, const std::string &name);
Result<Project> readProject(const std::filesystem::path &path);

// Writes beside it first, sees to it that all is on the disk, and takes the file's place then: whatever
// happens meanwhile, the one that was there or the new one is whole. Makes its folder.
Result<void> writeProject(const std::filesystem::path &path, const Project &project);

} // namespace selvage
