# SPDX-License-Identifier: MIT
# The measurements of tools/bench, one function each. Fields of their rows are told above them;
# tools/bench-table makes tables of them.

# play KIND GAMES LOAD MOVES_S P50_US P99_US CPU_MS LOAD_CPU_MS CONN_KIB BYTES
# play_measure KIND GAMES LOAD [RATE]: one row; LOAD is its name there
play_measure() {
    local kind=$1 count=$2 load=$3 options=() line
    [ "$kind" = relay ] && options=(--line "$line_bytes") || options=(--variant "$variant")
    [ $# -lt 4 ] || options+=(--rate "$4")
    start_other "$kind"
    line=$("$bin/play_bench" "$port" "$pid" "$count" "$seconds" "${options[@]}" "${load_options[@]}")
    stop_other
    awk -v OFS='\t' -v kind="$kind" -v load="$load" '{
        for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
        print "play", kind, value["games"], load, value["moves_s"], value["p50_us"],
            value["p99_us"], value["cpu_ms"], value["load_cpu_ms"], value["conn_kib"],
            sprintf("%.0f", value["out_bytes"] + value["in_bytes"])
    }' <<<"$line" >>"$out"
}

last() { tail -n 1 "$out" | cut -f "$1"; }

bench_play() {
    local games="1 50 500 2000" seconds=3 rounds=1 variant=classic stores="full normal memory"
    local line_bytes=2 round count
    while [ $# -gt 1 ]; do
        case $1 in
        --games) games=$2 ;;
        --seconds) seconds=$2 ;;
        --rounds) rounds=$2 ;;
        --variant) variant=$2 ;;
        --stores) stores=$2 ;;
        *) usage ;;
        esac
        shift 2
    done
    [ $# -eq 0 ] || usage
    # A move at the server is one line in and three out; the relay's lines are so long that the
    # bytes of a move, one line in and two out, are as many.
    play_measure memory 50 calibration
    line_bytes=$((($(last 11) + 1) / 3))
    for ((round = 0; round < rounds; round++)); do
        for count in $games; do
            play_beside_relay "$count"
        done
    done
}

# play_beside_relay GAMES: the relay, then each store; and at half load, but with one game, who would
# only wait for the load's timer
play_beside_relay() {
    local store half
    play_measure relay "$1" full
    for store in $stores; do
        play_measure "$store" "$1" full
        half=$(($(last 5) / 2))
        if [ "$store" = full ] && [ "$1" -gt 1 ]; then
            play_measure relay "$1" half "$half"
            play_measure full "$1" half "$half"
        fi
    done
}

