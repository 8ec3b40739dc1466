/** The table of all figures: from which gate on each must be met, and its target. The table of issue 4. */

import type { BenchContext } from "./context.ts"

export interface FigureSpec {
  /** Short and stable: what one types after `npm run bench --`, and what results are kept under. */
  name: string
  /** What is compared, in one line. */
  title: string
  /** Unit of {@link FigureResult.value}. */
  unit: string
  /** Whether gate and goal are compared with the ratio to a peer or floor, or with the value itself. */
  judged: "ratio" | "value"
  /** Where better lies: `up` passes at or above the gate, `down` at or below it. */
  better: "up" | "down"
  gate: number
  goal: number
  /** The measure that tells it; see {@link MEASURES}. */
  measure: MeasureName
}

export interface FigureResult {
  name: string
  /** Median of ours, in the figure's unit; null when it could not be measured (then `note` says why). */
  value: number | null
  /** All repetitions of ours, in the order in which they were made. */
  values: readonly number[]
  /** Who or what it is compared with. */
  against: string
  /** Median and repetitions of the peer or floor; left out where the figure is judged by itself. */
  againstValue?: number
  againstValues?: readonly number[]
  /** ours / against. */
  ratio?: number
  /** False: something was lost or shown wrongly. Such a run is no result, and the bench ends with 1. */
  isRight: boolean
  /** Others used the machine in all three tries of a cell that decides: told, but neither met nor missed. */
  isInconclusive?: boolean
  /** What was wrong, why it is inconclusive, or what else should be known. */
  note?: string
  /** Whatever else was seen: ladders, CPU by thread, foreign load. Printed with `--json`. */
  details?: Readonly<Record<string, unknown>>
}

/** One module measures one or several figures in one go. Exported as `measure`. */
export interface Measure {
  name: MeasureName
  run(context: BenchContext): Promise<FigureResult[]>
}

/** Where each measure lives, in the order of the full run. */
export const MEASURES = {
  "sustained-single": "./figures/sustained-single.ts",
  "sustained-coalesced": "./figures/sustained-coalesced.ts",
  "main-thread-384k": "./figures/main-thread-384k.ts",
  "main-thread-8k": "./figures/main-thread-8k.ts",
  "latency-1k": "./figures/latency-1k.ts",
  overload: "./figures/overload.ts",
  recovery: "./figures/recovery.ts",
  "commit-30-rows": "./peers/commit-30-rows.ts",
  "chart-100k": "./peers/chart-100k.ts",
  "book-20": "./peers/book-20.ts",
  "switch-symbol": "./server/switch-symbol.ts",
  reconnect: "./server/reconnect.ts",
  heap: "./figures/heap.ts",
  "initial-js": "./figures/initial-js.ts",
  "fan-out": "./server/fan-out.ts",
  matching: "./server/matching.ts",
  "mark-tick": "./server/mark-tick.ts",
  crash: "./server/crash.ts",
  "exchange-submit": "./server/exchange-submit.ts",
  "login-timing": "./server/login-timing.ts",
  "order-http": "./server/order-http.ts",
} as const
export type MeasureName = keyof typeof MEASURES

type Row = [
  name: string,
  title: string,
  unit: string,
  judged: FigureSpec["judged"],
  better: FigureSpec["better"],
  gate: number,
  goal: number,
  measure: MeasureName,
]

/** Told, not judged: what matters is whether two distributions can be told apart. */
const NO_GATE = Number.POSITIVE_INFINITY

