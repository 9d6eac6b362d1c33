# SPDX-License-Identifier: MIT
# One section of tools/bench-table. The fields of the rows are told in tools/bench-verbs.sh.
BEGIN {
    FS = "\t"
    split("targets machine play rooms idle stack_targets stacks stranger_targets handshakes strangers logins timing store parts start hostile brain",
        order, " ")
    split("full ws tls wss", stack, " ")
    split("TCP|WebSocket|TLS|WebSocket over TLS", stack_name, "|")
    split("1.20 1.70 1.90", stack_most, " ") # times the CPU of a move over TCP
    split("4 24 24", stack_kib_most, " ")
}

{ seen[$1 == "play" && $4 == "stacks" ? "stacks" : $1] = 1 }
$1 == "machine" { machine[$2] = $3 }
# Of what was measured more than once, the median counts.
$1 == "rooms" {
    rooms_order($2, $3)
    add("rooms_cpu", $2, $3, $4)
    add("rooms_p50", $2, $3, $5)
    add("rooms_p99", $2, $3, $6)
}
$1 == "play" && $4 == "stacks" {
    stack_games = $3
    add("stack_moves", $2, 0, $5)
    add("stack_p50", $2, 0, $6)
    add("stack_p99", $2, 0, $7)
    add("stack_cpu", $2, 0, $8)
}
$1 == "stacks_idle" { stack_idle = $3; stack_kib[$2] = $4 }
$1 == "handshakes" { for (i = 3; i <= 6; i++) add("handshakes", $2, i, $i) }
$1 == "hostile" || $1 == "strangers" {
    if (!(($1, $2, $3) in waited)) {
        waited[$1, $2, $3] = 1
        wait_of[$1, ++count[$1]] = $2 SUBSEP $3
    }
    add("quiet", $2, $3, $4)
    add("attacked", $2, $3, $5)
}
$1 == "play" && $4 != "calibration" && $4 != "stacks" { play_add($2 SUBSEP $3 SUBSEP $4) }
$1 == "idle" { idle[++idle_count] = $0; idle_last = $3; idle_most = $2 }
$1 == "timing" {
    pair_p[++pair_count] = $9
    pair[pair_count] = $2 " and " $7
}
$1 == "logins" || $1 == "timing" || $1 == "store" || $1 == "parts" || $1 == "start" || $1 == "brain" { rows[$1, ++count[$1]] = $0 }

function play_add(key,    i) {
    if (!(key in play_rounds))
        play_key[++play_count] = key
    play_rounds[key]++
    for (i = 5; i <= 10; i++)
        play_sum[key, i] += $i
}
# The means of all rounds, as rows again and by what is compared.
function play_means(    i, j, key) {
    for (i = 1; i <= play_count; i++) {
        key = play_key[i]
        plays[i] = "play" FS key
        gsub(SUBSEP, FS, plays[i])
        for (j = 5; j <= 10; j++)
            plays[i] = plays[i] FS play_sum[key, j] / play_rounds[key]
        moves[key] = play_sum[key, 5] / play_rounds[key]
        p99[key] = play_sum[key, 7] / play_rounds[key]
        cpu[key] = play_sum[key, 8] / play_rounds[key]
        conn[key] = play_sum[key, 10] / play_rounds[key]
    }
}
function rooms_order(kind, rooms) {
    if (!((kind, rooms) in room_seen)) {
        room_seen[kind, rooms] = 1
        room_kind[++room_count] = kind
        room_size[room_count] = rooms
    }
}
function add(what, kind, size, value) { values[what, kind, size, ++value_count[what, kind, size]] = value }
function median(what, kind, size,    n, i, j, sorted, value) {
    n = value_count[what, kind, size]
    for (i = 1; i <= n; i++) {
        value = values[what, kind, size, i] + 0
        for (j = i; j > 1 && sorted[j - 1] > value; j--)
            sorted[j] = sorted[j - 1]
        sorted[j] = value
    }
    return n == 0 ? 0 : n % 2 == 1 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}
# How many times the limit; 0 where that is none.
function times(value, limit) { return limit + 0 == 0 ? 0 : value / limit }
# A whole number with commas.
function grouped(value,    text, out) {
    text = sprintf("%.0f", value)
    for (out = ""; length(text) > 3; text = substr(text, 1, length(text) - 3))
        out = "," substr(text, length(text) - 2) out
    return text out
}
function ms(us) { return sprintf(us < 10000 ? "%.2f ms" : "%.0f ms", us / 1000) }

function table_machine() {
    printf "%s, %d cores%s, %d GiB of memory, %s; %s on a disk that writes and syncs 4 KiB in %s us.\n", machine["cpu"],
        machine["cores"], machine["virtual"] == "yes" ? " (a virtual machine)" : "", machine["memory_gib"],
        machine["kernel"], machine["disk"], grouped(machine["sync_us"])
    printf "Commit `%s`, %s. Load when it began: %s.\n", machine["commit"], machine["date"], machine["load"]
}

