/** Compares two pages or two rates in the same windows, interleaved and rotated; medians, all values kept. */

import { type BenchContext, median } from "../context.ts"
import { type CellResult, runCell, type WindowFigures } from "../driver/cell.ts"
import type { FigureResult } from "../figure-result.ts"
import type { FramePolicy } from "../load/load-server.ts"
import type { ProbePlace } from "../load/workload.ts"
import { type Variant, variantNamed } from "../variants.ts"
import { pairedInterval } from "./paired-interval.ts"

export interface Arm {
  variant: Variant["name"]
  policy: FramePolicy
  rate: number
}

interface ArmsPlan {
  repeats?: number
  /** In each cell of the full form. */
  windows?: number
  /** Where latency is measured; a row of the list when left out. */
  probes?: ProbePlace
}

export interface ArmResult {
  arm: Arm
  cells: CellResult[]
  /** Of all cells, in order. */
  windows: WindowFigures[]
}

/** Each repetition runs every arm once, beginning with another one each time. */
export async function runArms(
  context: BenchContext,
  arms: readonly Arm[],
  { repeats = context.repeats, windows = 3, probes = "row" }: ArmsPlan = {},
): Promise<ArmResult[]> {
  const results: ArmResult[] = arms.map((arm) => ({ arm, cells: [], windows: [] }))
  const loads = new Map<FramePolicy, Awaited<ReturnType<BenchContext["openLoad"]>>>()
  try {
    for (const turn of context.turns(repeats)) {
      for (let place = 0; place < results.length; place += 1) {
        const result = results[(place + turn) % results.length] as ArmResult
        const { variant, policy, rate } = result.arm
        const load = loads.get(policy) ?? (await context.openLoad({ policy, probes }))
        loads.set(policy, load)
        const cell = await runCell(context, load, {
          variant: variantNamed(variant),
          rate,
          windows: context.isQuick ? 1 : windows,
        })
        result.cells.push(cell)
        result.windows.push(...cell.windows)
        const last = cell.windows.at(-1)
        context.say(
          `${variant} at ${rate} (${policy}): main ${last?.mainMs.toFixed(0)} ms/s, ${last?.p50.toFixed(1)}/${last?.p95.toFixed(1)} ms, received ${Math.round(last?.received ?? 0)}, foreign ${last?.foreignPercent} %${cell.wrong.length > 0 ? `, WRONG: ${cell.wrong[0]}` : ""}`,
        )
      }
    }
  } finally {
    for (const load of loads.values()) await load.close()
  }
  return results
}

/** A figure "one arm / another" by the median of one number of their windows. */
export function armRatio(
  name: string,
  [ours, other]: readonly [ArmResult, ArmResult],
  pick: (window: WindowFigures) => number,
): FigureResult {
  const values = ours.windows.map(pick)
  const againstValues = other.windows.map(pick)
  const isDisturbed = [ours, other].some((one) => one.cells.every((cell) => cell.isDisturbed))
  const quiet = (one: ArmResult) => {
    const undisturbed = one.cells.filter((cell) => !cell.isDisturbed).flatMap(({ windows }) => windows)
    return median((isDisturbed ? one.windows : undisturbed).map(pick))
  }
  const [value, againstValue] = [quiet(ours), quiet(other)]
  const byCell = (one: ArmResult) =>
    one.cells.map((cell) => (cell.isDisturbed && !isDisturbed ? Number.NaN : median(cell.windows.map(pick))))
  const interval = pairedInterval(byCell(ours), byCell(other))
  const cells = [...ours.cells, ...other.cells]
  const wrong = cells.flatMap(({ variant, rate, wrong: all }) =>
    all.map((text) => `${variant} at ${rate}: ${text}`),
  )
  const short = [ours, other].filter(
    ({ arm, windows }) => median(windows.map((one) => one.received)) < arm.rate * 0.98,
  )
  const notes = [
    ...wrong.slice(0, 5),
    ...(isDisturbed ? ["inconclusive: others used the machine during all cells"] : []),
    ...short.map(({ arm }) => `${arm.variant} did not receive all of ${arm.rate} messages a second`),
  ]
  return {
    name,
    value,
    values,
    against: `${other.arm.variant} at ${other.arm.rate}`,
    againstValue,
    againstValues,
    ratio: value / againstValue,
    ...(interval ? { interval } : {}),
    isRight: wrong.length === 0,
    isInconclusive: isDisturbed,
    ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
    details: { ours: ours.cells, against: other.cells },
  }
}
