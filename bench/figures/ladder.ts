/**
 * Finds the highest rate that each variant sustains.
 * All variants climb together, one cell each in turn, so that a slow quarter of an hour is everybody's; once the edge of
 * one is known from both sides, further cells lie close to it, and the rate is read off between them (edge.ts).
 */

import type { BenchContext } from "../context.ts"
import { type CellResult, runCell, type WindowFigures } from "../driver/cell.ts"
import type { FigureResult } from "../figure-result.ts"
import type { FramePolicy, LoadServer } from "../load/load-server.ts"
import { type Variant, variantNamed } from "../variants.ts"
import {
  edgeInterval,
  edgeOf,
  edgeRatioInterval,
  nearCount,
  nextRung,
  type Sighting,
  STRAIN_MAX,
} from "./edge.ts"

const RECEIVED_LEAST = 0.98
const MISSED_MORE_PERCENT = 1
const P95_MAX_MS = 100
const WINDOWS = 2
/** One window is enough where it is this far from the limit, and the edge isn't near. */
const CLEAR_STRAIN = 0.5
/** Cells near the edge: so many at least and at most. */
const NEAR_CELLS = { least: 4, most: 12 }
/** A ratio is known when its interval reaches no further on either side than this, as a factor. */
const PRECISE = 1.06
/** The quick form only asks whether the first rung is passed. */
const QUICK_CELLS = 1

export interface Rung {
  rate: number
  round: number
  /** What must not be: a page that keeps up, or the terminal at any rate, and yet something is lost or wrong. */
  wrong: string[]
  cell: CellResult
}

export interface Climb {
  variant: Variant
  rungs: Rung[]
  isDone: boolean
}

/**
 * How hard one window was: 1 is the limit of issue 4 for what came, what was missed beyond the idle page, or how late
 * the slowest twentieth was painted, whichever is worst. A floor paints nothing: only what it receives counts.
 */
export function strainOf(
  window: Pick<WindowFigures, "received" | "missedPercent" | "p95">,
  rate: number,
  idleMissedPercent: number,
  isFloor: boolean,
): number {
  const lost = (1 - window.received / rate) / (1 - RECEIVED_LEAST)
  const missed = (window.missedPercent - idleMissedPercent) / MISSED_MORE_PERCENT
  const worst = isFloor ? lost : Math.max(lost, missed, window.p95 / P95_MAX_MS)
  return Math.min(STRAIN_MAX, Math.max(0, worst))
}

/**
 * The strain of each rung, by the idle control of all its cells together: one of 1.5 s is a frame or none. Cells that
 * others disturbed are left out where enough are left without them.
 */