function table_play(    i, f) {
    print "| games | store | load | moves/s | of the relay's | p50 | p99 | times the relay's | CPU ms per 1,000 moves | times the relay's | KiB per connection |"
    print "|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= play_count; i++) {
        split(plays[i], f, "\t")
        printf "| %s | %s | %s | %s | %.2f | %s | %s | %.2f | %.1f | %.2f | %.1f |\n", grouped(f[3]), f[2], f[4],
            grouped(f[5]), times(f[5], moves["relay", f[3], f[4]]), ms(f[6]), ms(f[7]),
            times(f[7], p99["relay", f[3], f[4]]), f[8], times(f[8], cpu["relay", f[3], f[4]]), f[10]
    }
}

function table_rooms(    i, kind, size, what) {
    what["waiting"] = "10 games are played, the others wait"
    what["played"] = "a game in every room"
    what["relay"] = "the relay, as many pairs"
    print "| rooms | | CPU ms per 1,000 moves | of that with 10 | p50 | p99 |"
    print "|--:|---|--:|--:|--:|--:|"
    for (i = 1; i <= room_count; i++) {
        kind = room_kind[i]
        size = room_size[i]
        printf "| %s | %s | %.1f | %.2f | %s | %s |\n", grouped(size), what[kind], median("rooms_cpu", kind, size),
            times(median("rooms_cpu", kind, size), median("rooms_cpu", kind, 10)),
            ms(median("rooms_p50", kind, size)), ms(median("rooms_p99", kind, size))
    }
}

# The median of ratios to TCP in the same round.
function stack_times(what, kind,    i) {
    for (i = 1; i <= value_count[what, kind, 0]; i++)
        values["times", what, kind, i] = times(values[what, kind, 0, i], values[what, "full", 0, i])
    value_count["times", what, kind] = value_count[what, kind, 0]
    return median("times", what, kind)
}
function table_stacks(    i, kind) {
    print "| stack | moves/s | of those over TCP | CPU ms per 1,000 moves | times that over TCP | p50 | p99 | KiB of an idle connection |"
    print "|---|--:|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= 4; i++) {
        kind = stack[i]
        printf "| %s | %s | %.2f | %.1f | %.2f | %s | %s | %.2f |\n", stack_name[i], grouped(median("stack_moves", kind, 0)),
            stack_times("stack_moves", kind), median("stack_cpu", kind, 0), stack_times("stack_cpu", kind),
            ms(median("stack_p50", kind, 0)), ms(median("stack_p99", kind, 0)), stack_kib[kind]
    }
}
function table_handshakes(    i, who) {
    split("pentad nginx", who, " ")
    print "| TLS handshakes | a second | of nginx's | p50 | p99 | CPU us each | times nginx's |"
    print "|---|--:|--:|--:|--:|--:|--:|"
    for (i = 1; i <= 2; i++)
        if (value_count["handshakes", who[i], 3] > 0)
            printf "| %s | %s | %.2f | %s | %s | %.0f | %.2f |\n", who[i], grouped(median("handshakes", who[i], 3)),
                handshakes_times(who[i], 3), ms(median("handshakes", who[i], 4)), ms(median("handshakes", who[i], 5)),
                median("handshakes", who[i], 6), handshakes_times(who[i], 6)
}
function handshakes_times(who, field) { return times(median("handshakes", who, field), median("handshakes", "nginx", field)) }
function table_idle(    i, f) {
    print "| idle connections | KiB each |"
    print "|--:|--:|"
    for (i = 1; i <= idle_count; i++) {
        split(idle[i], f, "\t")
        printf "| %s | %.2f |\n", grouped(f[2]), f[3]
    }
    if (idle_most < 20000)
        printf "\nMore than %s were not to be had: the system allows a process %s open files.\n",
            grouped(idle_most), grouped(machine["open_files"])
}

function is_within_aim(quiet_us, attacked_us) { return attacked_us <= 2 * quiet_us + 20000 }
function table_hostile(name,    i, f, quiet, attacked) {
    if (count[name] == 0) {
        print "Not measured yet on this machine."
        return
    }
    print "| attack | what is waited for | p99 in quiet | under attack | of that in quiet | as aimed at |"
    print "|---|---|--:|--:|--:|---|"
    for (i = 1; i <= count[name]; i++) {
        split(wait_of[name, i], f, SUBSEP)
        quiet = median("quiet", f[1], f[2])
        attacked = median("attacked", f[1], f[2])
        if (quiet == 0) # was not measured
            printf "| %s | %s |  | %s |  |  |\n", f[1], f[2], ms(attacked)
        else
            printf "| %s | %s | %s | %s | %.1f | %s |\n", f[1], f[2], ms(quiet), ms(attacked), attacked / quiet,
                is_within_aim(quiet, attacked) ? "yes" : "**no**"
    }
}

