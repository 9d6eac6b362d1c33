// SPDX-License-Identifier: MIT
// The board of a table as one picture: squares, stones or marks, coordinates. One widget with roving focus: the arrows
// walk, Enter plays.
import type { Door } from "./door";
import { useRef, useState } from "preact/hooks";
import { _ } from "./words";

export interface Cell {
    square: string;
    column: number;
    row: number;
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
        mark: door.text("cell.mark", row),
        isChanged: door.is("cell.is_changed", row),
        isInLine: door.is("cell.is_in_line", row),
        isLegal: door.is("cell.is_legal", row),
    }));
}

const SIDE = 10; // of a square, in units of the picture
const EDGE = 6; // for coordinates

const WALK: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const describe = (cell: Cell): string => {
    const mark = cell.mark === "none" ? _("empty") : cell.mark.toUpperCase();
    return cell.isChanged ? _("%s, %s, last move", cell.square, mark) : `${cell.square}, ${mark}`;
};

function Mark({ cell, isPending, next }: { cell: Cell; isPending: boolean; next: string }) {
    const mark = isPending ? next : cell.mark;
    const kind = `mark ${mark}${isPending ? " pending" : ""}${cell.isChanged ? " last" : ""}${cell.isInLine ? " line" : ""}`;
    if (mark === "x") return <path class={kind} d="M-3-3L3 3M3-3L-3 3" />;
    if (mark === "o") return <circle class={kind} r="3.1" />;
    return null;
}

interface Props {
    cells: Cell[];
    pending: string; // a square whose stone is on its way
    next: string; // the mark that comes next
    mayPlay: boolean;
    play(square: string): void;
}

export function Board({ cells, pending, next, mayPlay, play }: Props) {
    const picture = useRef<SVGSVGElement>(null);
    const [focused, setFocused] = useState("");
    const columns = Math.max(0, ...cells.map((cell) => cell.column)) + 1;
    const rows = Math.max(0, ...cells.map((cell) => cell.row)) + 1;
    const here = focused !== "" ? focused : cells.find((cell) => cell.isChanged)?.square
        ?? cells[Math.floor(cells.length / 2)]?.square;

    const walk = (event: KeyboardEvent, cell: Cell) => {
        const step = WALK[event.key];
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            if (mayPlay && cell.isLegal) play(cell.square);
        }
        if (step === undefined) return;
        event.preventDefault();
        const to = cells.find(({ column, row }) => column === cell.column + step[0] && row === cell.row + step[1]);
        if (to === undefined) return;
        setFocused(to.square);
        picture.current?.querySelector<SVGGElement>(`[data-square="${to.square}"]`)?.focus();
    };
    const x = (column: number) => EDGE + SIDE * (column + 0.5);
    const y = (row: number) => SIDE * (rows - row - 0.5) + 1;

    return (
        <svg ref={picture} class={mayPlay ? "board mine" : "board"} role="grid" aria-label={_("Board")}
            viewBox={`0 0 ${EDGE + SIDE * columns + 1} ${SIDE * rows + EDGE + 1}`}>
            {Array.from({ length: columns }, (_unused, column) => (
                <text key={`c${column}`} class="coordinate" x={x(column)} y={SIDE * rows + EDGE} aria-hidden="true">
                    {cells.find((cell) => cell.column === column)?.square.replace(/[0-9]+$/, "")}
                </text>
            ))}
            {Array.from({ length: rows }, (_unused, row) => (
                <g key={`r${row}`} role="row">
                    <text class="coordinate" x={EDGE / 2} y={y(row) + 1.3} aria-hidden="true">{row + 1}</text>
                    {cells.filter((cell) => cell.row === row).map((cell) => (
                        <g key={cell.square} role="gridcell" data-square={cell.square} aria-label={describe(cell)}
                            class={mayPlay && cell.isLegal ? "cell legal" : "cell"} tabIndex={cell.square === here ? 0 : -1}
                            transform={`translate(${x(cell.column)} ${y(cell.row)})`}
                            onClick={() => mayPlay && cell.isLegal && play(cell.square)}
                            onKeyDown={(event) => walk(event, cell)} onFocus={() => setFocused(cell.square)}>
                            <rect class="ground" x={-SIDE / 2} y={-SIDE / 2} width={SIDE} height={SIDE} />
                            <Mark cell={cell} isPending={cell.square === pending} next={next} />
                        </g>
                    ))}
                </g>
            ))}
        </svg>
    );
}
