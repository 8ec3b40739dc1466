/** Draws a kept run of the bench. Highest rates, main-thread time over rate, and age of the screen on a slow device. */

import { median } from "../context.ts"
import type { JudgedFigure } from "../figure-result.ts"
import { bar, dot, LEFT, logScale, path, RIGHT, sheet, short, stroke, WIDTH, words } from "./svg.ts"
import type { RunFacts } from "./tell.ts"

/** As {@link RunFacts} and its figures are kept in `dist/bench-results`. */
export interface KeptRun extends RunFacts {
  figures: readonly JudgedFigure[]
}

export interface Picture {
  /** Of the file, and of the picture in the README. */
  name: "bench-ladder" | "bench-main-thread" | "bench-slow-device"
  /** For who can't see it. */
  alt: string
  /** Figures that it is made of. */
  figures: readonly string[]
  svg: string
}

/** Each whose figures are in the run. */
export function picturesOf(run: KeptRun): Picture[] {
  return [ladderPicture(run), mainThreadPicture(run), slowPicture(run)].filter((one) => one !== undefined)
}

const PLOT = [LEFT, WIDTH - RIGHT] as const
const ROW = 26
const GROUP_GAP = 22
/** Where the longest bar ends: its figure stands behind it. */
const BARS_END = WIDTH - 130
const LEGEND = 26
const LEGEND_STEP = 120
const AXIS = 26
const LINES_HEIGHT = 300

const figuresNamed = ({ figures }: KeptRun, start: string) =>
  figures.filter(({ name, value }) => name.startsWith(start) && value !== null)

const footOf = ({ startedAt, machine, versions }: KeptRun) =>
  `${startedAt.slice(0, 10)} · ${machine.processor}, ${machine.cores} cores · Chromium ${versions.chromium ?? "–"} · ${versions.saker ?? ""}`

function ladderPicture(run: KeptRun): Picture | undefined {
  const groups = [
    { words: "one message a frame", figures: figuresNamed(run, "sustained-single-vs-") },
    { words: "coalesced, 10 ms a frame", figures: figuresNamed(run, "sustained-coalesced-vs-") },
  ].filter(({ figures }) => figures.length > 0)
  if (groups.length === 0) return undefined
  const rows = groups.map(({ figures }) => [
    { name: "ours", rate: figures[0]?.value ?? 0 },
    ...figures.map(({ against, againstValue }) => ({ name: against, rate: againstValue ?? 0 })),
  ])
  const marks: string[] = []
  let y = 0
  for (const [at, group] of rows.entries()) {
    marks.push(words(groups[at]?.words ?? "", { x: 16, y: y + 14 }, { kind: "soft" }))
    y += GROUP_GAP
    // From zero, so that lengths compare; each policy by itself, as their rates lie far apart.
    const most = Math.max(...group.map(({ rate }) => rate))
    for (const { name, rate } of group.toSorted((one, other) => other.rate - one.rate)) {
      const end = LEFT + (rate / most) * (BARS_END - LEFT)
      marks.push(words(labelOf(name), { x: LEFT - 10, y: y + 17 }, { kind: `${name} fill`, anchor: "end" }))
      marks.push(bar(name, { x: LEFT, y: y + 4 }, { width: Math.max(1, end - LEFT), height: ROW - 8 }))
      marks.push(
        words(rate > 0 ? short(rate) : "no rung passed", { x: end + 8, y: y + 17 }, { kind: "figure" }),
      )
      y += ROW
    }
    y += GROUP_GAP / 2
  }
  return {
    name: "bench-ladder",
    alt: "Highest rate of messages that each page sustains",
    figures: groups.flatMap(({ figures }) => figures.map(({ name }) => name)),
    svg: sheet({
      title: "Messages a second that are sustained",
      lead: "Received, no more missed frames than idle, 95 % painted within 100 ms. Longer is better.",
      foot: footOf(run),
      height: y,
      marks,
    }),
  }
}

interface KeptRung {
  rate: number
  windows: readonly { mainMs: number }[]
}