export function sightingsOf({ variant, rungs }: Climb): Sighting[] {
  const idle = mean(rungs.map(({ cell }) => cell.idleMissedPercent))
  const seen = (all: readonly Rung[]): Sighting[] =>
    all.map(({ rate, round, cell }) => ({
      rate,
      round,
      strain: mean(cell.windows.map((one) => strainOf(one, rate, idle, variant.isFloor !== undefined))),
    }))
  const quiet = seen(rungs.filter(({ cell }) => !cell.isDisturbed))
  return isReadOff(quiet) ? quiet : seen(rungs)
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const isReadOff = (sightings: readonly Sighting[]) =>
  sightings.some(({ strain }) => strain > 1) && nearCount(sightings) >= NEAR_CELLS.least

/** Highest rate that is sustained, messages a second; 0: none. */
export const sustainedOf = (climb: Climb | undefined): number =>
  climb ? Math.round(edgeOf(sightingsOf(climb))) : 0

export async function climbTogether(
  context: BenchContext,
  names: readonly Variant["name"][],
  policy: FramePolicy,
): Promise<{ climbs: Map<Variant["name"], Climb>; workload: string }> {
  const load = await context.openLoad({ policy, probes: "head" })
  const climbs = names.map((name): Climb => ({ variant: variantNamed(name), rungs: [], isDone: false }))
  try {
    for (let round = 0; climbs.some(({ isDone }) => !isDone) && context.timeLeftMs() > 0; round += 1) {
      for (let place = 0; place < climbs.length; place += 1) {
        const climb = climbs[(place + round) % climbs.length] as Climb
        if (!climb.isDone) await climbOnce(context, load, { climb, policy, round })
      }
      settle(climbs)
    }
    return { climbs: new Map(climbs.map((climb) => [climb.variant.name, climb])), workload: load.workload }
  } finally {
    await load.close()
  }
}

/** The first one is compared with each other: it goes on as long as one of them does. */
function settle([ours, ...others]: readonly Climb[]): void {
  if (!ours) return
  const own = sightingsOf(ours)
  for (const other of others)
    other.isDone ||= isKnown(sightingsOf(other), own, (seen) => edgeRatioInterval(own, seen))
  if (others.length === 0) ours.isDone ||= isKnown(own, own, edgeInterval)
  else ours.isDone ||= others.every(({ isDone }) => isDone)
}

function isKnown(
  seen: readonly Sighting[],
  own: readonly Sighting[],
  intervalOf: (seen: readonly Sighting[]) => readonly [number, number] | undefined,
): boolean {
  if (nearCount(seen) >= NEAR_CELLS.most) return true
  if (!isReadOff(seen) || !isReadOff(own)) return false
  const interval = intervalOf(seen)
  return interval !== undefined && interval[1] / interval[0] <= PRECISE ** 2
}

async function climbOnce(
  context: BenchContext,
  load: LoadServer,
  { climb, policy, round }: { climb: Climb; policy: FramePolicy; round: number },
): Promise<void> {
  const { variant, rungs } = climb
  const seen = sightingsOf(climb)
  const rate = nextRung(seen, variant.firstRung[policy])
  if (rate === undefined || (context.isQuick && rungs.length >= QUICK_CELLS)) {
    climb.isDone = true
    return
  }
  const strain = (windows: readonly WindowFigures[], idle: number) =>
    mean(windows.map((one) => strainOf(one, rate, idle, variant.isFloor !== undefined)))
  const isSearching = nearCount([...seen, { rate, round, strain: 1 }]) <= 1
  const cell = await runCell(context, load, {
    variant,
    rate,
    windows: context.isQuick ? 1 : WINDOWS,
    // A peer that can't keep up has failed, whatever it holds: it isn't waited for. Ours must be right at any rate.
    needsOracle: (windows, idle) => variant.name === "ours" || strain(windows, idle) <= 1,
    isDecided: (windows, idle) => {
      const now = strain(windows, idle)
      return isSearching && (now <= CLEAR_STRAIN || now >= STRAIN_MAX)
    },
  })
  rungs.push({ rate, round, wrong: cell.wrong, cell })
  context.say(describe(climb, cell, strain(cell.windows, cell.idleMissedPercent)))
}

function describe({ variant }: Climb, { rate, windows, wrong, load }: CellResult, strain: number): string {
  const shown = windows.map(
    ({ received, missedPercent, p50, p95, mainMs, foreignPercent }) =>
      `received ${Math.round(received)}, missed ${missedPercent.toFixed(1)} %, ${p50.toFixed(0)}/${p95.toFixed(0)} ms, main ${mainMs.toFixed(0)} ms/s, foreign ${foreignPercent} %`,
  )
  const generator = `generator ${Math.round((load.cpuMs / load.wallMs) * 100)} %`
  const verdict = wrong.length > 0 ? `WRONG: ${wrong.slice(0, 3).join("; ")}` : `strain ${strain.toFixed(2)}`
  return `${variant.name} at ${rate}: ${verdict} | ${shown.join(" | ")} | ${generator}`
}

/** The figure "ours / other" from two climbs. */
export function ratioOf(
  name: string,
  ours: Climb | undefined,
  other: Climb | undefined,
  workload: string,
): FigureResult {
  const [own, seen] = [ours, other].map((climb) => (climb ? sightingsOf(climb) : []))
  const told = (climb: Climb | undefined, sightings: readonly Sighting[] = []) =>
    climb?.rungs.map(({ rate, round, cell }) => ({
      rate,
      round,
      strain: sightings.find((one) => one.round === round && one.rate === rate)?.strain,
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
  const disturbed = [ours, other].some((climb) => climb && isEdgeDisturbed(climb))
  const [sustained, against] = [sustainedOf(ours), sustainedOf(other)]
  const ratio = sustained > 0 && against > 0 ? sustained / against : undefined
  const interval = ratio === undefined ? undefined : edgeRatioInterval(own ?? [], seen ?? [])
  const notes = [
    ...(wrong.length > 0 ? [`lost or wrong: ${wrong.slice(0, 5).join("; ")}`] : []),
    ...(disturbed ? ["inconclusive: others used the machine during a rung that failed"] : []),
    ...(ratio === undefined ? ["no rung was passed"] : []),
  ]
  const borne = (sightings: readonly Sighting[] = []) =>
    sightings.filter(({ strain }) => strain <= 1).map(({ rate }) => rate)
  return {
    name,
    value: sustained,
    values: borne(own),
    against: other?.variant.name ?? "",
    againstValue: against,
    againstValues: borne(seen),
    ...(ratio === undefined ? {} : { ratio }),
    ...(interval ? { interval } : {}),
    isRight: wrong.length === 0,
    isInconclusive: disturbed,
    ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
    details: {
      workload,
      ours: told(ours, own),
      against: told(other, seen),
      oursInterval: edgeInterval(own ?? []),
      againstInterval: edgeInterval(seen ?? []),
    },
  }
}

/** What was read off rests on cells that failed beside others. */
function isEdgeDisturbed(climb: Climb): boolean {
  const sightings = sightingsOf(climb)
  const lowest = Math.min(...sightings.filter(({ strain }) => strain > 1).map(({ rate }) => rate))
  const isUsed = (rung: Rung) =>
    sightings.some(({ rate, round }) => rate === rung.rate && round === rung.round)
  return climb.rungs.some((rung) => rung.rate === lowest && isUsed(rung) && rung.cell.isDisturbed)
}
