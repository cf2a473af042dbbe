// selvage-lab: runs scenarios without a display and reports what they did.
#include "acts_command.h"
#include "broad_phases_command.h"
#include "command_line/command_line.h"
#include "compare_command.h"
#include "dress_command.h"
#include "dress_export.h"
#include "export_command.h"
#include "import_command.h"
#include "io/pattern_file.h"
#include "reproduce_command.h"
#include "run_command.h"
#include "table_command.h"

namespace selvage {

namespace {

CLI::App *addRun(CLI::App &app, RunOptions &options) {
    auto *run = app.add_subcommand("run", "Runs a scenario and writes a report as JSON");
    run->add_option("scenario", options.scenario, "Which scenario; see 'selvage-lab list'")->required();
    run->add_option("--seconds", options.seconds, "How long to simulate (default: the motion's length)")
        ->check(between(0.0, 1e6));
    run->add_option("--dt", options.dt,
                    "Step in seconds, 0.001 to 0.05 (default: 1/90, or the motion file's)");
    run->add_option("--points", options.points, "Particles wanted (default: the scenario's own)")
        ->check(between(4, 1000000));
    run->add_option("--integrator", options.integrator, "Integrator by name (default: selvage)");
    run->add_option("--motion", options.motion,
                    "Motion file (CSV) that moves the hands (default: the script)");
    run->add_flag("--hold", options.hold,
                  "The hands hold the cloth from the start, for motions without buttons");
    run->add_option("--seed", options.seed, "Seed of everything random");
    run->add_option("--threads", options.threads, "Threads of the step; results do not depend on it")
        ->check(between(1, 256));
    run->add_option(
        "--set", options.settings,
        "Sets a parameter, e.g. --set fabric=denim (silk, cotton, denim, wool, jersey) or --set "
        "stretch=1000 (repeatable); sheet=irregular makes the sheet of hang and drape one of random "
        "triangles");
    run->add_option("--report", options.report, "Where to write the report (default: standard output)");
    return run;
}

CLI::App *addCompare(CLI::App &app, CompareOptions &options) {
    auto *compare = app.add_subcommand("compare", "Prints the time of a step with several integrators");
    compare->add_option("--integrators", options.integrators, "Integrators, the first is the measure")
        ->delimiter(',');
    compare->add_option("--points", options.points, "Sizes of the sheet in particles")
        ->delimiter(',')
        ->check(between(4, 1000000));
    compare->add_option("--substeps", options.substeps, "Substeps of a step")->check(between(1, 1000));
    compare->add_option("--seconds", options.seconds, "How long to simulate")->check(between(0.0, 1e4));
    return compare;
}

CLI::App *addTable(CLI::App &app, TableOptions &options) {
    auto *table = app.add_subcommand("table", "Prints the time of a step in three jobs at several sizes");
    table->add_option("--sides", options.sides, "Particles along one side of a cloth")
        ->delimiter(',')
        ->check(between(4, 200));
    table->add_option("--seconds", options.seconds, "How long to simulate")->check(between(0.0, 1e4));
    return table;
}

CLI::App *addActs(CLI::App &app, ActsOptions &options) {
    auto *acts = app.add_subcommand("acts", "Prints what acts at the dress bench cost while frames run");
    acts->add_option("--points", options.points, "Particles wanted")->check(between(100, 100000));
    acts->add_option("--rounds", options.rounds, "How often all acts are done")->check(between(1, 1000));
    return acts;
}

CLI::App *addBroadPhases(CLI::App &app, BroadPhasesOptions &options) {
    auto *phases = app.add_subcommand("broad-phases", "Prints what each broad phase of self-contact costs");
    phases->add_option("--scene", options.scene, "The scene: crumple, fold or hang")
        ->check(CLI::IsMember({"crumple", "fold", "hang"}));
    phases->add_option("--points", options.points, "Particles wanted")->check(between(4, 100000));
    phases->add_option("--seconds", options.seconds, "How long to simulate")->check(between(0.0, 1e4));
    phases->add_option("--repeats", options.repeats, "Searches to be timed")->check(between(1, 100000));
    return phases;
}

CLI::App *addImport(CLI::App &app, ImportOptions &options) {
    auto *import = app.add_subcommand(
        "import", "Prints what is in a mesh (OBJ, glTF, GLB, STL, PLY, OFF) or a sewing pattern (" +
                      patternExtensions() + ")");
    import->add_option("file", options.file, "The file")->required();
    import->add_option("--unit", options.unit, "Its unit: m, cm, mm or in (default: guessed)");
    import->add_option("--up", options.up, "Its axis that points up: x, y or z (default: guessed)");
    return import;
}

CLI::App *addExport(CLI::App &app, ExportOptions &options) {
    auto *out = app.add_subcommand(
        "export", "Writes the garment of a project as glTF and OBJ, its pattern as GarmentCode, SVG and DXF");
    out->add_option("project", options.project, "Project of the dress bench")->required();
    out->add_option("--out", options.out, "Folder (default: named after the project, beside it)");
    return out;
}

CLI::App *addDress(CLI::App &app, DressCommandOptions &options) {
    auto *dress =
        app.add_subcommand("dress", "Sews a sewing pattern round a body and reports how it is worn");
    dress->add_option("pattern", options.pattern, "Pattern with seams and placement (GarmentCode's JSON)")
        ->required();
    dress->add_option("--body", options.body, "The body's mesh, upright and facing +z")->required();
    dress->add_option("--report", options.report, "Where to write the report (default: standard output)");
    dress->add_option("--export", options.exports,
                      "Writes the pattern or the worn garment, as the name ends: " + exportExtensions() +
                          " (repeatable)");
    dress->add_option(
        "--animation", options.animation,
        "Writes how the garment moves while it is worn, as MDD: points in the order of the OBJ's "
        "vertices");
    dress->add_option("--edge", options.edge, "Edge length of the mesh in metres")
        ->check(between(0.005, 0.1));
    dress->add_option("--seconds", options.seconds, "How long it is worn once it has settled")
        ->check(between(0.0, 600.0));
    dress
        ->add_option("--waist", options.waist,
                     "Height of the body's waist in metres (default: where it is narrowest)")
        ->check(between(0.1, 3.0));
    dress->add_option("--thickness", options.thickness, "What particles keep from the body, in metres")
        ->check(between(0.0005, 0.02));
    dress->add_option("--speed", options.speed, "Seams close no faster than this, in m/s")
        ->check(between(0.1, 20.0));
    dress->add_option("--substeps", options.substeps, "Substeps of a step")->check(between(1, 100));
    dress->add_option("--threads", options.threads, "Threads of the step")->check(between(1, 256));
    dress->add_flag("--stages", options.stages, "Shoulders first, then each part, then the parts together");
    dress->add_option("--set", options.settings, "Sets a parameter, as of run (repeatable)");
    return dress;
}

CLI::App *addReproduce(CLI::App &app, ReproduceOptions &options) {
    auto *reproduce = app.add_subcommand(
        "reproduce", "Measures every claim of the five papers anew and writes a page that shows them");
    reproduce->add_option("--out", options.out, "Folder of the page, index.html (default: out/reproduce)");
    reproduce->add_option("--only", options.only, "Only these rows, by their ids, e.g. D4,E5 or peers")
        ->delimiter(',');
    reproduce->add_flag("--quick", options.quick, "Shorter measurements and fewer pictures");
    reproduce->add_flag("--list", options.list, "Prints the rows instead");
    return reproduce;
}

} // namespace

} // namespace selvage