# Kinds of columns: text, num (as it is), whole (with commas), ms (of microseconds).
function table_of(name, heads, kinds,    i, j, f, n, kind, line) {
    n = split(kinds, kind, " ")
    print heads
    line = "|"
    for (i = 1; i <= n; i++)
        line = line (kind[i] == "text" ? "---|" : "--:|")
    print line
    for (i = 1; i <= count[name]; i++) {
        split(rows[name, i], f, "\t")
        line = "|"
        for (j = 1; j <= n; j++)
            line = line " " (kind[j] == "ms" ? ms(f[j + 1]) : kind[j] == "whole" ? grouped(f[j + 1]) : f[j + 1]) " |"
        print line
    }
}

function table_brain(    i, j, f) {
    for (i = 1; i <= count["brain"]; i++) {
        split(rows["brain", i], f, "\t")
        print "| first | second | ms a move | games | share of the first | 95 % from | to | pairs that one colour won twice |"
        print "|---|---|--:|--:|--:|--:|--:|--:|"
        printf "| %s | %s | %s | %s | %.3f | %.3f | %.3f | %.3f |\n\n", f[2], f[3], f[4], grouped(f[5]), f[6], f[7], f[8], f[9]
        print "| program | lost by illegal moves | by late answers | by ending | longest answer, ms |"
        print "|---|--:|--:|--:|--:|"
        for (j = 0; j < 2; j++)
            printf "| %s | %s | %s | %s | %s |\n", f[2 + j], f[10 + 4 * j], f[11 + 4 * j], f[12 + 4 * j], f[13 + 4 * j]
    }
}

# Of three pairs, one may look like that by chance in a hundred runs.
function is_told_apart(p) { return p < 0.01 / 3 }
function table_timing(    i, f, what) {
    what["unknown"] = "a name that nobody has"
    what["guest"] = "a guest's name"
    what["account"] = "an account's, a wrong password"
    if (count["timing"] == 0) {
        print "Not measured in that run."
        return
    }
    print "| login | times | median | mean | p99 | beside | takes longer in | p |"
    print "|---|--:|--:|--:|--:|---|--:|--:|"
    for (i = 1; i <= count["timing"]; i++) {
        split(rows["timing", i], f, "\t")
        printf "| %s | %s | %.1f us | %.1f us | %.1f us | %s | %.1f%% of all pairs | %.2g |\n", what[f[2]], grouped(f[3]),
            f[4], f[5], f[6], what[f[7]], 100 * f[8], f[9]
    }
}

function target(what, wanted, reached, is_met) {
    printf "| %s | %s | %s | %s |\n", what, wanted, reached, is_met ? "yes" : "**no**"
}
function at_least(what, store, games, wanted, reach,    got) {
    if (!((store, games, "full") in moves) || !(("relay", games, "full") in moves))
        return
    got = times(moves[store, games, "full"], moves["relay", games, "full"])
    target(sprintf("moves/s, %s, %s games", what, grouped(games)),
        sprintf("at least %s of the relay's%s", wanted, reach > 0 ? sprintf(" (reach for %s)", reach) : ""),
        sprintf("%.2f", got), got >= wanted)
}
function cpu_target(games,    got) {
    if (!(("full", games, "full") in cpu))
        return
    got = times(cpu["full", games, "full"], cpu["relay", games, "full"])
    target(sprintf("CPU of a move, durable, %s games", grouped(games)), "at most 2.00 times the relay's (reach for 1.50)",
        sprintf("%.2f", got), got <= 2)
}
function half_target(games,    got, most) {
    if (!(("full", games, "half") in p99))
        return
    got = p99["full", games, "half"]
    most = 2 * p99["relay", games, "half"] + machine["sync_us"]
    target(sprintf("p99 at half load, durable, %s games", grouped(games)), "at most 2 times the relay's and a commit: " ms(most),
        ms(got), got <= most)
}
function table_targets(    i, size, got) {
    print "| what | target | reached | met |"
    print "|---|---|--:|---|"
    at_least("durable", "full", 50, 0.4, 0.5)
    at_least("durable", "full", 500, 0.6, 0.8)
    at_least("durable", "full", 2000, 0.6, 0.8)
    at_least("memory store", "memory", 50, 0.5, 0)
    at_least("memory store", "memory", 500, 0.75, 0)
    at_least("memory store", "memory", 2000, 0.75, 0)
    at_least("durable, 1.5 times what the best server without durability reaches (`ws`, .29)", "full", 500, 0.435, 0)
    cpu_target(500)
    cpu_target(2000)
    half_target(50)
    half_target(500)
    half_target(2000)
    if (idle_count > 0)
        target(sprintf("memory of an idle connection, of %s", grouped(idle_most)), "at most 2 KiB", sprintf("%.2f KiB", idle_last), idle_last <= 2)
    if (("full", 2000, "half") in conn)
        target("memory of a connection in a game, of 4,000", "at most 8 KiB", sprintf("%.1f KiB", conn["full", 2000, "half"]), conn["full", 2000, "half"] <= 8)
    for (i = 1; i <= pair_count; i++)
        target(sprintf("logins that fail, %s, told apart by time", pair[i]), "p at least 0.0033", sprintf("%.2g", pair_p[i]), !is_told_apart(pair_p[i]))
    for (i = 1; i <= room_count; i++) {
        if (room_kind[i] != "waiting" || room_size[i] == 10)
            continue
        got = times(median("rooms_cpu", "waiting", room_size[i]), median("rooms_cpu", "waiting", 10))
        target(sprintf("CPU of a move with %s rooms", grouped(room_size[i])), "at most 1.10 times that with 10", sprintf("%.2f", got), got <= 1.10)
    }
}

