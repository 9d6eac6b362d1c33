// SPDX-License-Identifier: MIT
// The board of a table as one picture: squares, stones or marks, coordinates; the levels of a spatial board side by side, the
// seams and owners of nested ones. One widget with roving focus: the arrows walk, Page Up and Down change the level, Enter plays.
import { useRef, useState } from "preact/hooks";
import type { Door } from "./door";
import { SIDE_MOST } from "./games";
import { _ } from "./words";

export interface Cell {
    square: string;
    column: number;
    row: number;
    level: number;
    owner: number; // of its small board: enum nested_owner; -1: it is in none
    mark: string; // "none", "x" or "o"
    isChanged: boolean; // by the last action
    isInLine: boolean;
    isLegal: boolean;
}

export function readCells(door: Door): Cell[] {
    return door.rows("cell.square", (row) => ({
        square: door.text("cell.square", row),
        column: door.number("cell.column", row),
        row: door.number("cell.row", row),
        level: door.number("cell.level", row),
        owner: door.number("cell.owner", row),
        mark: door.text("cell.mark", row),
        isChanged: door.is("cell.is_changed", row),
        isInLine: door.is("cell.is_in_line", row),
        isLegal: door.is("cell.is_legal", row),
    }));
}

const SIDE = 10; // of a square, in units of the picture
const EDGE = 6; // for coordinates
const GAP = 4; // between levels
const NESTED_SIDE = 3;

const WALK: Record<string, [number, number, number]> = {
    ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};

const OWNERS = ["", "of-x", "of-o", "of-both"];

function describe(cell: Cell): string {
    const mark = cell.mark === "none" ? _("empty") : cell.mark.toUpperCase();
    return cell.isChanged ? _("%s, %s, last move", cell.square, mark) : `${cell.square}, ${mark}`;
}

function Mark({ cell, isPending, next }: { cell: Cell; isPending: boolean; next: string }) {
    const mark = isPending && cell.mark === "none" ? next : cell.mark;
    const kind = `mark ${mark}${isPending ? " pending" : ""}${cell.isChanged ? " last" : ""}${cell.isInLine ? " line" : ""}`;
    if (mark === "x") return <g><path class={kind} d="M-3-3L3 3M3-3L-3 3" /><circle class={kind} r="3.6" /></g>;
    if (mark === "o") return <circle class={kind} r="3.1" />;
    return null;
}

// Thick lines where small boards meet, thicker ones where fields of them do.
function Seams({ columns }: { columns: number }) {
    const seams = Array.from({ length: columns / NESTED_SIDE + 1 }, (_unused, n) => n * NESTED_SIDE);
    const side = columns * SIDE;
    return (
        <g aria-hidden="true">
            {seams.map((at) => (
                <path key={at} class={columns > 9 && at % 9 === 0 ? "seam field" : "seam"} d={`M${at * SIDE} 0V${side}M0 ${at * SIDE}H${side}`} />
            ))}
        </g>
    );
}

interface Props {
    cells: Cell[];
    pending: string; // a square whose stone is on its way
    next: string; // the mark that comes next
    mayPlay: boolean;
    ply: number; // another one: another position, for which nothing is aimed at yet
    play(square: string): void;
}

// Where squares are smaller than a finger, the first touch aims, and the second one places.
const FINE = matchMedia("(pointer: fine)");
const COLUMNS_FOR_A_FINGER = 9;

const most = (cells: Cell[], of: (cell: Cell) => number): number => cells.reduce((best, cell) => Math.max(best, of(cell) + 1), 0);

