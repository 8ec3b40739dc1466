/**
 * Finds the highest rate that each variant sustains.
 * Rungs of ×1.5 up to the first that fails, then halving the step between: the highest rung
 * passed. All variants climb together, one cell each in turn, so that a slow quarter of an hour is everybody's.
 */

import type { BenchContext } from "../context.ts"
import { type CellResult, runCell, type WindowFigures } from "../driver/cell.ts"
import type { FigureResult } from "../figure-result.ts"
import type { FramePolicy, LoadServer } from "../load/load-server.ts"
import { type Variant, variantNamed } from "../variants.ts"

const STEP = 1.5
/** Two rungs nearer than this are one. */
const NEAR = 1.12
const RECEIVED_LEAST = 0.98
const MISSED_MORE_PERCENT = 1
const P95_MAX_MS = 100
const WINDOWS = 3
/** Fewest windows that decide a rung when they agree. */
const MAJORITY = 2
/** The quick form only asks whether the first rung is passed. */
const CELLS_MAX = { full: 9, quick: 1 }
/** So long for each of those that climb together, ms: when it is over, the highest rung passed so far counts. */
const CLIMB_MS = 110_000

export interface Rung {
  rate: number
  hasPassed: boolean
  /** What must not be: a page that keeps up, or the terminal at any rate, and yet something is lost or wrong. */
  wrong: string[]
  cell: CellResult
}

export interface Climb {
  variant: Variant
  rungs: Rung[]
  /** Highest rate passed; 0: none. */
  sustained: number
  isDone: boolean
}

/** The rule of issue 4. A floor paints nothing: only what it receives counts. */
export function passes(
  window: WindowFigures,
  rate: number,
  idleMissedPercent: number,
  isFloor: boolean,
): boolean {
  if (window.received < rate * RECEIVED_LEAST) return false
  if (isFloor) return true
  return window.missedPercent <= idleMissedPercent + MISSED_MORE_PERCENT && window.p95 <= P95_MAX_MS
}

export async function climbTogether(
  context: BenchContext,
  names: readonly Variant["name"][],
  policy: FramePolicy,
): Promise<{ climbs: Map<Variant["name"], Climb>; workload: string }> {
  const load = await context.openLoad({ policy, probes: "head" })
  const climbs = names.map((name) => newClimb(variantNamed(name)))
  const until = performance.now() + names.length * CLIMB_MS
  try {
    for (let round = 0; climbs.some(({ isDone }) => !isDone) && performance.now() < until; round += 1) {
      for (let place = 0; place < climbs.length; place += 1) {
        const climb = climbs[(place + round) % climbs.length] as Climb
        if (!climb.isDone) await climbOnce(context, load, climb, policy)
      }
    }
    return { climbs: new Map(climbs.map((climb) => [climb.variant.name, climb])), workload: load.workload }
  } finally {
    await load.close()
  }
}

const newClimb = (variant: Variant): Climb => ({ variant, rungs: [], sustained: 0, isDone: false })

async function climbOnce(
  context: BenchContext,
  load: LoadServer,
  climb: Climb,
  policy: FramePolicy,
): Promise<void> {
  const rate = nextRate(climb.rungs, climb.variant.firstRung[policy])
  if (rate === undefined || climb.rungs.length >= CELLS_MAX[context.isQuick ? "quick" : "full"]) {
    climb.isDone = true
    return
  }
  const { variant } = climb
  const isFloor = variant.isFloor !== undefined
  const isGood = (window: WindowFigures, idle: number) => passes(window, rate, idle, isFloor)
  const isTimelyIn = (windows: readonly WindowFigures[], idle: number) =>
    windows.filter((window) => isGood(window, idle)).length > windows.length / 2
  const cell = await runCell(context, load, {
    variant,
    rate,
    windows: context.isQuick ? 1 : WINDOWS,
    // A peer that can't keep up has failed, whatever it holds: it isn't waited for. Ours must be right at any rate.
    needsOracle: (windows, idle) => variant.name === "ours" || isTimelyIn(windows, idle),
    isDecided: (windows, idle) => {
      const good = windows.filter((window) => isGood(window, idle)).length
      return good >= MAJORITY || windows.length - good >= MAJORITY
    },
  })
  const hasPassed = isTimelyIn(cell.windows, cell.idleMissedPercent) && cell.wrong.length === 0
  climb.rungs.push({ rate, hasPassed, wrong: cell.wrong, cell })
  if (hasPassed) climb.sustained = Math.max(climb.sustained, rate)
  context.say(describe(climb, cell, hasPassed))
}