# idle CONNECTIONS KIB
bench_idle() {
    local count
    [ $# -eq 0 ] || usage
    for count in 1000 5000 20000; do
        idle_measure full "$count"
        row idle "$count" "$kib"
    done
}

# idle_measure KIND CONNECTIONS: sets kib, and count to as many of them as this machine has
idle_measure() {
    local most line
    most=$(players_most)
    count=$2
    [ "$count" -le "$most" ] || count=$((most / 2 * 2))
    start_other "$1" --connections-kept 0 --idle-ms 600000 # the first are silent until the last has shaken hands
    line=$("$bin/play_bench" "$port" "$pid" $((count / 2)) 22 --idle "${load_options[@]}") # two heartbeats
    stop_other
    kib=$(field conn_kib <<<"$line")
}

# Rows of play with the load stacks, and
# stacks_idle KIND CONNECTIONS KIB
# In turns, so that what else the machine does concerns all; each ratio is one of neighbours.
bench_stacks() {
    local rounds=${1:-5} games=${2:-500} idle=${3:-20000} round kind count kib seconds=3 variant=classic
    for ((round = 0; round < rounds; round++)); do
        for kind in full ws tls wss; do
            play_measure "$kind" "$games" stacks
        done
    done
    for kind in full ws tls wss; do
        idle_measure "$kind" "$idle"
        row stacks_idle "$kind" "$count" "$kib"
    done
}

# start_nginx: one worker of nginx with the same certificate, which never resumes; sets pid to its master's, worker to
# the worker's, and port
start_nginx() {
    local here
    here=$(realpath "$folder")
    port=$(free_port)
    cat >"$here/nginx.conf" <<TEXT
worker_processes 1;
daemon off;
pid $here/nginx.pid;
error_log $here/nginx.log;
events { worker_connections 1024; }
http {
    access_log off;
    server {
        listen 127.0.0.1:$port ssl;
        ssl_certificate $here/certificate;
        ssl_certificate_key $here/certificate.key;
        ssl_protocols TLSv1.3;
        ssl_session_tickets off;
        ssl_session_cache off;
    }
}
TEXT
    nginx -c "$here/nginx.conf" &
    pid=$!
    until worker=$(pgrep -P "$pid"); do
        kill -0 "$pid" # else it has ended, and said why
        sleep 0.05
    done
}

# handshakes WHO HANDSHAKES_S P50_US P99_US CPU_US
bench_handshakes() {
    local rounds=${1:-3} round who line worker PATH=$PATH:/usr/sbin # where Debian has nginx
    for ((round = 0; round < rounds; round++)); do
        for who in pentad nginx; do
            if [ "$who" = pentad ]; then
                start_other tls
                worker=$pid
            elif command -v nginx >/dev/null; then
                start_nginx
            else
                echo "bench: nginx is not installed, and is not compared with" >&2
                continue
            fi
            line=$("$bin/handshake_bench" "$port" "$worker" 5 "$folder/authority")
            stop_other
            row handshakes "$who" "$(field handshakes_s <<<"$line")" "$(field p50_us <<<"$line")" \
                "$(field p99_us <<<"$line")" "$(field cpu_us <<<"$line")"
        done
    done
}

# logins KIND LOGINS_S P50_US P99_US
bench_logins() {
    local kind line options
    start_other full
    for kind in right wrong; do
        options=()
        [ "$kind" = right ] || options=(--wrong)
        line=$("$bin/login_bench" "$port" 4 "${options[@]}")
        row logins "$kind" "$(field logins_s <<<"$line")" "$(field p50_us <<<"$line")" \
            "$(field p99_us <<<"$line")"
    done
    stop_other
}

# timing KIND SAMPLES MEDIAN_US MEAN_US P99_US OTHER LONGER P
# The cheapest passwords that the server takes: nothing hides behind their hashes.
bench_timing() {
    local samples=${1:-10000}
    start_other full --password-memory-kib 8 --password-passes 1
    "$bin/timing_bench" "$port" "$samples" >"$folder/timing"
    stop_other
    awk -v OFS='\t' '{
        for (i = 1; i <= NF; i++) { split($i, pair, "="); value[pair[1]] = pair[2] }
        print "timing", value["kind"], value["samples"], value["median_us"], value["mean_us"],
            value["p99_us"], value["other"], value["longer"], value["p"]
    }' "$folder/timing" >>"$out"
}

# store QUESTION MEDIAN_US P99_US
bench_store() {
    local players=${1:-1000000} games=${2:-100000}
    TMPDIR=$folder "$bin/store_bench" questions "$players" "$games" |
        sed -nE 's/^(.*[^ ]) +median +([0-9.]+) us +p99 +([0-9.]+) us.*/store\t\1\t\2\t\3/p' >>"$out"
}

# rooms KIND ROOMS CPU_MS P50_US P99_US
# rooms_measure KIND ROOMS GAMES OTHERS RATE: GAMES are played at RATE moves a second in all, so
# many OTHERS wait in rooms. The memory store: what a disk takes does not depend on rooms.
rooms_measure() {
    local kind=$1 other=memory options=(--variant classic --rooms "$4") line
    [ "$kind" != relay ] || { other=relay options=(--line 137); }
    start_other "$other" --connections-kept 0
    line=$("$bin/play_bench" "$port" "$pid" "$3" 2 --rate "$5" "${options[@]}")
    stop_other
    row rooms "$kind" "$2" "$(field cpu_ms <<<"$line")" "$(field p50_us <<<"$line")" \
        "$(field p99_us <<<"$line")"
}

