/** Figure: cost of a chart's frame with 100,000 bars of history to scroll, against 1,000; other libraries beside it. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { countThreadTime } from "./main-thread.ts"

export const measure: Measure = { name: "chart-100k", run }

/** Whose frame is measured, with how many bars behind it. */
const CELLS = [
  { chart: "ours", bars: 1000 },
  { chart: "ours", bars: 100_000 },
  { chart: "lightweight", bars: 1000 },
  { chart: "lightweight", bars: 100_000 },
  { chart: "uplot", bars: 1000 },
  { chart: "uplot", bars: 100_000 },
  { chart: "klinecharts", bars: 1000 },
  { chart: "klinecharts", bars: 100_000 },
] as const
/** The quick form leaves the floors out. */
const QUICK_CELLS = CELLS.slice(0, 2)
const REPETITIONS = { quick: 2, full: 5 } as const
const WARM_UP_MS = 1000
/** The floors are told, not judged: once each is enough to see their order. */
const FLOOR_REPETITIONS = 1

const nameOf = ({ chart, bars }: { chart: string; bars: number }) => `${chart} ${bars / 1000}k`

async function run(context: BenchContext): Promise<FigureResult[]> {
  const load = await context.openLoad()
  const frames = new Map<string, number[]>()
  const loaded = new Map<string, number>()
  const wrong: string[] = []
  try {
    const repetitions = REPETITIONS[context.isQuick ? "quick" : "full"]
    for (const repetition of context.turns(repetitions)) {
      const wanted = context.isQuick || repetition >= FLOOR_REPETITIONS ? QUICK_CELLS : CELLS
      for (const cell of repetition % 2 === 0 ? wanted : wanted.toReversed()) {
        const told = await measureCell(context, load.origin, cell)
        frames.set(nameOf(cell), [...(frames.get(nameOf(cell)) ?? []), told.microseconds])
        loaded.set(nameOf(cell), told.loaded)
        if (told.wrong) wrong.push(nameOf(cell))
      }
    }
  } finally {
    await load.close()
  }
  const [short, long] = [frames.get("ours 1k") ?? [], frames.get("ours 100k") ?? []]
  const ratios = long.map((time, at) => time / (short[at] ?? Number.NaN))
  const table = [...frames].map(([name, times]) => `${name} ${median(times).toFixed(0)}`)
  context.say(`chart, µs a frame: ${table.join(", ")}`)
  return [
    {
      name: "chart-100k",
      value: median(long),
      values: long,
      against: "the same chart over 1 k bars",
      againstValue: median(short),
      againstValues: short,
      ratio: median(ratios),
      isRight: wrong.length === 0,
      note:
        wrong.length > 0
          ? `${wrong.join(", ")} did not hold the last update`
          : `${loaded.get("ours 100k")} bars loaded; µs a frame: ${table.join(", ")}`,
      details: { ratios, frames: Object.fromEntries(frames), loaded: Object.fromEntries(loaded) },
    },
  ]
}

async function measureCell(
  context: BenchContext,
  origin: string,
  { chart, bars }: { chart: string; bars: number },
): Promise<{ microseconds: number; loaded: number; wrong: boolean }> {
  const page = await context.openPage(
    `${origin}/bench/peers/chart-page/page.html?chart=${chart}&bars=${bars}`,
  )
  try {
    await page.waitFor("window.runChart", 60_000)
    await countThreadTime(page)
    await page.evaluate(`window.runChart(${WARM_UP_MS})`)
    const before = await page.metrics()
    const told = await page.evaluate<{ frames: number; loaded: number; wrong: boolean }>(
      `window.runChart(${context.windowMs})`,
    )
    const after = await page.metrics()
    return {
      microseconds: ((after.taskSeconds - before.taskSeconds) * 1e6) / Math.max(1, told.frames),
      loaded: told.loaded,
      wrong: told.wrong,
    }
  } finally {
    await page.close()
  }
}
