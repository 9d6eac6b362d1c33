# SPDX-License-Identifier: MIT
# Functions of ./dev: installing packages, building and testing presets.

# need GROUP...: installs the packages of these groups that are missing, after saying what and why.
need() {
    local group package why missing=() lines=()
    while read -r group package why; do
        [[ " $* " == *" $group "* ]] || continue
        [ "$package" != npm ] || ! command -v npm >/dev/null || continue # where Node.js brings it
        if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
            missing+=("$package")
            lines+=("$(printf '  %-16s %s' "$package" "$why")")
        fi
    done < <(grep -v '^#' tools/packages.txt)
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "Installing with apt-get:"
    printf '%s\n' "${lines[@]}"
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}"
}

# build_preset PRESET [TARGET...]: configures once, builds. A release build leaves the tests out, so
# that running a server needs no test library.
build_preset() {
    local preset=$1
    shift
    local options=()
    [ "$preset" != release ] || options=(-DPENTAD_TESTS=OFF)
    [ -f ".build/$preset/build.ninja" ] || cmake --preset "$preset" "${options[@]}"
    cmake --build --preset "$preset" ${1+--target "$@"}
}

# The kilobytes that tests' folders may take, a hundred times of what they were seen to.
TESTS_KB=2097152

# test_folder: where tests make their folders. In memory if there is room: none is about the disk of this
# machine (db/ has one of its own that forgets and fails), and to sync took half of the time of many.
test_folder() {
    local free
    free=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)
    if [ "${free:-0}" -ge "$TESTS_KB" ] && [ -w /dev/shm ]; then
        echo /dev/shm
    else
        echo /tmp
    fi
}

# test_preset PRESET [CTEST OPTIONS]: three times as many at once as there are processors, where tests only wait
# (tests/CMakeLists.txt).
test_preset() {
    local preset=$1 targets=()
    shift
    case $preset in
    fuzz) targets=(fuzzers) ;;
    tsan) targets=(threaded) ;;
    esac
    build_preset "$preset" "${targets[@]}"
    TMPDIR=${TMPDIR:-$(test_folder)} ctest --preset "$preset" --parallel $((3 * $(nproc))) "$@"
}

# Lines of a failed test that tell_failed shows.
FAILED_LINES=60

# tell_failed PRESET LOG: the name of each test of the preset that failed, and the end of what it printed; of a
# preset that did not come to its tests the end of its log. Said after everything else, since who reads a
# long log reads its end.
tell_failed() {
    local results=.build/$1/Testing/Temporary name
    if ! grep -q '^[0-9]*% tests passed' "$2"; then
        echo "== failed: $1, before its tests"
        tail -n "$FAILED_LINES" "$2"
        return 0
    fi
    [ -s "$results/LastTestsFailed.log" ] || return 0
    while IFS=: read -r _ name; do
        echo "== failed: $1 $name"
        awk -v name="$name" '/^[0-9]+\/[0-9]+ Testing: / { is_in = $3 == name } is_in' "$results/LastTest.log" |
            tail -n "$FAILED_LINES"
    done <"$results/LastTestsFailed.log"
}

# slowest PRESET...: the ten tests that took longest, of all these presets; who wants less to wait begins there.
slowest() {
    local preset
    echo "== the slowest tests, seconds of the clock"
    for preset in "$@"; do
        sed -nE "s/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([a-z0-9_.]+) .* ([0-9]+\.[0-9]+) sec.*/\2 $preset \1/p" "$logs/$preset"
    done | sort -rn | sed -n 1,10p
}

# Every preset in turn, then seeds of the commit for the simulator, which are one test; fails if one did, after all
# have run. The last line adds their results up.
test_all() {
    local preset line begun passed=0 failed=0 status=0 logs presets=(dev asan-ubsan tsan fuzz wasm) times=()
    logs=$(mktemp -d)
    # Where packages are to be had and their sources are not, all but the module for browsers is tested.
    if [ ! -e .build/jansson/src/load.c ] && ! tools/debian-source jansson .build/jansson; then
        echo "== left out: wasm, for apt has no source of jansson here"
        unset 'presets[-1]'
    fi
    for preset in "${presets[@]}"; do
        echo "== tests: $preset"
        begun=$SECONDS
        test_preset "$preset" 2>&1 | tee "$logs/$preset" || status=1
        times+=("$preset $((SECONDS - begun)) s")
        line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+' "$logs/$preset" || true)
        if [[ $line =~ ,\ ([0-9]+)\ tests?\ failed\ out\ of\ ([0-9]+) ]]; then
            failed=$((failed + BASH_REMATCH[1]))
            passed=$((passed + BASH_REMATCH[2] - BASH_REMATCH[1]))
        else
            status=1
            failed=$((failed + 1))
        fi
    done
    echo "== tests: seeds of this commit"
    begun=$SECONDS
    if tools/fresh-seeds .build/dev/bin/sim; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) status=1
    fi
    times+=("seeds $((SECONDS - begun)) s")
    slowest "${presets[@]}"
    for preset in "${presets[@]}"; do tell_failed "$preset" "$logs/$preset"; done
    rm -r "$logs"
    printf '== built and tested:'
    printf ' %s,' "${times[@]}"
    printf ' in all %s s\n' "$SECONDS"
    echo "$passed passed, $failed failed"
    return $status
}

# changed_files: those that differ from the last commit, or where none does, those of it.
changed_files() {
    local files
    files=$(git diff --name-only HEAD && git ls-files -o --exclude-standard)
    [ -n "$files" ] || files=$(git diff --name-only HEAD~1 HEAD)
    printf '%s\n' "$files"
}

# labels_of: of files on standard input, as an expression for ctest; nothing where no test is theirs.
labels_of() {
    sed -nE 's#^(tests/unit/)?(base|engine|lessons|brain|pbrain|photo|proto|db|server|client)/.*#\2#p
             s#^tests/(conformance|sim|integration|browser|fuzz|bench|deploy)/.*#\1#p' | sort -u | paste -sd'|'
}

# check_changed: a quick lint, the build, and tests of what has changed: those of its parts, and for the core a few
# lives of the simulator.
check_changed() {
    local files labels
    files=$(changed_files)
    labels=$(labels_of <<<"$files")
    tools/lint --quick
    build_preset dev
    if [ -n "$labels" ]; then
        echo "== tests: $labels"
        TMPDIR=${TMPDIR:-$(test_folder)} ctest --preset dev --parallel $((3 * $(nproc))) --output-on-failure \
            -L "^($labels)\$" -E '^(sim_bug_|sim_habit_)' --quiet
    fi
    if grep -qE '^(server|db|proto|engine)/' <<<"$files"; then
        .build/dev/bin/sim --seeds 1..60 --jobs "$(nproc)"
    fi
    echo "check: nothing is wrong with ${labels:-what has changed}"
}

# fuzz_target TARGET [OPTIONS]: goes on from what earlier runs found, until stopped or told otherwise.
fuzz_target() {
    local target=$1
    shift
    (cd .build/fuzz && bin/"fuzz_$target" -dict=tests/fuzz/protocol.dict -max_len=4096 "$@" \
        "corpus/$target" "../../tests/fuzz/corpus/$target")
}
