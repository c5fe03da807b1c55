# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What packaging/run and packaging/test have in common: installing what is missing and building. To be sourced by bash.
# Everything is built in build/, once: the tests are more targets of the same folder, so neither command builds what the
# other already has.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build
export CCACHE_BASEDIR=$root  # where ccache is installed: another checkout of the same sources finds its results

say() { printf 'mantissa: %s\n' "$*" >&2; }

# tell SENTENCE LINE... : says the sentence; the lines below it are what to do.
tell() {
    say "$1"
    shift
    (($# == 0)) || printf '          %s\n' "$@" >&2
}

# fail SENTENCE LINE... : the same, and ends the script.
fail() {
    tell "$@"
    exit 1
}

# packages KIND... : the names listed for these kinds in packaging/packages.
packages() {
    local kind name wanted=" $* "
    while read -r kind name _; do
        [[ $kind && $kind != \#* && $wanted == *" $kind "* ]] && printf '%s\n' "$name"
    done <"$root/packaging/packages"
    return 0
}

# missing NAME... : those that dpkg does not have installed.
missing() {
    local status name installed=" "
    while read -r status name; do
        [[ $status == ii* || $status == hi* ]] && installed+="$name "
    done < <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null)
    for name in "$@"; do
        [[ $installed == *" $name "* ]] || printf '%s\n' "$name"
    done
}

# apt_get ARGUMENT... : apt-get as root, asking nothing, waiting for another apt to finish.
apt_get() {
    local -a command=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=300
                      -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@")
    ((EUID == 0)) || command=(sudo "${command[@]}")
    "${command[@]}" >&2
}

# apt_knows NAME... : whether the package lists on this machine have all of them.
apt_knows() { apt-cache --quiet=0 show --no-all-versions "$@" >/dev/null 2>&1; }

# install_packages KIND... : installs what is missing of these kinds. The lists are fetched only when they lack a name
# or lead to a file that is gone. Names that even fresh lists lack are left out from then on (a newer system may have
# merged them into another package). Where nothing can be installed it says what is missing and goes on: the person may
# have it from elsewhere, and CMake will name what it does not find.
install_packages() {
    local -a wanted absent=() known=()
    local name fresh=no skipped=" "
    mapfile -t wanted < <(packages "$@")
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        [[ -e $build/build.ninja ]] || {
            say "this system has no apt; Mantissa needs what Debian calls"
            printf '%s ' "${wanted[@]}" | fold -s -w 100 | sed 's/^/          /' >&2
            printf '\n          Going on with what is installed.\n' >&2
        }
        return 0
    fi
    [[ ! -e $build/.no-such-packages ]] || skipped=" $(tr '\n' ' ' <"$build/.no-such-packages")"
    while read -r name; do
        [[ $skipped == *" $name "* ]] || absent+=("$name")
    done < <(missing "${wanted[@]}")
    ((${#absent[@]})) || return 0
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        tell "some packages are missing, and there is no sudo to install them with. As root, run:" \
            "apt-get update && apt-get install --no-install-recommends ${absent[*]}" "Going on with what is installed."
        return 0
    fi
    if apt_knows "${absent[@]}"; then
        known=("${absent[@]}")
    else
        say "fetching the package lists"
        if apt_get update; then fresh=yes; else say "the package lists could not be fetched; is there a network?"; fi
        for name in "${absent[@]}"; do
            if apt_knows "$name"; then
                known+=("$name")
            else
                say "there is no package $name to be had; going on without it"
                [[ $fresh == no ]] || { mkdir -p -- "$build" && printf '%s\n' "$name" >>"$build/.no-such-packages"; }
            fi
        done
        ((${#known[@]})) || return 0
    fi
    say "installing ${known[*]}"
    apt_get install "${known[@]}" && return 0
    if [[ $fresh == no ]]; then
        say "that failed; fetching the package lists and trying again"
        apt_get update && apt_get install "${known[@]}" && return 0
    fi
    tell "some packages could not be installed; the reason stands above. To install them yourself:" \
        "sudo apt-get update && sudo apt-get install --no-install-recommends ${known[*]}" "Going on with what is installed."
}

# configure PURPOSE : configures build/ unless that is done already for this purpose or a later one of "here" (programs for
# this machine), "others" (programs for any), "tests" (those, and the tests). A build folder that came here with a moved or
# copied checkout, or that another generator made, is configured anew.
configure() {
    local purpose=$1 key value tests=OFF here=OFF
    [[ $purpose != tests ]] || tests=ON
    [[ $purpose != here ]] || here=ON
    local -a options=()
    local -A cache=()
    if [[ -e $build/CMakeCache.txt ]]; then
        while IFS='=' read -r key value; do
            cache[${key%%:*}]=$value
        done < <(grep -E '^(CMAKE_(HOME_DIRECTORY|CACHEFILE_DIR|GENERATOR|BUILD_TYPE)|MANTISSA_(TESTS|DESKTOP|ONEDNN|FOR_HERE)):' \
            "$build/CMakeCache.txt")
        if [[ ${cache[CMAKE_HOME_DIRECTORY]-} != "$root" || ${cache[CMAKE_CACHEFILE_DIR]-} != "$build" ||
            ${cache[CMAKE_GENERATOR]-} != Ninja || ${cache[CMAKE_BUILD_TYPE]-} != Release ]]; then
            options+=(--fresh)
        else
            [[ ${cache[MANTISSA_TESTS]-} != ON ]] || tests=ON
            [[ ${cache[MANTISSA_FOR_HERE]-} == ON ]] || here=OFF
            [[ -e $build/build.ninja && ${cache[MANTISSA_TESTS]-} == "$tests" && ${cache[MANTISSA_FOR_HERE]-} == "$here" &&
                ${cache[MANTISSA_DESKTOP]-} == ON && ${cache[MANTISSA_ONEDNN]-} == ON ]] && return 0
        fi
    fi
    for key in cmake ninja c++ protoc; do
        command -v "$key" >/dev/null || fail "there is no $key on this machine." \
            "Install what packaging/packages lists (by its names in Debian), then run this command again."
    done
    # Without a card nothing of CUDA runs here, and compiling it for five generations of cards takes minutes. The tests'
    # build has it all the same, so that it is known to compile, for two of them: sources differ between Turing and later.
    local cuda=${MANTISSA_CUDA-}
    if [[ -z $cuda ]]; then
        cuda=AUTO
        if [[ ! -e /dev/nvidiactl && ! -e /dev/dxg ]]; then
            [[ $tests == ON ]] || cuda=OFF
            options+=("-DCMAKE_CUDA_ARCHITECTURES=75-real;90")
        fi
    fi
    say "configuring"
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMANTISSA_DESKTOP=ON -DMANTISSA_ONEDNN=ON \
        -DMANTISSA_ASSERTIONS=ON -DMANTISSA_UNITY=ON -DMANTISSA_CUDA="$cuda" -DMANTISSA_TESTS="$tests" \
        -DMANTISSA_FOR_HERE="$here" "${options[@]}" \
        >"$build/configure.log" 2>&1 && return 0
    rm -f -- "$build/build.ninja"
    cat -- "$build/configure.log" >&2
    fail "CMake could not configure the build; the reason stands above and in $build/configure.log." \
        "Where it names a missing library: packaging/packages lists what Mantissa needs. Then run this command again."
}

# jobs_that_fit : how many compilers to run at once: one per core, but at least a GiB of free memory for each.
jobs_that_fit() {
    local key value kib=0 cores
    cores=$(nproc 2>/dev/null || echo 1)
    while read -r key value _; do
        [[ $key == MemAvailable: ]] && kib=$value
    done </proc/meminfo
    local fit=$((kib / 1048576))
    ((fit >= 1)) || fit=1
    echo $((fit < cores ? fit : cores))
}

# with_time_left : ninja's lines from standard input, each "[finished/total seconds] what" with the time that the rest will
# take if its steps are like those before; a terminal shows one line that is written anew, and whatever else a build says
# (a compiler's error) as it comes.
with_time_left() {
    local line finished total seconds what left rest
    local start="" end=$'\n' open=""  # open: a line that the next one may write over
    [[ ! -t 1 ]] || { start=$'\r\e[K' end=""; }
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\ ([0-9]+)[.0-9]*\]\ (.*)$ ]]; then
            finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]} what=${BASH_REMATCH[4]}
            left=""
            if ((seconds >= 15 && finished > 0 && finished < total)); then
                rest=$((seconds * (total - finished) / finished))
                if ((rest > 90)); then left=", about $(((rest + 59) / 60)) min left"; else left=", about $rest s left"; fi
            fi
            line="[$finished/$total$left] $what"
            [[ ! $start ]] || line=${line:0:$((${COLUMNS:-80} - 1))}
            printf '%s%s%s' "$start" "$line" "$end"
            open=$start
        else
            printf '%s%s\n' "$open" "$line"
            open=""
        fi
    done
    [[ ! $open ]] || printf '\n'
}

# build_targets PURPOSE TARGET... : configures and builds; ends the script where that fails. A lock keeps two starts at once
# from writing the same files; it is given back before anything is opened. A build that belongs to somebody else (a
# teacher's, in a shared folder) is used as it is.
build_targets() {
    local purpose=$1 target built=yes
    shift
    for target in "$@"; do [[ -x $build/bin/${target/#all/mantissa} ]] || built=no; done
    { mkdir -p -- "$build" && : >>"$build/.lock"; } 2>/dev/null || {
        [[ $purpose == here && $built == yes ]] && return 0
        fail "the folder $build cannot be written." "Copy Mantissa to a folder of your own and run the command there."
    }
    (
        if command -v flock >/dev/null; then
            exec 9>>"$build/.lock"
            flock -n 9 || { say "waiting for another build in $build"; flock 9; }
        fi
        configure "$purpose"
        [[ $built == yes ]] || say "building; the first time takes some minutes"
        cd -- "$build" || exit 1
        set -o pipefail
        NINJA_STATUS='[%f/%t %e] ' ninja -j "$(jobs_that_fit)" "$@" 9>&- 2>&1 | with_time_left >&2 ||
            fail "the build failed; the reason stands above." \
                "After changes of your own: mend them. Otherwise remove $build and run this command again."
    ) || exit 1
}