bench_rooms() {
    local rooms round rounds=3 most counts=(10 100 1000 10000)
    most=$(($(players_most) / 2))
    [ "$most" -le 10000 ] || most=10000
    if [ $# -gt 0 ]; then
        counts=("$@") most=$1 rounds=1
    fi
    for ((round = 0; round < rounds; round++)); do
        for rooms in "${counts[@]}"; do
            rooms_measure waiting "$rooms" 10 $((rooms - 10)) 5000
        done
    done
    for rooms in 10 "$most"; do
        rooms_measure played "$rooms" "$rooms" 0 5000
        rooms_measure relay "$rooms" "$rooms" 0 5000
    done
}

# parts NAME NS ALLOCATIONS
bench_parts() {
    truncate -s 64 "$folder/calls"
    COUNT_CALLS=$folder/calls LD_PRELOAD=$bin/../tests/support/libpentad_count_calls.so \
        "$bin/parts_bench" | sed 's/^/parts\t/' >>"$out"
}

# start IN_PROGRESS OVER HOW SECONDS MIB
bench_start() {
    local options=()
    [ "${1:-}" != --starts-only ] || { options=("$1") && shift; }
    [ $# -eq 0 ] || [ $# -eq 2 ] || usage
    [ $# -gt 0 ] || {
        start_measure 10000 0
        set -- 10000 1000000
    }
    start_measure "$1" "$2" "${options[@]}"
}

# start_measure IN_PROGRESS OVER [--starts-only]
start_measure() {
    "$bin/start_bench" "$bin/pentad" "$folder" "$@" | tee /dev/stderr |
        sed -nE "s|^  start, (.*): ([0-9.]+) s to listening, RSS ([0-9.]+) .*|start\t$1\t$2\t\1\t\2\t\3|p" >>"$out"
    rm -f "$folder"/big.db* "$folder"/backup.db*
}

# hostile ATTACK WHAT QUIET_US ATTACKED_US, and strangers with the same fields
# The tests' own scenes, whose verdicts depend on no time; what one measures although it fails counts, too.
bench_hostile() {
    local program verb
    for program in "$bin"/../tests/integration_hostile_${1:-*}; do
        verb=hostile
        [[ $program != *_strangers ]] || verb=strangers
        : >"$folder/times"
        PENTAD_SIEGE_TIMES=$folder/times TMPDIR=$folder "$program" >"$folder/hostile" 2>&1 ||
            cat "$folder/hostile" >&2
        sed "s/^hostile/$verb/" "$folder/times" >>"$out"
    done
}

# brain FIRST SECOND MOVE_MS GAMES SHARE LOW HIGH ONE_COLOUR, then of each ILLEGAL LATE ENDED LONGEST_MS
bench_brain() {
    local first=${1:-} second=${2:-} openings=$here/../tests/bench/openings.txt
    local nodes="" move_ms=300 options=() log line
    [ $# -ge 2 ] || usage
    shift 2
    while [ $# -gt 1 ]; do
        case $1 in
        --nodes) nodes=$2 ;;
        --openings) openings=$2 ;;
        --move-ms) move_ms=$2 options+=("$1" "$2") ;;
        --games | --rule | --size | --from | --grace-ms) options+=("$1" "$2") ;;
        *) usage ;;
        esac
        shift 2
    done
    [ $# -eq 0 ] || usage
    log=$(realpath --relative-to=. "$bin/../brain-$(date -u +%Y%m%d-%H%M%S).txt")
    line=$("$bin/gomocup_bench" "$(brain_command "$first" "$nodes" 1)" \
        "$(brain_command "$second" "$nodes" 2)" "$openings" "${options[@]}" --log "$log")
    brain_row "$first" "$second" "$move_ms" "$line"
    echo "bench: every game stands in $log" >&2
}

# brain_command SPEC NODES SEED: the command of a computer player of ours, KEY or KEY:LEVEL; a command
# with a path is one itself
brain_command() {
    local command=$bin/pbrain-pentad
    if [[ $1 == */* ]]; then
        echo "$1"
        return
    fi
    command+=" --computer ${1%%:*} --seed $3"
    [[ $1 != *:* ]] || command+=" --level ${1#*:}"
    [ -z "$2" ] || command+=" --nodes $2"
    echo "$command"
}

# brain_row FIRST SECOND MOVE_MS LINE
brain_row() {
    local name fields=()
    for name in games share low high one_colour {first,second}_{illegal,late,ended,longest_ms}; do
        fields+=("$(field "$name" <<<"$4")")
    done
    row brain "${1##*/}" "${2##*/}" "$3" "${fields[@]}"
}