export function Board({ cells, pending, next, mayPlay, ply, play }: Props) {
    const isDrawn = cells.every((cell) => cell.column < SIDE_MOST && cell.row < SIDE_MOST);
    const picture = useRef<SVGSVGElement>(null);
    const [focused, setFocused] = useState("");
    const [aim, setAim] = useState({ square: "", ply: -1 });
    const drawn = isDrawn ? cells : [];
    const columns = most(drawn, (cell) => cell.column);
    const rows = most(drawn, (cell) => cell.row);
    const levels = most(drawn, (cell) => cell.level);
    const abreast = levels > 3 ? Math.ceil(levels / 2) : levels;
    const width = EDGE + columns * SIDE + GAP, height = rows * SIDE + EDGE + GAP;
    const here = focused !== "" ? focused : cells.find((cell) => cell.isChanged)?.square ?? cells[Math.floor(cells.length / 2)]?.square;
    const isNested = (cells[0]?.owner ?? -1) >= 0;

    const aims = !FINE.matches && columns > COLUMNS_FOR_A_FINGER;
    const aimed = aims && mayPlay && aim.ply === ply ? aim.square : "";
    const touch = (cell: Cell) => {
        if (!mayPlay || !cell.isLegal) return;
        if (aims && cell.square !== aimed) setAim({ square: cell.square, ply });
        else play(cell.square);
    };
    const walk = (event: KeyboardEvent, cell: Cell) => {
        const step = WALK[event.key];
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            if (mayPlay && cell.isLegal) play(cell.square);
        }
        if (step === undefined) return;
        event.preventDefault();
        const to = cells.find(({ column, row, level }) =>
            column === cell.column + step[0] && row === cell.row + step[1] && level === cell.level + step[2]);
        if (to === undefined) return;
        setFocused(to.square);
        picture.current?.querySelector<SVGGElement>(`[data-square="${to.square}"]`)?.focus();
    };
    const x = (column: number) => SIDE * (column + 0.5);
    const y = (row: number) => SIDE * (rows - row - 0.5);
    const square = (cell: Cell) => (
        <g key={cell.square} role="gridcell" data-square={cell.square} aria-label={describe(cell)}
            class={`cell ${mayPlay && cell.isLegal ? "legal" : ""} ${cell.square === aimed ? "aimed" : ""} ${OWNERS[cell.owner] ?? ""}`} tabIndex={cell.square === here ? 0 : -1}
            transform={`translate(${x(cell.column)} ${y(cell.row)})`} onClick={() => touch(cell)}
            onKeyDown={(event) => walk(event, cell)} onFocus={() => setFocused(cell.square)}>
            <rect class="ground" x={-SIDE / 2} y={-SIDE / 2} width={SIDE} height={SIDE} />
            <Mark cell={cell} isPending={cell.square === pending || cell.square === aimed} next={next} />
        </g>
    );
    const level = (number: number) => {
        const own = cells.filter((cell) => cell.level === number);
        return (
            <g key={number} role="rowgroup" aria-label={levels > 1 ? _("Level %d", number + 1) : undefined}
                transform={`translate(${EDGE + (number % abreast) * width} ${1 + Math.floor(number / abreast) * height})`}>
                {own.filter((cell) => cell.row === 0).map((cell) => (
                    <text key={cell.column} class="coordinate" x={x(cell.column)} y={SIDE * rows + 4} aria-hidden="true">
                        {/^[a-z]*/.exec(cell.square)}
                    </text>
                ))}
                {Array.from({ length: rows }, (_unused, row) => (
                    <g key={row} role="row">
                        <text class="coordinate" x={-EDGE / 2} y={y(row) + 1.3} aria-hidden="true">
                            {/[0-9]+/.exec(own.find((cell) => cell.row === row)?.square ?? "")}
                        </text>
                        {own.filter((cell) => cell.row === row).map(square)}
                    </g>
                ))}
                {isNested && <Seams columns={columns} />}
            </g>
        );
    };
    if (!isDrawn) return <p class="no-board">{_("Boards without an end are not drawn here yet; penta plays on them.")}</p>;
    if (cells.length === 0) return <div class="no-board" />; // nobody has come yet
    return (
        <div>
            <svg ref={picture} class={`board ${mayPlay ? "mine" : ""} ${isNested ? "nested" : ""}`} role="grid" aria-label={_("Board")}
                viewBox={`0 0 ${abreast * width} ${Math.ceil(levels / abreast) * height}`}>
                {Array.from({ length: levels }, (_unused, number) => level(number))}
            </svg>
            {aims && (
                <button class="main place" disabled={aimed === ""} onClick={() => play(aimed)}>
                    {aimed === "" ? _("Touch a square") : _("Place %s", aimed)}
                </button>
            )}
        </div>
    );
}
