# SPDX-License-Identifier: MIT
# What measurements share: a folder, rows of results, a server to measure, the machine in words.

# bench_begin: sets folder, calls and out, whose first rows tell the machine. The folder is beside
# the programs: a temporary folder may be memory, where nothing is ever synced.
bench_begin() {
    folder=$(mktemp -d "$bin/../bench.XXXXXX")
    pid=
    trap 'stop_other; rm -rf "$folder"' EXIT
    out=$folder/results.tsv
    ulimit -n "$(ulimit -Hn)"
    machine >"$out"
}

# row FIELD...: one measurement
row() {
    local IFS=$'\t'
    printf '%s\n' "$*" >>"$out"
}

# field NAME: of a line of NAME=VALUE in standard input
field() { tr ' ' '\n' | sed -n "s/^$1=//p"; }

stop_other() {
    [ -z "$pid" ] || { kill "$pid" && wait "$pid"; } 2>/dev/null || true
    pid=
}

# free_port: one that nobody listens on
free_port() {
    local port=$((20000 + RANDOM % 10000))
    while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}

# start_other KIND [OPTION...]: relay, or pentad with that store, or with the store full over TLS, WebSocket or both (tls, ws, wss); sets pid and port
start_other() {
    load_options=()
    if [[ "$1" = @(tls|ws|wss) ]]; then
        local other_port flags=()
        other_port=$(free_port)
        [ -f "$folder/certificate" ] || "$bin/make_certificate" "$folder" IP:127.0.0.1
        [ "$1" != ws ] || flags=(--http-port "$other_port")
        [ "$1" = ws ] || flags=(--tls-certificate "$folder/certificate" --tls-key "$folder/certificate.key"
            --tls-listen 127.0.0.1 --tls-port 0 --tls-handshakes 1000000)
        [ "$1" != tls ] || flags+=(--tls-port "$other_port")
        [ "$1" != wss ] || flags+=(--https-listen 127.0.0.1 --https-port "$other_port")
        start_other full "${flags[@]}" "${@:2}"
        [ "$1" = ws ] || load_options=(--tls "$folder/authority")
        [ "$1" = tls ] || load_options+=(--ws)
        port=$other_port
        return
    fi
    rm -f "$folder"/bench.db* "$folder/port" "$folder/relay.log"
    if [ "$1" = relay ]; then
        port=$(free_port)
        "$bin/relay" "$port" >"$folder/relay.log" &
        pid=$!
        until grep -qs listening "$folder/relay.log"; do sleep 0.05; done
        return
    fi
    local database=$folder/bench.db sync=$1
    [ "$1" != memory ] || { database=:memory: sync=full; }
    "$bin/pentad" --port 0 --port-file "$folder/port" --database "$database" --sync "$sync" \
        --admin-socket - --rate-percent 1000000 --connections 1000000 \
        --connections-per-address 1000000 --players-per-address 1000000 \
        --passwords-per-address 10000 --open-rooms-per-address 10000 --open-rooms-per-guest 64 \
        --log-level error "${@:2}" &
    pid=$!
    until [ -s "$folder/port" ]; do
        kill -0 "$pid" # else it has ended, and said why
        sleep 0.05
    done
    port=$(cat "$folder/port")
}

# players_most: connections at once that this machine lets one server and one load have: of its files the
# server keeps some (files_reserved, and those for who is no player yet). Ports are no limit: the load
# comes from many addresses of loopback.
players_most() {
    local files
    files=$(ulimit -Hn)
    [ "$files" != unlimited ] || files=1048576
    echo $((files - 200))
}

# sync_us: what writing and syncing 4 KiB takes on this disk, in a file that is long enough already
sync_us() {
    local from to
    dd if=/dev/zero of="$folder/sync" bs=4096 count=300 conv=fsync 2>/dev/null
    from=$EPOCHREALTIME
    dd if=/dev/zero of="$folder/sync" bs=4096 count=300 conv=notrunc oflag=dsync 2>/dev/null
    to=$EPOCHREALTIME
    echo $(((${to/[.,]/} - ${from/[.,]/}) / 300))
}

# machine: rows that tell what was measured, and on what; never a name of the machine
machine() {
    local commit
    commit=$(git rev-parse --short=10 HEAD)
    git diff --quiet HEAD -- . ':!*.md' || commit+=-changed
    printf 'machine\t%s\t%s\n' \
        commit "$commit" \
        date "$(date -u +%F)" \
        cpu "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)" \
        cores "$(nproc)" \
        virtual "$(grep -qw hypervisor /proc/cpuinfo && echo yes || echo no)" \
        memory_gib "$(awk '/^MemTotal/ {printf "%.0f", $2 / 1048576}' /proc/meminfo)" \
        kernel "$(uname -s) $(uname -r | sed 's/-.*//')" \
        disk "$(df --output=fstype "$folder" | tail -n 1)" \
        sync_us "$(sync_us)" \
        open_files "$(ulimit -Hn)" \
        load "$(cut -d ' ' -f 1 /proc/loadavg)"
}

# results_file: where the results of this machine and commit belong
results_file() {
    awk -F '\t' '$1 == "machine" {value[$2] = $3} END {
        name = tolower(value["cpu"] "-" value["cores"] "-cores-" value["commit"])
        gsub(/[^a-z0-9]+/, "-", name)
        print "docs/performance/" name ".tsv"
    }' "$out"
}

save() {
    local file
    file=$(results_file)
    mkdir -p "$(dirname "$file")"
    cp "$out" "$file"
    "$here/bench-page" "$file"
    echo "bench: wrote $file, docs/PERFORMANCE.md and its plot" >&2
}