int main(int argc, char **argv) {
    CLI::App app{"Runs Selvage's scenarios without a display and reports what they did.", "selvage-lab"};
    app.require_subcommand(1);
    const auto *list = app.add_subcommand("list", "Lists the scenarios");
    selvage::RunOptions running;
    selvage::addRun(app, running);
    selvage::CompareOptions comparison;
    const auto *compare = selvage::addCompare(app, comparison);
    selvage::TableOptions tabulating;
    const auto *table = selvage::addTable(app, tabulating);
    selvage::ActsOptions acting;
    const auto *acts = selvage::addActs(app, acting);
    selvage::BroadPhasesOptions searching;
    const auto *phases = selvage::addBroadPhases(app, searching);
    selvage::ImportOptions importing;
    const auto *import = selvage::addImport(app, importing);
    selvage::ExportOptions exporting;
    const auto *out = selvage::addExport(app, exporting);
    selvage::DressCommandOptions dressing;
    const auto *dress = selvage::addDress(app, dressing);
    selvage::ReproduceOptions reproducing;
    const auto *reproduce = selvage::addReproduce(app, reproducing);

    if (const auto ended = selvage::parseCommandLine(app, argc, argv)) {
        return *ended;
    }
    if (compare->parsed()) {
        return selvage::compareCommand(comparison);
    }
    if (table->parsed()) {
        return selvage::tableCommand(tabulating);
    }
    if (acts->parsed()) {
        return selvage::actsCommand(acting);
    }
    if (phases->parsed()) {
        return selvage::broadPhasesCommand(searching);
    }
    if (reproduce->parsed()) {
        return selvage::reproduceCommand(reproducing);
    }
    if (dress->parsed()) {
        return selvage::dressCommand(dressing);
    }
    if (out->parsed()) {
        return selvage::exportCommand(exporting);
    }
    if (import->parsed()) {
        return selvage::importCommand(importing);
    }
    return list->parsed() ? selvage::listCommand() : selvage::runCommand(running);
}