/** The next rung, or undefined when the highest one is known. */
export function nextRate(
  rungs: readonly Pick<Rung, "rate" | "hasPassed">[],
  first: number,
): number | undefined {
  if (rungs.length === 0) return first
  const passed = rungs.filter(({ hasPassed }) => hasPassed).map(({ rate }) => rate)
  const failed = rungs.filter(({ hasPassed }) => !hasPassed).map(({ rate }) => rate)
  if (failed.length === 0) return Math.round(Math.max(...passed) * STEP)
  const low = Math.max(0, ...passed)
  const high = Math.min(...failed.filter((rate) => rate > low), Number.POSITIVE_INFINITY)
  if (low === 0) return high < 100 ? undefined : Math.round(high / STEP)
  if (!Number.isFinite(high)) return Math.round(low * STEP)
  return high / low <= NEAR ? undefined : Math.round(Math.sqrt(low * high))
}

function describe(
  { variant }: Climb,
  { rate, windows, wrong, load }: CellResult,
  hasPassed: boolean,
): string {
  const shown = windows.map(
    ({ received, missedPercent, p50, p95, mainMs, foreignPercent }) =>
      `received ${Math.round(received)}, missed ${missedPercent.toFixed(1)} %, ${p50.toFixed(0)}/${p95.toFixed(0)} ms, main ${mainMs.toFixed(0)} ms/s, foreign ${foreignPercent} %`,
  )
  const generator = `generator ${Math.round((load.cpuMs / load.wallMs) * 100)} %`
  const verdict =
    wrong.length > 0 ? `WRONG: ${wrong.slice(0, 3).join("; ")}` : hasPassed ? "passed" : "failed"
  return `${variant.name} at ${rate}: ${verdict} | ${shown.join(" | ")} | ${generator}`
}

/** The figure "ours / other" from two climbs. */
export function ratioOf(
  name: string,
  ours: Climb | undefined,
  other: Climb | undefined,
  workload: string,
): FigureResult {
  const told = (climb: Climb | undefined) =>
    climb?.rungs.map(({ rate, hasPassed, cell }) => ({
      rate,
      hasPassed,
      isDisturbed: cell.isDisturbed,
      differences: cell.wrong,
      idleMissedPercent: cell.idleMissedPercent,
      windows: cell.windows,
      load: cell.load,
    }))
  const wrong = [ours, other].flatMap(
    (climb) =>
      climb?.rungs.flatMap((rung) =>
        rung.wrong.map((text) => `${climb.variant.name} at ${rung.rate}: ${text}`),
      ) ?? [],
  )
  // A rung that was passed in spite of others is passed; one that failed beside them proves nothing.
  const disturbed = [ours, other].some((climb) => {
    const above = climb?.rungs.filter(({ rate, hasPassed }) => !hasPassed && rate > climb.sustained) ?? []
    return above.sort((one, two) => one.rate - two.rate)[0]?.cell.isDisturbed
  })
  const sustained = ours?.sustained ?? 0
  const against = other?.sustained ?? 0
  const ratio = sustained > 0 && against > 0 ? sustained / against : undefined
  const notes = [
    ...(wrong.length > 0 ? [`lost or wrong: ${wrong.slice(0, 5).join("; ")}`] : []),
    ...(disturbed ? ["inconclusive: others used the machine during a rung that failed"] : []),
    ...(ratio === undefined ? ["no rung was passed"] : []),
  ]
  return {
    name,
    value: sustained,
    values: ours?.rungs.filter(({ hasPassed }) => hasPassed).map(({ rate }) => rate) ?? [],
    against: other?.variant.name ?? "",
    againstValue: against,
    againstValues: other?.rungs.filter(({ hasPassed }) => hasPassed).map(({ rate }) => rate) ?? [],
    ...(ratio === undefined ? {} : { ratio }),
    isRight: wrong.length === 0,
    isInconclusive: disturbed,
    ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
    details: { workload, ours: told(ours), against: told(other) },
  }
}