const ROWS: readonly Row[] = [
  [
    "sustained-single-vs-receive",
    "sustained, one message a frame: ours / bare receive ceiling",
    "messages/s",
    "ratio",
    "up",
    0.85,
    0.98,
    "sustained-single",
  ],
  [
    "sustained-single-vs-naive",
    "sustained, one message a frame: ours / naive",
    "messages/s",
    "ratio",
    "up",
    3,
    5,
    "sustained-single",
  ],
  [
    "sustained-coalesced-vs-naive",
    "sustained, coalesced: ours / naive",
    "messages/s",
    "ratio",
    "up",
    15,
    40,
    "sustained-coalesced",
  ],
  [
    "sustained-coalesced-vs-zustand",
    "sustained, coalesced: ours / zustand per message",
    "messages/s",
    "ratio",
    "up",
    15,
    40,
    "sustained-coalesced",
  ],
  [
    "sustained-coalesced-vs-redux",
    "sustained, coalesced: ours / redux per message",
    "messages/s",
    "ratio",
    "up",
    60,
    120,
    "sustained-coalesced",
  ],
  [
    "sustained-coalesced-vs-unconflated",
    "sustained, coalesced: ours / worker without conflation",
    "messages/s",
    "ratio",
    "up",
    15,
    40,
    "sustained-coalesced",
  ],
  [
    "sustained-coalesced-vs-ceiling",
    "sustained, coalesced: ours / parse and aggregate without a page",
    "messages/s",
    "ratio",
    "up",
    0.35,
    0.6,
    "sustained-coalesced",
  ],
  [
    "main-thread-384k",
    "main-thread time per second at 384 k / at 8 k messages per second",
    "ms/s",
    "ratio",
    "down",
    1.25,
    1.05,
    "main-thread-384k",
  ],
  [
    "main-thread-8k-vs-naive",
    "main-thread time at 8 k, one message a frame: ours / naive",
    "ms/s",
    "ratio",
    "down",
    0.6,
    0.3,
    "main-thread-8k",
  ],
  [
    "latency-1k-p50",
    "send → painted at 1 k, median: ours / zustand per message",
    "ms",
    "ratio",
    "down",
    1.5,
    1.1,
    "latency-1k",
  ],
  [
    "latency-1k-p95",
    "send → painted at 1 k, 95th percentile: ours / zustand per message",
    "ms",
    "ratio",
    "down",
    1.5,
    1.1,
    "latency-1k",
  ],
  ["overload-age", "data age after 3 s of 20 % overload", "frames", "value", "down", 2, 1, "overload"],
  [
    "recovery-time",
    "fresh again after 10 s at twice the sustained rate",
    "s",
    "value",
    "down",
    2,
    0.5,
    "recovery",
  ],
  [
    "recovery-heap",
    "heap after 10 s at twice the sustained rate / before",
    "MB",
    "ratio",
    "down",
    1.1,
    1.02,
    "recovery",
  ],
  [
    "commit-30-rows",
    "commit of 30 visible rows: ours / raw useSyncExternalStore",
    "µs",
    "ratio",
    "down",
    2.2,
    1.5,
    "commit-30-rows",
  ],
  [
    "chart-100k",
    "chart, frame cost with 100 k bars of history / with 1 k",
    "µs",
    "ratio",
    "down",
    1.5,
    1.1,
    "chart-100k",
  ],
  [
    "book-20",
    "book of 2×20: accessible rows at our rate / canvas at 60 Hz, main-thread time",
    "ms/s",
    "ratio",
    "down",
    1.5,
    0.8,
    "book-20",
  ],
  [
    "switch-symbol",
    "switch of symbol → first right book and candle painted / one round trip",
    "ms",
    "ratio",
    "down",
    3,
    2,
    "switch-symbol",
  ],
  [
    "reconnect",
    "socket open again → every visible panel right, 99th percentile of 200 cuts",
    "s",
    "value",
    "down",
    1,
    0.3,
    "reconnect",
  ],
  [
    "heap-10min",
    "heap after 10 min at 20 k messages per second / after 2 min",
    "MB",
    "ratio",
    "down",
    1.05,
    1.01,
    "heap",
  ],
  [
    "initial-js",
    "initial JavaScript gz / react + react-dom",
    "bytes",
    "ratio",
    "down",
    2.2,
    1.8,
    "initial-js",
  ],
  [
    "fan-out",
    "socket fan-out to 1,000 clients: ours / bare ws broadcast of the same bytes",
    "messages/s",
    "ratio",
    "up",
    0.7,
    0.9,
    "fan-out",
  ],
  [
    "matching",
    "matching: ours without its ledger / nodejs-order-book, same orders in integer units",
    "orders/s",
    "ratio",
    "up",
    2,
    8,
    "matching",
  ],
  [
    "matching-ledger",
    "matching with full ledger posting in memory: ours / nodejs-order-book, which keeps no ledger",
    "orders/s",
    "ratio",
    "up",
    1,
    3,
    "matching",
  ],
  [
    "matching-perpetual",
    "matching with margin of both sides and positions: ours / nodejs-order-book, which knows no accounts",
    "orders/s",
    "ratio",
    "up",
    0.7,
    2,
    "matching",
  ],
  [
    "mark-tick",
    "one mark for each of 50 contracts, 20,000 positions of 10,000 cross accounts / one pass of the bare sums",
    "µs",
    "ratio",
    "down",
    8,
    3,
    "mark-tick",
  ],
  [
    "crash",
    "2,000 accounts liquidated by one mark / as many plain reduce-only orders",
    "ms",
    "ratio",
    "down",
    4,
    2,
    "crash",
  ],
  [
    "exchange-submit",
    "exchange with durable commits: ours / a bare insert of the same rows in the same batches",
    "rows/s",
    "ratio",
    "up",
    0.5,
    0.8,
    "exchange-submit",
  ],
  [
    "login-timing",
    "time of a refused login: a known account / an unknown one",
    "ms",
    "ratio",
    "down",
    NO_GATE,
    NO_GATE,
    "login-timing",
  ],
  [
    "order-http",
    "orders through HTTP, kept in the embedded database: ours / an empty route",
    "orders/s",
    "ratio",
    "up",
    0.5,
    0.8,
    "order-http",
  ],
]

export const FIGURES: readonly FigureSpec[] = ROWS.map(
  ([name, title, unit, judged, better, gate, goal, measure]) => ({
    name,
    title,
    unit,
    judged,
    better,
    gate,
    goal,
    measure,
  }),
)

/** A figure as it is told: the spec beside what was measured, and whether the gate and the goal are reached. */
export interface JudgedFigure extends FigureResult {
  unit: string
  gate: number
  goal: number
  /** Decided by the gate; null when there is nothing to judge. */
  met: boolean | null
  reachesGoal: boolean | null
}

/** A wrong run meets nothing. */
export function judge(spec: FigureSpec, result: FigureResult): JudgedFigure {
  const judged = spec.judged === "ratio" ? result.ratio : (result.value ?? undefined)
  const reaches = (limit: number): boolean | null => {
    if (!result.isRight) return false
    if (result.isInconclusive) return null
    if (judged === undefined || !Number.isFinite(judged)) return null
    return spec.better === "up" ? judged >= limit : judged <= limit
  }
  const { unit, gate, goal } = spec
  return { ...result, unit, gate, goal, met: reaches(gate), reachesGoal: reaches(goal) }
}
