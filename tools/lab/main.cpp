// selvage-lab: runs scenarios without a display and reports what they did.
#include "compare_command.h"
#include "dress_command.h"
#include "import_command.h"
#include "io/pattern_file.h"
#include "run_command.h"
#include "table_command.h"

#include <CLI/CLI.hpp>

int main(int argc, char **argv) {
    CLI::App app{"Runs Selvage's scenarios without a display and reports what they did.", "selvage-lab"};
    app.require_subcommand(1);
    auto *list = app.add_subcommand("list", "Lists the scenarios");

    selvage::RunOptions options;
    auto *run = app.add_subcommand("run", "Runs a scenario and writes a report as JSON");
    run->add_option("scenario", options.scenario, "Which scenario; see 'selvage-lab list'")->required();
    run->add_option("--seconds", options.seconds, "How long to simulate (default: the motion's length)")
        ->check(CLI::Range(0.0, 1e6));
    run->add_option("--dt", options.dt,
                    "Step in seconds, 0.001 to 0.05 (default: 1/90, or the motion file's)");
    run->add_option("--points", options.points, "Particles wanted (default: the scenario's own)")
        ->check(CLI::Range(4, 1000000));
    run->add_option("--integrator", options.integrator, "Integrator by name (default: selvage)");
    run->add_option("--motion", options.motion,
                    "Motion file (CSV) that moves the hands (default: the script)");
    run->add_flag("--hold", options.hold,
                  "The hands hold the cloth from the start, for motions without buttons");
    run->add_option("--seed", options.seed, "Seed of everything random");
    run->add_option("--threads", options.threads, "Threads of the step; results do not depend on it")
        ->check(CLI::Range(1, 256));
    run->add_option(
        "--set", options.settings,
        "Sets a parameter, e.g. --set fabric=denim (silk, cotton, denim, wool, jersey) or --set "
        "stretch=1000 (repeatable); sheet=irregular makes the sheet of hang and drape one of random "
        "triangles");
    run->add_option("--report", options.report, "Where to write the report (default: standard output)");

    selvage::CompareOptions comparison;
    auto *compare = app.add_subcommand("compare", "Prints the time of a step with several integrators");
    compare->add_option("--integrators", comparison.integrators, "Integrators, the first is the measure")
        ->delimiter(',');
    compare->add_option("--points", comparison.points, "Sizes of the sheet in particles")
        ->delimiter(',')
        ->check(CLI::Range(4, 1000000));
    compare->add_option("--substeps", comparison.substeps, "Substeps of a step")->check(CLI::Range(1, 1000));
    compare->add_option("--seconds", comparison.seconds, "How long to simulate")->check(CLI::Range(0.0, 1e4));

    selvage::TableOptions tabulating;
    auto *table = app.add_subcommand("table", "Prints the time of a step in three jobs at several sizes");
    table->add_option("--sides", tabulating.sides, "Particles along one side of a cloth")
        ->delimiter(',')
        ->check(CLI::Range(4, 200));
    table->add_option("--seconds", tabulating.seconds, "How long to simulate")->check(CLI::Range(0.0, 1e4));

    selvage::ImportOptions importing;
    auto *import = app.add_subcommand(
        "import", "Prints what is in a mesh (OBJ, glTF, GLB, STL, PLY, OFF) or a sewing pattern (" +
                      selvage::patternExtensions() + ")");
    import->add_option("file", importing.file, "The file")->required();
    import->add_option("--unit", importing.unit, "Its unit: m, cm, mm or in (default: guessed)");
    import->add_option("--up", importing.up, "Its axis that points up: x, y or z (default: guessed)");

    selvage::DressCommandOptions dressing;
    auto *dress =
        app.add_subcommand("dress", "Sews a sewing pattern round a body and reports how it is worn");
    dress->add_option("pattern", dressing.pattern, "Pattern with seams and placement (GarmentCode's JSON)")
        ->required();
    dress->add_option("--body", dressing.body, "The body's mesh, upright and facing +z")->required();
    dress->add_option("--report", dressing.report, "Where to write the report (default: standard output)");
    dress->add_option("--obj", dressing.obj, "Where to write the worn garment");
    dress->add_option("--edge", dressing.edge, "Edge length of the mesh in metres")
        ->check(CLI::Range(0.005, 0.1));
    dress->add_option("--seconds", dressing.seconds, "How long it is worn once it has settled")
        ->check(CLI::Range(0.0, 600.0));
    dress
        ->add_option("--waist", dressing.waist,
                     "Height of the body's waist in metres (default: where it is narrowest)")
        ->check(CLI::Range(0.1, 3.0));
    dress->add_option("--thickness", dressing.thickness, "What particles keep from the body, in metres")
        ->check(CLI::Range(0.0005, 0.02));
    dress->add_option("--speed", dressing.speed, "Seams close no faster than this, in m/s")
        ->check(CLI::Range(0.1, 20.0));
    dress->add_option("--substeps", dressing.substeps, "Substeps of a step")->check(CLI::Range(1, 100));
    dress->add_option("--threads", dressing.threads, "Threads of the step")->check(CLI::Range(1, 256));
    dress->add_flag("--stages", dressing.stages, "Shoulders first, then each part, then the parts together");
    dress->add_option("--set", dressing.settings, "Sets a parameter, as of run (repeatable)");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (compare->parsed()) {
        return selvage::compareCommand(comparison);
    }
    if (table->parsed()) {
        return selvage::tableCommand(tabulating);
    }
    if (dress->parsed()) {
        return selvage::dressCommand(dressing);
    }
    if (import->parsed()) {
        return selvage::importCommand(importing);
    }
    return list->parsed() ? selvage::listCommand() : selvage::runCommand(options);
}
