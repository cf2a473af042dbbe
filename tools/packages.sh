# shellcheck shell=bash disable=SC2034
# The Debian packages that Selvage needs, in one place, and the functions that see to them.
# Sourced by tools/run and tools/test; the working folder is the repository's root. Speaks on standard error only, and
# only when something is missing.

# What each list is for is told to the person before anything is installed.
packages_build="g++ cmake ninja-build pkg-config libopenxr-dev libvulkan-dev libvulkan-volk-dev glslc libglm-dev
    libeigen3-dev libglfw3-dev libimgui-dev libstb-dev libspdlog-dev libcli11-dev nlohmann-json3-dev libtinygltf-dev
    libtinyobjloader-dev libpugixml-dev libzip-dev libopenal-dev"
packages_run="libopenxr-loader1 libvulkan1 libopenal1 fonts-dejavu-core"
packages_office="sweethome3d-furniture" # optional and large: named, never installed
packages_sheet="imagemagick fonts-dejavu-core"
packages_test="libgtest-dev libbenchmark-dev libbullet-dev vulkan-validationlayers openxr-layer-corevalidation
    libopenxr-utils mesa-vulkan-drivers xvfb xauth xdotool debootstrap clang libclang-rt-14-dev clang-format clang-tidy imagemagick iproute2 python3"

say() { printf '%s\n' "$*" >&2; }

# The command that stands for a package of tools: found by any other means it need not be installed.
commandOf() {
    case $1 in
        g++ | cmake | pkg-config | glslc | clang | clang-format | clang-tidy | xauth | xdotool | debootstrap | python3) echo "$1" ;;
        ninja-build) echo ninja ;;
        xvfb) echo Xvfb ;;
        imagemagick) echo convert ;;
        iproute2) echo ip ;;
    esac
}

haveVulkanDriver() {
    compgen -G '/usr/share/vulkan/icd.d/*.json' >/dev/null || compgen -G '/etc/vulkan/icd.d/*.json' >/dev/null ||
        [ -n "${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-}" ]
}

# missingPackages PACKAGE...: those that are not installed, separated by spaces.
missingPackages() {
    local installed="" package command missing=""
    if command -v dpkg-query >/dev/null; then
        installed=$(dpkg-query -W -f='${Package}=${db:Status-Status}\n' "$@" 2>/dev/null)
    fi
    for package in "$@"; do
        command=$(commandOf "$package")
        if ! grep -qxF "$package=installed" <<<"$installed" &&
            { [ -z "$command" ] || ! command -v "$command" >/dev/null; }; then
            missing="$missing $package"
        fi
    done
    echo "${missing# }"
}

# True where every tool of the build is there; the libraries may then have come by other means, which CMake finds out.
haveBuildTools() {
    local tool
    for tool in g++ cmake ninja pkg-config glslc; do
        command -v "$tool" >/dev/null || return 1
    done
}

# installPackages PACKAGE...: as root, or through sudo. What apt says goes to build/packages.log.
installPackages() {
    local root="" log=build/packages.log
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "Installing them needs root rights or sudo."
            return 1
        fi
        root="sudo"
    fi
    mkdir -p build
    say "Installing them with ${root:+sudo }apt-get (log: $log) ..."
    $root apt-get update >"$log" 2>&1 || say "The package lists could not be refreshed; trying the ones at hand."
    if ! $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >>"$log" 2>&1; then
        say "apt-get failed: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
        return 1
    fi
}

# needPackages REASON "PACKAGE..." [REASON "PACKAGE..."]...: names what is missing and why, and installs it. Ends the
# script with 2 where that is impossible. Nothing is done or said where all is there.
needPackages() {
    local missing="" reasons="" some
    while [ $# -ge 2 ]; do
        # shellcheck disable=SC2086 # one word a package
        some=$(missingPackages $2)
        if [ -n "$some" ]; then
            missing="$missing $some"
            reasons="$reasons; $1: $some"
        fi
        shift 2
    done
    [ -n "$missing" ] || return 0
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        say "Debian packages are missing ${reasons#; }"
        # shellcheck disable=SC2086
        if installPackages $missing && [ -z "$(missingPackages $missing)" ]; then
            return 0
        fi
    elif haveBuildTools; then
        return 0 # not Debian, but the tools are here: CMake says what else is missing
    fi
    say "Please install (names as in Debian 12):$missing"
    exit 2
}
