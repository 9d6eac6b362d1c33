// Made by tools/types.awk from the tables of proto/ and client/core/door.def: ./dev docs writes it anew.
// docs/PROTOCOL.md says what each of it means.
export type SeatWord = "first" | "second";
export type MarkWord = "none" | "x" | "o";
export type NameVerdictWord = "free" | "taken" | "too_short" | "too_long" | "beginning" | "characters" | "scripts" | "office" | "reserved";
export type RightsWord = "play" | "look";
export type FamilyWord = "flat" | "spatial" | "nested" | "endless";
export type OverlineWord = "nothing" | "wins" | "wins_for_o";
export type OpeningWord = "none" | "swap2" | "swap15" | "renju";
export type ExpectsWord = "stone" | "choice" | "nothing";
export type ResultWord = "first" | "second" | "draw" | "none";
export type ReasonWord = "row" | "full_board" | "resign" | "agreed" | "aborted" | "left" | "time" | "claim" | "no_start" | "abandoned" | "closed" | "broken_off" | "points" | "limit" | "blocked";
export type RoomStateWord = "open" | "playing" | "over";
export type FirstWord = "random" | "opener" | "joiner";
export type DrawWord = "offer" | "accept" | "refuse";
export type TakebackWord = "ask" | "accept" | "refuse";
export type ClockKindWord = "none" | "per_move" | "fischer" | "byoyomi" | "correspondence";
export type FormatWord = "sgf" | "psq" | "json";
export type SwitchWord = "off" | "on";
export type ThemeWord = "wood" | "paper" | "night" | "contrast";
export type PiecesWord = "marks" | "stones";
export type LanguageWord = "auto" | "en" | "ru";
export type ChatWord = "on" | "phrases" | "off";
export type ContactsWord = "everyone" | "met" | "nobody";
export type RoleWord = "player" | "moderator" | "operator";
export type ScoreWord = "won" | "lost" | "drawn" | "void";
export type StakeWord = "rated" | "unrated";
export type ComputersWord = "only" | "without";
export type ComplaintWord = "cheating" | "stalling" | "insult" | "name" | "other";
export type VerdictWord = "upheld" | "dismissed";
export type AppealStateWord = "possible" | "open" | "dismissed";
export type FocusWord = "lost" | "back";
export type ModActWord = "mute" | "unmute" | "ban" | "unban" | "rename" | "close_room" | "reset_password" | "role" | "resolve" | "clear_profile" | "accounts" | "annul" | "warn" | "note" | "related" | "ban_origin" | "unban_origin" | "answer";
export type MemoKindWord = "report_judged" | "warning" | "appeal_refused" | "points_back" | "appeal_upheld" | "fined" | "game_over";
export type StakesWord = "rated" | "unrated";
export type DeclineWord = "no_reason" | "busy" | "later" | "too_fast" | "too_slow" | "rated" | "unrated" | "variant";
export type UnqueuedWord = "clock_is_running" | "too_many_rooms";
export type CostWord = "connect" | "newcomer" | "spoilt" | "login" | "create" | "report" | "write" | "say" | "read" | "heavy" | "guess" | "bytes" | "answer" | "receive";
export interface FlatInfo {
    width: number;
    height: number;
}
export interface SpatialInfo {
    width: number;
    height: number;
    depth: number;
}
export interface EndlessInfo {
    left: number;
    right: number;
    below: number;
    above: number;
}
export interface NestedInfo {
    levels: number;
}
export interface Clock {
    kind: ClockKindWord;
    main_ms?: number;
    increment_ms?: number;
    period_ms?: number;
    periods?: number;
}
export interface VariantInfo {
    key: string;
    name: string;
    family: FamilyWord;
    needs?: string;
    can_be_rated: boolean;
    flat?: FlatInfo;
    spatial?: SpatialInfo;
    nested?: NestedInfo;
    endless?: EndlessInfo;
    row: number;
    overline?: OverlineWord;
    opening?: OpeningWord;
    clock?: Clock;
    turn?: number;
}
export interface ComputerInfo {
    key: string;
    name: string;
    levels: number;
    plays?: string;
}
export interface NestedState {
    owners: string;
    next?: number;
    field?: number;
}
export interface BoardMoved {
    cells?: string;
    first_mark?: MarkWord;
    expects: ExpectsWord;
    choices?: string;
    nested?: NestedState;
    first_points?: number;
    second_points?: number;
}
export interface BoardState {
    expects: ExpectsWord;
    choices?: string;
    next_mark: MarkWord;
    first_mark: MarkWord;
    cells?: string;
    nested?: NestedState;
    first_points?: number;
    second_points?: number;
    line?: string;
}
export interface BoardEnded {
    line: string;
}
export interface Limits {
    frame_bytes: number;
    reply_bytes: number;
    depth: number;
    login_ms: number;
    strangers?: number;
    idle_ms: number;
    heartbeat_ms: number;
    first_move_ms: number;
    claim_ms: number;
    absent_bullet_ms?: number;
    absent_blitz_ms?: number;
    absent_slow_ms?: number;
    rated_clock_ms?: number;
    computer_games_per_player?: number;
    computer_games_per_address?: number;
    rooms_per_player: number;
    open_rooms_per_guest?: number;
    invitations_per_address?: number;
    conduct_percent?: number;
    conduct_games?: number;
    days_off?: number;
    lag_cap_ms?: number;
    lag_cap_part?: number;
    rate_percent?: number;
    refusals?: number;
    output_bytes?: number;
    output_bytes_asking?: number;
    output_stall_ms?: number;
    connections?: number;
    connections_per_address?: number;
    passwords_per_address?: number;
    keys_per_player?: number;
    key_ms?: number;
    costs: CostRate[];
    players_per_address?: number;
    session_days?: number;
    guest_session_days?: number;
    sessions_per_player?: number;
    queries_per_player?: number;
    queries_per_address?: number;
    queries?: number;
    password_chars?: number;
    password_chars_role?: number;
    password_chars_max?: number;
    about_chars?: number;
    chat_chars?: number;
    message_chars?: number;
    report_chars?: number;
    reason_chars?: number;
    provisional_games?: number;
    provisional_opponents?: number;
    provisional_points?: number;
    rated_pair_games?: number;
}
export interface Phrase {
    text: string;
}
export interface CostRate {
    cost: CostWord;
    units: number;
    per_ms: number;
}
export interface Clocks {
    first_ms: number;
    second_ms: number;
    first_periods?: number;
    second_periods?: number;
}
export interface Person {
    name: string;
    guest: boolean;
    computer?: string;
    level?: number;
    connected: boolean;
    claim_in_ms?: number;
    rating?: number;
    provisional?: boolean;
    lag_ms?: number;
    silent?: boolean;
    off_until?: number;
}
export interface Room {
    room: string;
    seq?: number;
    variant: string;
    rated: boolean;
    clock: Clock;
    first: FirstWord;
    link?: boolean;
    resigns?: boolean;
    state: RoomStateWord;
    behind?: boolean;
    players: Person[];
    watchers: number;
    opened: number;
    game?: string;
    rematch_by?: string;
    invited?: string;
    answer_in_ms?: number;
    waits_for?: string;
    left_ms?: number;
    place?: number;
}
export interface Waiting {
    variant: string;
    rated: boolean;
    clock: Clock;
    players: number;
}
export interface Present {
    name: string;
    playing?: boolean;
}
export interface Game {
    game: string;
    room?: string;
    variant: string;
    rated: boolean;
    clock: Clock;
    first: Person;
    second: Person;
    actions: string;
    ply: number;
    given?: number;
    seq: number;
    to_act?: SeatWord;
    draw_offer?: SeatWord;
    takeback?: SeatWord;
    clocks?: Clocks;
    clock_waits_ms?: number;
    server_now: number;
    result?: ResultWord;
    reason?: ReasonWord;
    changes: RatingChange[];
    annulled?: boolean;
    started: number;
    ended?: number;
    spent?: string;
    lags?: string;
    planned?: string;
    board: BoardState;
}
export interface SessionRow {
    session: string;
    created: number;
    used: number;
    origin?: string;
    client?: string;
    connected: boolean;
    current: boolean;
    rights?: RightsWord;
    label?: string;
    ends?: number;
}
export interface BlockRow {
    name: string;
    guest: boolean;
    since: number;
}
export interface FollowRow {
    name: string;
    since: number;
    connected: boolean;
    room?: string;
}
export interface Settings {
    theme?: ThemeWord;
    pieces?: PiecesWord;
    sound?: SwitchWord;
    language?: LanguageWord;
    allow_takeback?: SwitchWord;
    show_threats?: SwitchWord;
    close_threats?: SwitchWord;
    invitations_from?: ContactsWord;
    messages_from?: ContactsWord;
    show_weights?: SwitchWord;
}
export interface RatingChange {
    name: string;
    before: number;
    after: number;
    provisional?: boolean;
}
export interface Standing {
    rank: number;
    name: string;
    rating: number;
    games: number;
    listed?: number;
}
export interface PlayerRating {
    variant: string;
    rating: number;
    games: number;
    rank?: number;
    provisional?: boolean;
    listed?: number;
}
export interface HistoryRow {
    game: string;
    variant: string;
    rated: boolean;
    ended: number;
    opponent: string;
    opponent_rank?: number;
    score: ScoreWord;
    reason: ReasonWord;
    points: number;
    plies: number;
    given?: number;
    seat?: SeatWord;
    mark?: MarkWord;
    opponent_rating?: number;
    opponent_provisional?: boolean;
    annulled?: boolean;
    starred?: boolean;
}
export interface CurrentGame {
    game: string;
    room: string;
    variant: string;
    rated: boolean;
    first: string;
    second: string;
    ply: number;
    to_act: SeatWord;
    left_ms?: number;
    acted?: number;
    last?: string;
    actions?: string;
}
export interface ExportedGame {
    game: string;
    text?: string;
    json?: SavedGame;
    no_record?: boolean;
}
export interface SavedPlayer {
    name: string;
    guest?: boolean;
    computer?: string;
    level?: number;
    mark?: MarkWord;
    before?: number;
    after?: number;
    provisional?: boolean;
}
export interface SavedGame {
    game: string;
    variant: string;
    rated: boolean;
    clock: Clock;
    first: SavedPlayer;
    second: SavedPlayer;
    actions: string;
    ply: number;
    given?: number;
    result?: ResultWord;
    reason?: ReasonWord;
    started: number;
    ended?: number;
    spent?: string;
    lags?: string;
    annulled?: boolean;
    board?: BoardEnded;
}
export interface RatingDay {
    day: string;
    rating: number;
    games: number;
    annulled?: number;
    annulled_later?: number;
}
export interface FoundPlayer {
    name: string;
    connected: boolean;
    rating?: number;
    rank?: number;
    provisional?: boolean;
    games?: number;
}
export interface Tally {
    variant: string;
    seat: SeatWord;
    mark: MarkWord;
    won: number;
    lost: number;
    drawn: number;
}
export interface Form {
    variant: string;
    winning: number;
    longest_winning: number;
    unbeaten: number;
    longest_unbeaten: number;
    best_win?: string;
    best_win_over?: string;
    best_win_rating?: number;
}
export interface ChatLine {
    n: number;
    name: string;
    text?: string;
    hidden?: boolean;
    at: number;
    from_watcher?: boolean;
}
export interface Message {
    message: string;
    from: string;
    to: string;
    text: string;
    at: number;
}
export interface Thread {
    with: string;
    message: string;
    own: boolean;
    text: string;
    at: number;
    unread: number;
}
export interface Report {
    n: number;
    at: number;
    by: string;
    name: string;
    complaint: ComplaintWord;
    game?: string;
    text?: string;
    upheld?: number;
    dismissed?: number;
    others?: number;
    uncounted?: boolean;
}
export interface CaseComplaint {
    complaint: ComplaintWord;
}
export interface ReportCase {
    name: string;
    reports: number;
    reporters: number;
    complaints: CaseComplaint[];
    first: number;
    latest: number;
    last: number;
    own?: boolean;
}
export interface ReportedLine {
    n: number;
    name: string;
    text: string;
    at: number;
    reported?: boolean;
    hidden?: boolean;
    from_watcher?: boolean;
}
export interface Conduct {
    games: number;
    broken: number;
    paused_until?: number;
}
export interface Sanction {
    until?: number;
    reason?: string;
}
export interface PointsRow {
    name: string;
    points: number;
    games: number;
    last: number;
    same_network?: boolean;
    held?: number;
}
export interface Appeal {
    n: number;
    at: number;
    name: string;
    text: string;
    against: ModActWord;
    since: number;
    by?: string;
    until?: number;
    reason?: string;
    ended?: boolean;
}
export interface Sanctioned {
    name: string;
    ban?: Sanction;
    mute?: Sanction;
}
export interface Related {
    name: string;
    guest?: boolean;
    deleted?: boolean;
    created: number;
    networks: number;
    days: number;
    last: number;
    ban?: Sanction;
    mute?: Sanction;
}
export interface Memo {
    memo: string;
    at: number;
    kind: MemoKindWord;
    name?: string;
    game?: string;
    verdict?: VerdictWord;
    points?: number;
    month?: string;
    score?: ScoreWord;
    against?: ModActWord;
    text?: string;
    seen?: boolean;
}
export interface NewAccount {
    name: string;
}
export interface MadeAccount {
    name: string;
    password: string;
    recovery: string;
}
export interface RefusedName {
    n: number;
    name: string;
    verdict: NameVerdictWord;
}
export interface Note {
    at: number;
    by?: string;
    text: string;
}
export interface PlayerFile {
    warnings: number;
    warning_seen?: boolean;
    notes: Note[];
}
export interface ModEntry {
    n: number;
    at: number;
    act: ModActWord;
    by?: string;
    name?: string;
    room?: string;
    report?: number;
    judged?: number;
    until?: number;
    reason?: string;
    detail?: string;
    played?: boolean;
}
export interface FineWarning {
    variant: string;
    month: string;
    until: number;
    at: number;
    points: number;
}
export interface FineRow {
    variant: string;
    month: string;
    before: number;
    after: number;
    at: number;
}
export interface Requests {
"hello": {
    protocol?: number;
    client?: string;
};
"variant.list": {
};
"ping": {
    heartbeat?: number;
};
"auth.guest": {
};
"auth.check": {
    name: string;
};
"auth.register": {
    name: string;
    password: string;
};
"auth.login": {
    name: string;
    password: string;
    device?: string;
};
"auth.appeal": {
    name: string;
    password: string;
    device?: string;
    text: string;
};
"auth.recover": {
    name: string;
    code: string;
    password: string;
};
"auth.resume": {
    token?: string;
};
"player.sync": {
    since?: number;
};
"auth.logout": {
};
"auth.password": {
    old: string;
    new: string;
};
"auth.confirm": {
    password: string;
};
"auth.recovery": {
    password: string;
};
"auth.token": {
    password: string;
    label: string;
    rights: RightsWord;
    days: number;
};
"auth.delete": {
    password: string;
};
"session.list": {
};
"session.revoke": {
    session?: string;
};
"room.open": {
    variant: string;
    rated?: boolean;
    clock?: Clock;
    first?: FirstWord;
    invite?: string;
    computer?: string;
    level?: number;
    actions?: string;
    link?: boolean;
    resigns?: boolean;
};
"room.list": {
    state?: RoomStateWord;
    variant?: string;
    stakes?: StakesWord;
    clock_kind?: ClockKindWord;
    tended?: boolean;
    min_rating?: number;
    max_rating?: number;
    before?: string;
    limit?: number;
};
"room.join": {
    room?: string;
    link?: string;
};
"room.link": {
    room: string;
};
"room.look": {
    link: string;
};
"room.decline": {
    room: string;
    reason?: DeclineWord;
};
"room.quick": {
    variant: string;
    also?: string;
    rated?: boolean;
    clock?: Clock;
    within?: number;
    computer?: string;
    level?: number;
    resigns?: boolean;
};
"room.quick_cancel": {
};
"room.watch": {
    room: string;
};
"room.sync": {
    room: string;
    since?: number;
};
"room.leave": {
    room: string;
    keeps_seat?: boolean;
};
"room.say": {
    room: string;
    text: string;
};
"room.rematch": {
    room: string;
    refuse?: boolean;
};
"room.claim": {
    room: string;
};
"lobby.watch": {
    variant?: string;
    stakes?: StakesWord;
    clock_kind?: ClockKindWord;
    min_rating?: number;
    max_rating?: number;
    before?: string;
    limit?: number;
};
"lobby.leave": {
};
"game.move": {
    game: string;
    ply: number;
    action: string;
};
"game.plan": {
    game: string;
    ply?: number;
    lines?: string;
};
"game.draw": {
    game: string;
    answer?: DrawWord;
};
"game.resign": {
    game: string;
};
"game.focus": {
    game: string;
    focus: FocusWord;
};
"game.abort": {
    game: string;
};
"game.takeback": {
    game: string;
    answer?: TakebackWord;
};
"game.give_time": {
    game: string;
    ms?: number;
};
"game.sync": {
    game: string;
    since?: number;
};
"game.get": {
    game: string;
};
"game.export": {
    game: string;
    format: FormatWord;
};
"history.list": {
    name?: string;
    variant?: string;
    score?: ScoreWord;
    opponent?: string;
    before?: string;
    limit?: number;
    since?: number;
    until?: number;
    stake?: StakeWord;
    computers?: ComputersWord;
    starred?: boolean;
};
"history.star": {
    game: string;
    starred?: boolean;
};
"history.export": {
    name?: string;
    format: FormatWord;
    variant?: string;
    score?: ScoreWord;
    opponent?: string;
    before?: string;
    limit?: number;
    since?: number;
    until?: number;
    stake?: StakeWord;
    computers?: ComputersWord;
    starred?: boolean;
};
"rating.top": {
    variant: string;
    from?: number;
    limit?: number;
};
"rating.around": {
    variant: string;
    name?: string;
    limit?: number;
};
"rating.fines": {
    name?: string;
    from?: number;
    limit?: number;
};
"rating.graph": {
    name?: string;
    variant: string;
    from_day?: string;
    to_day?: string;
};
"player.get": {
    name?: string;
};
"player.games": {
    name?: string;
};
"player.days_off": {
    days: number;
};
"profile.set": {
    about?: string;
    country?: string;
};
"photo.set": {
    image: string;
};
"photo.remove": {
};
"photo.get": {
    name?: string;
    photo?: string;
};
"settings.get": {
};
"settings.set": {
    settings: Settings;
};
"block.add": {
    name: string;
};
"block.remove": {
    name: string;
};
"block.list": {
    from?: number;
    limit?: number;
};
"follow.add": {
    name: string;
};
"follow.remove": {
    name: string;
};
"follow.list": {
    from?: number;
    limit?: number;
};
"memo.list": {
};
"memo.seen": {
    upto: string;
};
"player.report": {
    name: string;
    complaint: ComplaintWord;
    game?: string;
    text?: string;
};
"player.appeal": {
    against?: ModActWord;
    text: string;
};
"mod.mute": {
    name: string;
    minutes?: number;
    reason: string;
};
"mod.warn": {
    name: string;
    reason: string;
};
"mod.note": {
    name: string;
    text: string;
};
"mod.unmute": {
    name: string;
    reason?: string;
};
"mod.ban": {
    name: string;
    minutes?: number;
    reason: string;
};
"mod.unban": {
    name: string;
    reason?: string;
};
"mod.rename": {
    name: string;
    to?: string;
    reason?: string;
};
"mod.clear_profile": {
    name: string;
    reason?: string;
};
"mod.close_room": {
    room: string;
    reason: string;
};
"mod.annul": {
    game?: string;
    name?: string;
    since?: number;
    reason: string;
};
"mod.reset_password": {
    name: string;
    reason?: string;
};
"mod.accounts": {
    accounts: NewAccount[];
    reason?: string;
};
"mod.role": {
    name: string;
    role: RoleWord;
    reason?: string;
};
"mod.cases": {
    skip?: number;
    limit?: number;
};
"mod.reports": {
    name?: string;
    skip?: number;
    limit?: number;
};
"mod.report": {
    report: number;
};
"mod.resolve": {
    report: number;
    verdict: VerdictWord;
    note?: string;
    all?: boolean;
};
"mod.appeals": {
    from?: number;
    limit?: number;
};
"mod.answer": {
    appeal: number;
    verdict: VerdictWord;
    note?: string;
};
"mod.game": {
    game: string;
};
"mod.log": {
    name?: string;
    before?: number;
    limit?: number;
};
"mod.points": {
    name: string;
    from?: number;
    limit?: number;
};
"mod.sanctions": {
    after?: string;
    limit?: number;
};
"mod.related": {
    name: string;
    after?: string;
    limit?: number;
    reason?: string;
};
"mod.ban_origin": {
    name: string;
    minutes: number;
    reason: string;
};
"mod.unban_origin": {
    name: string;
    reason?: string;
};
"mod.stats": {
};
"message.send": {
    to: string;
    text: string;
};
"message.threads": {
    before?: string;
    limit?: number;
};
"message.list": {
    with: string;
    before?: string;
    limit?: number;
};
"message.read": {
    with: string;
    upto: string;
};
"message.delete": {
    message?: string;
    with?: string;
    upto?: string;
};
"player.find": {
    text: string;
    variant?: string;
    after?: string;
    limit?: number;
};
"player.stats": {
    name?: string;
    variant?: string;
    against?: string;
    computers?: ComputersWord;
};
}
export interface Replies {
"hello": {
    protocol: number;
    server: string;
    now: number;
    limits: Limits;
    variants_count?: number;
    variants_version?: number;
    computers: ComputerInfo[];
    chat?: ChatWord;
    phrases: Phrase[];
};
"variant.list": {
    version: number;
    variants: VariantInfo[];
};
"ping": {
    now: number;
    lag_ms?: number;
};
"auth.guest": {
    name: string;
    token: string;
    seq: number;
};
"auth.check": {
    verdict: NameVerdictWord;
};
"auth.register": {
    name: string;
    token: string;
    recovery?: string;
    seq: number;
};
"auth.login": {
    name: string;
    token: string;
    seq: number;
    rooms: Room[];
    invitations: Room[];
    fine_warning?: FineWarning;
    unread?: number;
    mute?: Sanction;
    role?: RoleWord;
    no_recovery?: boolean;
    memos?: boolean;
};
"auth.appeal": {
};
"auth.recover": {
    token: string;
    recovery: string;
};
"auth.resume": {
    name: string;
    guest: boolean;
    rights?: RightsWord;
    seq: number;
    rooms: Room[];
    invitations: Room[];
    fine_warning?: FineWarning;
    unread?: number;
    mute?: Sanction;
    role?: RoleWord;
    no_recovery?: boolean;
    memos?: boolean;
};
"player.sync": {
    seq: number;
    whole: boolean;
    rooms: Room[];
    invitations: Room[];
    fine_warning?: FineWarning;
    unread?: number;
    mute?: Sanction;
    role?: RoleWord;
};
"auth.logout": {
};
"auth.password": {
};
"auth.confirm": {
};
"auth.recovery": {
    recovery: string;
};
"auth.token": {
    token: string;
    session: string;
    ends: number;
};
"auth.delete": {
};
"session.list": {
    rows: SessionRow[];
    more: boolean;
};
"session.revoke": {
};
"room.open": {
    room: Room;
    game?: Game;
};
"room.list": {
    rooms: Room[];
    more: boolean;
};
"room.join": {
    room: Room;
    game: Game;
};
"room.link": {
    link: string;
    ends_in_ms: number;
};
"room.look": {
    room: Room;
};
"room.decline": {
};
"room.quick": {
    waiting: number;
    estimate_ms?: number;
};
"room.quick_cancel": {
};
"room.watch": {
    room: Room;
    game?: Game;
    chat: ChatLine[];
};
"room.sync": {
    room: Room;
    whole: boolean;
    game?: Game;
    chat: ChatLine[];
};
"room.leave": {
    left?: boolean;
};
"room.say": {
    n: number;
};
"room.rematch": {
    game?: Game;
};
"room.claim": {
};
"lobby.watch": {
    rooms: Room[];
    more: boolean;
    waiting: Waiting[];
    here: Present[];
    guests: number;
    players: number;
    games: number;
};
"lobby.leave": {
};
"game.move": {
    ply: number;
};
"game.plan": {
    ply: number;
    lines: string;
};
"game.draw": {
    agreed: boolean;
};
"game.resign": {
};
"game.focus": {
    kept: boolean;
};
"game.abort": {
};
"game.takeback": {
    taken: boolean;
    ply: number;
};
"game.give_time": {
    ms: number;
};
"game.sync": {
    seq: number;
    clocks?: Clocks;
    clock_waits_ms?: number;
    server_now: number;
    game?: Game;
};
"game.get": {
    game: Game;
};
"game.export": {
    text: string;
    json?: SavedGame;
};
"history.list": {
    name: string;
    rows: HistoryRow[];
    more: boolean;
};
"history.star": {
    starred: boolean;
};
"history.export": {
    name: string;
    games: ExportedGame[];
    more: boolean;
};
"rating.top": {
    total: number;
    rows: Standing[];
};
"rating.around": {
    total: number;
    rank?: number;
    rows: Standing[];
    provisional?: boolean;
    rating?: number;
    games_to_go?: number;
    opponents_to_go?: number;
};
"rating.fines": {
    name: string;
    rows: FineRow[];
    more: boolean;
};
"rating.graph": {
    name: string;
    from_day: string;
    to_day: string;
    days: RatingDay[];
    before?: number;
    first_day?: string;
    rating?: number;
    peak?: number;
    games?: number;
    rank?: number;
    provisional?: boolean;
};
"player.get": {
    name: string;
    guest: boolean;
    computer?: string;
    level?: number;
    connected: boolean;
    created: number;
    ratings: PlayerRating[];
    about?: string;
    country?: string;
    role?: RoleWord;
    deleted?: boolean;
    off_until?: number;
    days_off_left?: number;
    ban?: Sanction;
    mute?: Sanction;
    conduct?: Conduct;
    file?: PlayerFile;
    photo?: string;
};
"player.games": {
    name: string;
    games: CurrentGame[];
};
"player.days_off": {
    off_until?: number;
    left: number;
};
"profile.set": {
    about: string;
    country: string;
};
"photo.set": {
    photo: string;
};
"photo.remove": {
};
"photo.get": {
    photo: string;
    image: string;
};
"settings.get": {
    settings: Settings;
};
"settings.set": {
    settings: Settings;
};
"block.add": {
    name: string;
};
"block.remove": {
    name: string;
};
"block.list": {
    rows: BlockRow[];
    more: boolean;
};
"follow.add": {
    name: string;
};
"follow.remove": {
    name: string;
};
"follow.list": {
    rows: FollowRow[];
    more: boolean;
};
"memo.list": {
    memos: Memo[];
};
"memo.seen": {
};
"player.report": {
};
"player.appeal": {
};
"mod.mute": {
    name: string;
    until?: number;
};
"mod.warn": {
    name: string;
};
"mod.note": {
    name: string;
};
"mod.unmute": {
    name: string;
};
"mod.ban": {
    name: string;
    until?: number;
};
"mod.unban": {
    name: string;
};
"mod.rename": {
    name: string;
};
"mod.clear_profile": {
    name: string;
};
"mod.close_room": {
};
"mod.annul": {
    games: number;
    more?: boolean;
};
"mod.reset_password": {
    name: string;
    password: string;
};
"mod.accounts": {
    accounts: MadeAccount[];
    refused: RefusedName[];
};
"mod.role": {
    name: string;
};
"mod.cases": {
    cases: ReportCase[];
    more: boolean;
};
"mod.reports": {
    reports: Report[];
    more: boolean;
};
"mod.report": {
    n: number;
    at: number;
    by: string;
    name: string;
    complaint: ComplaintWord;
    game?: string;
    text?: string;
    verdict?: VerdictWord;
    room?: string;
    lines: ReportedLine[];
};
"mod.resolve": {
    judged: number;
    more?: boolean;
};
"mod.appeals": {
    appeals: Appeal[];
    more: boolean;
};
"mod.answer": {
    name: string;
    lifted?: boolean;
};
"mod.game": {
    game: Game;
    by: string;
    spent?: string;
    lost: string;
};
"mod.log": {
    entries: ModEntry[];
    more: boolean;
};
"mod.points": {
    name: string;
    held?: number;
    rows: PointsRow[];
    more: boolean;
};
"mod.sanctions": {
    rows: Sanctioned[];
    more: boolean;
};
"mod.related": {
    name: string;
    rows: Related[];
    more: boolean;
};
"mod.ban_origin": {
    name: string;
    until: number;
    networks: number;
};
"mod.unban_origin": {
    name: string;
};
"mod.stats": {
    connections: number;
    players: number;
    rooms: number;
    games: number;
    asleep: number;
    up_ms: number;
};
"message.send": {
    message: string;
    at: number;
};
"message.threads": {
    threads: Thread[];
    more: boolean;
    unread: number;
};
"message.list": {
    messages: Message[];
    more: boolean;
};
"message.read": {
    unread: number;
};
"message.delete": {
    unread: number;
    more: boolean;
};
"player.find": {
    rows: FoundPlayer[];
    more: boolean;
};
"player.stats": {
    name: string;
    against?: string;
    tallies: Tally[];
    form: Form[];
};
}
export interface Events {
"heartbeat": {
    ev: "heartbeat";
    now: number;
    n?: number;
};
"settings.changed": {
    ev: "settings.changed";
    seq?: number;
    settings: Settings;
};
"follow.came": {
    ev: "follow.came";
    name: string;
};
"bye": {
    ev: "bye";
    code: string;
    message: string;
    retry_after_ms?: number;
    reason?: string;
};
"plan.changed": {
    ev: "plan.changed";
    seq?: number;
    of: string;
    ply: number;
    lines: string;
};
"rating.fined": {
    ev: "rating.fined";
    seq?: number;
    variant: string;
    month: string;
    before: number;
    after: number;
};
"rating.annulled": {
    ev: "rating.annulled";
    seq?: number;
    variant: string;
    games: number;
    before: number;
    after?: number;
    provisional?: boolean;
};
"message.received": {
    ev: "message.received";
    seq?: number;
    message: Message;
    unread: number;
};
"message.sent": {
    ev: "message.sent";
    seq?: number;
    message: Message;
};
"message.read_upto": {
    ev: "message.read_upto";
    seq?: number;
    with: string;
    upto: string;
    unread: number;
};
"message.deleted": {
    ev: "message.deleted";
    seq?: number;
    with: string;
    first: string;
    upto: string;
    unread: number;
};
"player.renamed": {
    ev: "player.renamed";
    seq?: number;
    before: string;
    name: string;
};
"account.changed": {
    ev: "account.changed";
    seq?: number;
    act: ModActWord;
    mute?: Sanction;
    role?: RoleWord;
};
"mod.reported": {
    ev: "mod.reported";
    seq?: number;
    at: number;
    by: string;
    name: string;
    complaint: ComplaintWord;
    game?: string;
    text?: string;
};
"mod.appealed": {
    ev: "mod.appealed";
    seq?: number;
    at: number;
    name: string;
    against: ModActWord;
    text: string;
};
"memo.added": {
    ev: "memo.added";
    seq?: number;
    memo: Memo;
};
"room.joined": {
    ev: "room.joined";
    seq?: number;
    room: string;
    player: Person;
};
"room.reopened": {
    ev: "room.reopened";
    seq?: number;
    room: string;
};
"room.left": {
    ev: "room.left";
    seq?: number;
    room: string;
    name: string;
};
"room.presence": {
    ev: "room.presence";
    seq?: number;
    room: string;
    name: string;
    connected: boolean;
    claim_in_ms?: number;
    lag_ms?: number;
    silent?: boolean;
    off_until?: number;
    clock_waits_ms?: number;
};
"room.said": {
    ev: "room.said";
    seq?: number;
    room: string;
    line: ChatLine;
};
"room.hidden": {
    ev: "room.hidden";
    seq?: number;
    room: string;
    n: number;
};
"room.rematch_offered": {
    ev: "room.rematch_offered";
    seq?: number;
    room: string;
    name: string;
};
"room.rematch_refused": {
    ev: "room.rematch_refused";
    seq?: number;
    room: string;
    name: string;
    withdrawn?: boolean;
};
"room.invited": {
    ev: "room.invited";
    seq?: number;
    room: Room;
};
"room.uninvited": {
    ev: "room.uninvited";
    seq?: number;
    room: string;
    reason?: string;
};
"room.declined": {
    ev: "room.declined";
    seq?: number;
    room: string;
    name: string;
    reason?: DeclineWord;
};
"room.paired": {
    ev: "room.paired";
    seq?: number;
    room: Room;
};
"room.unqueued": {
    ev: "room.unqueued";
    seq?: number;
    reason: UnqueuedWord;
};
"room.watchers": {
    ev: "room.watchers";
    seq?: number;
    room: string;
    watchers: number;
};
"lobby.room": {
    ev: "lobby.room";
    room: Room;
};
"lobby.gone": {
    ev: "lobby.gone";
    room: string;
};
"lobby.presence": {
    ev: "lobby.presence";
    name: string;
    connected: boolean;
    step?: number;
};
"room.closed": {
    ev: "room.closed";
    seq?: number;
    room: string;
    reason?: string;
};
"room.renamed": {
    ev: "room.renamed";
    seq?: number;
    room: string;
    before: string;
    name: string;
};
"game.started": {
    ev: "game.started";
    seq?: number;
    room: string;
    game: Game;
};
"game.moved": {
    ev: "game.moved";
    game: string;
    seq: number;
    by: SeatWord;
    ply: number;
    action: string;
    to_act?: SeatWord;
    board: BoardMoved;
    clocks?: Clocks;
    spent_ms?: number;
    planned?: boolean;
    lag_ms?: number;
    server_now: number;
};
"game.draw_offered": {
    ev: "game.draw_offered";
    game: string;
    seq: number;
    by: SeatWord;
    clocks?: Clocks;
    server_now: number;
};
"game.draw_refused": {
    ev: "game.draw_refused";
    game: string;
    seq: number;
    by: SeatWord;
    clocks?: Clocks;
    server_now: number;
};
"game.takeback_asked": {
    ev: "game.takeback_asked";
    game: string;
    seq: number;
    by: SeatWord;
    to_ply: number;
    clocks?: Clocks;
    server_now: number;
};
"game.takeback_refused": {
    ev: "game.takeback_refused";
    game: string;
    seq: number;
    by: SeatWord;
    clocks?: Clocks;
    server_now: number;
};
"game.taken_back": {
    ev: "game.taken_back";
    game: string;
    seq: number;
    by: SeatWord;
    ply: number;
    to_act: SeatWord;
    board: BoardState;
    clocks?: Clocks;
    server_now: number;
};
"game.time_given": {
    ev: "game.time_given";
    game: string;
    seq: number;
    by: SeatWord;
    ms: number;
    clocks?: Clocks;
    server_now: number;
};
"game.days_off": {
    ev: "game.days_off";
    game: string;
    seq: number;
    by: SeatWord;
    ms: number;
    clocks?: Clocks;
    server_now: number;
};
"game.ended": {
    ev: "game.ended";
    game: string;
    seq: number;
    result: ResultWord;
    reason: ReasonWord;
    board?: BoardEnded;
    changes: RatingChange[];
    ended: number;
    clocks?: Clocks;
    server_now: number;
};
}
export type DoorField = "session.name" | "session.token" | "session.is_guest" | "session.role" | "session.chat" | "session.is_muted" | "session.muted_until" | "session.first_move_ms" | "session.days_off" | "session.is_ready" | "session.is_busy" | "session.password_chars" | "notice.id" | "notice.what" | "notice.code" | "notice.message" | "notice.field" | "notice.reason" | "notice.retry_after_ms" | "notice.retry_after_plies" | "notice.min" | "notice.max" | "notice.appeal" | "notice.is_return" | "notice.memos" | "notice.no_recovery" | "notice.recovery" | "table.room" | "table.variant" | "table.is_rated" | "table.room_state" | "table.is_gone" | "table.watchers" | "table.rematch_by" | "table.clock" | "table.main_ms" | "table.increment_ms" | "table.period_ms" | "table.periods" | "table.game" | "table.seq" | "table.ply" | "table.given" | "table.draw_offer" | "table.takeback" | "table.result" | "table.reason" | "table.is_annulled" | "table.is_cut_off" | "table.to_act" | "table.my_seat" | "table.task" | "table.stones_left" | "table.next_mark" | "table.resigning_is" | "table.claim_in_ms" | "table.start_in_ms" | "table.is_playable" | "table.clock_stands" | "table.pending" | "seat.name" | "seat.is_guest" | "seat.computer" | "seat.level" | "seat.is_connected" | "seat.is_silent" | "seat.off_until" | "seat.rating" | "seat.is_provisional" | "seat.gained" | "seat.lag_ms" | "seat.mark" | "seat.left_ms" | "seat.periods" | "cell.square" | "cell.column" | "cell.row" | "cell.level" | "cell.owner" | "cell.mark" | "cell.is_changed" | "cell.is_in_line" | "cell.is_legal" | "choice.text" | "action.text" | "action.spent_ms" | "chat.n" | "chat.at_ms" | "chat.name" | "chat.text" | "chat.from_watcher" | "chat.is_hidden" | "chat.is_old" | "change.name" | "change.before" | "change.after" | "lobby.players" | "lobby.games" | "lobby.next" | "room.id" | "room.variant" | "room.is_rated" | "room.opened_ms" | "room.clock" | "room.main_ms" | "room.increment_ms" | "room.period_ms" | "room.periods" | "room.state" | "room.invited" | "room.opener" | "room.is_guest" | "room.is_connected" | "room.rating" | "room.is_provisional" | "room.second" | "invitation.id" | "invitation.variant" | "invitation.is_rated" | "invitation.opened_ms" | "invitation.clock" | "invitation.main_ms" | "invitation.increment_ms" | "invitation.period_ms" | "invitation.periods" | "invitation.state" | "invitation.invited" | "invitation.opener" | "invitation.is_guest" | "invitation.is_connected" | "invitation.rating" | "invitation.is_provisional" | "invitation.second" | "own.id" | "own.variant" | "own.is_rated" | "own.opened_ms" | "own.clock" | "own.main_ms" | "own.increment_ms" | "own.period_ms" | "own.periods" | "own.state" | "own.invited" | "own.opener" | "own.is_guest" | "own.is_connected" | "own.rating" | "own.is_provisional" | "own.second" | "turn.game" | "turn.room" | "turn.variant" | "turn.opponent" | "turn.is_waiting" | "turn.left_ms" | "turn.ply" | "history.next" | "past.game" | "past.ended" | "past.variant" | "past.opponent" | "past.opponent_rank" | "past.opponent_rating" | "past.is_opponent_provisional" | "past.mark" | "past.score" | "past.points" | "past.is_starred" | "past.is_annulled" | "past.given" | "rankings.total" | "rankings.rank" | "rankings.next" | "ranking.position" | "ranking.rank" | "ranking.name" | "ranking.rating" | "ranking.games" | "ranking.listed" | "graph.name" | "graph.rating" | "graph.peak" | "graph.rank" | "graph.games" | "graph.is_provisional" | "graph.last_day" | "point.day" | "point.rating" | "point.games" | "point.annulled" | "point.annulled_later" | "mail.unread" | "mail.next" | "mail.next_letter" | "thread.last" | "thread.with" | "thread.text" | "thread.is_own" | "thread.at" | "thread.unread" | "letter.id" | "letter.from" | "letter.text" | "letter.is_own" | "letter.at" | "variant.key" | "variant.name" | "variant.is_playable" | "variant.width" | "variant.height" | "variant.can_be_rated";