function table_stack_targets(    i, got) {
    print "| what | target | reached | met |"
    print "|---|---|--:|---|"
    for (i = 2; i <= 4 && stack_games > 0; i++) {
        got = stack_times("stack_cpu", stack[i])
        target(sprintf("CPU of a move, %s, %s games", stack_name[i], grouped(stack_games)),
            sprintf("at most %s times that over TCP", stack_most[i - 1]), sprintf("%.2f", got), got <= stack_most[i - 1])
    }
    for (i = 2; i <= 4 && stack_idle > 0; i++)
        target(sprintf("memory of an idle connection, %s, of %s", stack_name[i], grouped(stack_idle)),
            sprintf("at most %s KiB", stack_kib_most[i - 1]), sprintf("%.2f KiB", stack_kib[stack[i]]),
            stack_kib[stack[i]] <= stack_kib_most[i - 1])
}
function table_stranger_targets(    i, f, got, good) {
    print "| what | target | reached | met |"
    print "|---|---|--:|---|"
    if (value_count["handshakes", "nginx", 3] > 0) {
        got = handshakes_times("pentad", 3)
        target("TLS handshakes a second", "at least 0.5 of nginx's with one worker", sprintf("%.2f", got), got >= 0.5)
    }
    for (i = 1; i <= count["strangers"]; i++) {
        split(wait_of["strangers", i], f, SUBSEP)
        good += is_within_aim(median("quiet", f[1], f[2]), median("attacked", f[1], f[2]))
    }
    if (i > 1)
        target("p99 of the honest beside attacks of strangers", "at most twice that in quiet and 20 ms",
            sprintf("%d of %d", good, i - 1), good == i - 1)
}

# For the plot: games, moves/s of each store beside the relay's, CPU of each beside the relay's.
function table_plot(    i, j, f, kind, line, cpus) {
    split("full normal memory", kind, " ")
    for (i = 1; i <= play_count; i++) {
        split(plays[i], f, "\t")
        if (f[2] != "relay" || f[4] != "full")
            continue
        line = f[3]
        cpus = ""
        for (j = 1; j <= 3; j++) {
            line = line " " times(moves[kind[j], f[3], "full"], f[5])
            cpus = cpus " " times(cpu[kind[j], f[3], "full"], f[8])
        }
        print line cpus
    }
}

END {
    play_means()
    seen["targets"] = seen["play"] && seen["idle"] && seen["rooms"]
    seen["stack_targets"] = seen["stacks"]
    seen["stranger_targets"] = seen["handshakes"] || seen["strangers"]
    if (section == "sections") {
        for (i = 1; i in order; i++)
            if (seen[order[i]])
                print order[i]
    } else if (section == "targets") table_targets()
    else if (section == "machine") table_machine()
    else if (section == "play") table_play()
    else if (section == "plot") table_plot()
    else if (section == "rooms") table_rooms()
    else if (section == "idle") table_idle()
    else if (section == "stack_targets") table_stack_targets()
    else if (section == "stacks") table_stacks()
    else if (section == "stranger_targets") table_stranger_targets()
    else if (section == "handshakes") table_handshakes()
    else if (section == "strangers") table_hostile("strangers")
    else if (section == "logins") table_of("logins", "| password | logins/s | p50 | p99 |", "text num ms ms")
    else if (section == "timing") table_timing()
    else if (section == "store") table_of("store", "| question | median | p99 |", "text ms ms")
    else if (section == "parts") table_of("parts", "| what | ns | allocations |", "text whole num")
    else if (section == "hostile") table_hostile("hostile")
    else if (section == "brain") table_brain()
    else if (section == "start") table_of("start", "| in progress | over | start | seconds to listening | MiB |", "whole whole text num num")
}