function mainThreadPicture(run: KeptRun): Picture | undefined {
  const figures = figuresNamed(run, "sustained-coalesced-vs-").filter(({ against }) => against !== "ceiling")
  const [calm] = figuresNamed(run, "main-thread-384k")
  const rungsOf = (figure: JudgedFigure | undefined, side: "ours" | "against") =>
    ((figure?.details?.[side] ?? []) as KeptRung[]).map(({ rate, windows }) => ({
      rate,
      ms: median(windows.map(({ mainMs }) => mainMs)),
    }))
  const lines = [
    // Its ladder begins high: what it needs far below is a figure of its own.
    {
      name: "ours",
      points: [...rungsOf(figures[0], "ours"), ...rungsOf(calm, "ours"), ...rungsOf(calm, "against")],
    },
    ...figures.map((figure) => ({ name: figure.against, points: rungsOf(figure, "against") })),
  ]
    .map(({ name, points }) => ({ name, points: points.toSorted((one, other) => one.rate - other.rate) }))
    .filter(({ points }) => points.length > 0)
  if (lines.length === 0) return undefined
  const left = 60
  const { place, ticks } = logScale(
    lines.flatMap(({ points }) => points.map(({ rate }) => rate)),
    [left, WIDTH - RIGHT],
  )
  const top = Math.max(1000, ...lines.flatMap(({ points }) => points.map(({ ms }) => ms)))
  const down = (ms: number) => LINES_HEIGHT - (ms / top) * LINES_HEIGHT
  const marks = [0, 250, 500, 750, 1000].flatMap((ms) => [
    stroke("line", { x: left, y: down(ms) }, { x: WIDTH - RIGHT, y: down(ms) }),
    words(String(ms), { x: left - 8, y: down(ms) + 4 }, { kind: "figure", anchor: "end" }),
  ])
  for (const { name, points } of lines) {
    const spots = points.map(({ rate, ms }) => ({ x: place(rate), y: down(ms) }))
    marks.push(path(name, spots), ...spots.map((spot) => dot(name, spot)))
  }
  return {
    name: "bench-main-thread",
    alt: "Main-thread time over the rate of messages, for each page up to the rate at which it gives up",
    figures: [...figures, ...(calm ? [calm] : [])].map(({ name }) => name),
    svg: sheet({
      title: "Main-thread time, ms a second",
      lead: "Over messages a second (coalesced, logarithmic), each page on the rungs it was tried on. Lower is better.",
      foot: footOf(run),
      height: LINES_HEIGHT + AXIS + LEGEND,
      marks: [
        ...gridX(
          ticks.map((tick) => [place(tick), short(tick)]),
          LINES_HEIGHT,
        ),
        ...marks,
        ...legend(
          lines.map(({ name }) => name),
          LINES_HEIGHT + AXIS,
        ),
      ],
    }),
  }
}

interface KeptCell {
  variant: string
  share: number
  rate: number
  size: { width: number; height: number }
  p95: number
}

const SLOW_GATE_MS = 250

function slowPicture(run: KeptRun): Picture | undefined {
  const figures = [...figuresNamed(run, "slow-age-30"), ...figuresNamed(run, "slow-growth-15")]
  const cells = figures.flatMap(({ details }) => (details?.cells ?? []) as KeptCell[])
  // Each figure keeps the cells of its own share.
  const nameOf = ({ share, rate, size }: KeptCell) =>
    `${share * 100} %, ${size.width}×${size.height}, ${short(rate)}/s`
  const rows = [...new Set(cells.map(nameOf))]
  if (rows.length === 0) return undefined
  const known = cells.filter(({ p95 }) => Number.isFinite(p95))
  const { place, ticks } = logScale([...known.map(({ p95 }) => p95), SLOW_GATE_MS], [PLOT[0], PLOT[1] - 20])
  const height = rows.length * ROW
  const variants = [...new Set(known.map(({ variant }) => variant))]
  const marks: string[] = [
    stroke("gate", { x: place(SLOW_GATE_MS), y: 0 }, { x: place(SLOW_GATE_MS), y: height }),
    ...rows.flatMap((row, at) => [
      words(row, { x: 16, y: at * ROW + 17 }, { kind: "figure" }),
      stroke("line", { x: LEFT, y: at * ROW + 13 }, { x: PLOT[1], y: at * ROW + 13 }),
    ]),
    // Ours last: where two meet, it lies on top.
    ...known
      .toSorted((one, other) => Number(one.variant === "ours") - Number(other.variant === "ours"))
      .map((cell) => dot(cell.variant, { x: place(cell.p95), y: rows.indexOf(nameOf(cell)) * ROW + 13 })),
    ...legend(variants, height + AXIS),
  ]
  return {
    name: "bench-slow-device",
    alt: "Age of what is on the screen when the whole browser has 30 or 15 percent of one core",
    figures: figures.map(({ name }) => name),
    svg: sheet({
      title: "A slow device: age of the price shown, ms",
      lead: "The whole browser held to a share of one core; 95th percentile, logarithmic. Left is better; dashed: 250 ms.",
      foot: footOf(run),
      height: height + AXIS + LEGEND,
      marks: [
        ...gridX(
          ticks.map((tick) => [place(tick), short(tick)]),
          height,
        ),
        ...marks,
      ],
    }),
  }
}

const labelOf = (name: string) => (name === "ours" ? "Saker" : name)

/** Lines down through the plot, and what stands under them. */
const gridX = (ticks: readonly (readonly [x: number, text: string])[], height: number): string[] =>
  ticks.flatMap(([x, text]) => [
    stroke("line", { x, y: 0 }, { x, y: height }),
    words(text, { x, y: height + 18 }, { kind: "figure", anchor: "middle" }),
  ])

/** Which colour is whose. */
const legend = (names: readonly string[], top: number): string[] =>
  names.flatMap((name, at) => [
    dot(name, { x: 60 + at * LEGEND_STEP, y: top + 16 }),
    words(labelOf(name), { x: 72 + at * LEGEND_STEP, y: top + 20 }, { kind: `${name} fill` }),
  ])
