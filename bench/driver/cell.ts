/**
 * Measures one variant at one rate. A fresh page, an idle control, a warm-up that is thrown away, windows, and at the
 * end the comparison with the oracle. A cell during which others used the machine is repeated, never averaged.
 */

import { type BenchContext, percentile } from "../context.ts"
import type { LoadReport, LoadServer } from "../load/load-server.ts"
import { compareHeld, compareShown, countedLater } from "../oracle/compare.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import type { ShownMarket, Variant } from "../variants.ts"
import type { Page } from "./page.ts"
import { pageScript } from "./page-script.ts"
import { cpuByThread } from "./processes.ts"

export const WARM_UP_MS = 1200
const IDLE_MS = { full: 1500, quick: 500 }
/** What a page does to begin with (fonts, charts, layouts) must not count as its idling. */
const SETTLE_MS = { full: 700, quick: 300 }
const VSYNC_MS = 1000 / 60
/** Others may use so much of one core, in %, before a cell counts as disturbed. */
const FOREIGN_MAX_PERCENT = 15
const TRIES = 3
/** All further tries of a run together, ms: on a machine that is never quiet the full run must end all the same. */
const FURTHER_TRIES_MS = 180_000
/** After the stream: the page works off what it has, flushes and paints; a starved machine may take its time. */
const WORK_OFF_TIMEOUT_MS = 20_000
const LAST_PAINT_TIMEOUT_MS = 5000
const LOOK_AGAIN_MS = 250

export interface WindowFigures {
  /** Messages a second that the page applied. */
  received: number
  /** Missed vsyncs in % of all. */
  missedPercent: number
  /** Send → painted, ms. */
  p50: number
  p95: number
  /** Main-thread task time, ms a second. */
  mainMs: number
  scriptMs: number
  /** CPU of the whole browser, ms a second, and of its busiest threads. */
  browserMs: number
  threads: Record<string, number>
  foreignPercent: number
}

export interface CellResult {
  variant: string
  rate: number
  idleMissedPercent: number
  windows: WindowFigures[]
  load: LoadReport
  /** Differences from the oracle; none: nothing was lost. */
  wrong: string[]
  /** Others disturbed all tries. */
  isDisturbed: boolean
  heapBytes: number
}

export interface CellPlan {
  variant: Variant
  /** Messages a second; 0: no stream but the probes' (an idle page). */
  rate: number
  windows: number
  /** Ends the windows early, when what they say is clear. */
  isDecided?: (windows: readonly WindowFigures[], idleMissedPercent: number) => boolean
  /** False: what it holds doesn't matter any more. Left out: the oracle is always asked. */
  needsOracle?: (windows: readonly WindowFigures[], idleMissedPercent: number) => boolean
}

let furtherTriesMs = 0

export async function runCell(context: BenchContext, load: LoadServer, plan: CellPlan): Promise<CellResult> {
  let last: CellResult | undefined
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const startedAt = performance.now()
    last = await runOnce(context, load, plan)
    if (attempt > 1) furtherTriesMs += performance.now() - startedAt
    if (!last.isDisturbed || context.isQuick || last.wrong.length > 0) break
    if (furtherTriesMs > FURTHER_TRIES_MS) break
    context.say(`${plan.variant.name} at ${plan.rate}: disturbed (${foreignOf(last)} %), try ${attempt}`)
  }
  return last as CellResult
}

const foreignOf = ({ windows }: CellResult) => Math.max(...windows.map((one) => one.foreignPercent))

/** Opens a variant's page and waits until it is subscribed. */
export async function openVariant(context: BenchContext, load: LoadServer, variant: Variant): Promise<Page> {
  const own = variant.script ? [variant.script()] : []
  const page = await context.openPage(variant.url(load.origin), {
    scripts: [pageScript(load.probePlace), ...own],
  })
  await load.ready()
  if (!variant.isFloor) await page.waitFor("window.bench && window.bench.probe()")
  await wait(SETTLE_MS[formOf(context)])
  return page
}

async function runOnce(context: BenchContext, load: LoadServer, plan: CellPlan): Promise<CellResult> {
  const { variant, rate } = plan
  const page = await openVariant(context, load, variant)
  try {
    const offset = await page.evaluate<number>("benchWatch.clockOffset()")
    const idleMissedPercent = await idleControl(page, IDLE_MS[formOf(context)])
    if (!variant.isFloor) await page.evaluate("benchWatch.watchProbe()")
    await load.start(rate)
    await wait(WARM_UP_MS)
    const windows: WindowFigures[] = []
    while (windows.length < plan.windows) {
      windows.push(await measureWindow(context, page, load, offset))
      if (plan.isDecided?.(windows, idleMissedPercent)) break
    }
    const report = await load.report()
    const heapBytes = (await page.metrics()).heapBytes
    const isAsked = plan.needsOracle?.(windows, idleMissedPercent) ?? true
    const wrong = isAsked ? await checkAgainstOracle(context, page, load, variant) : []
    if (!isAsked) await load.finish()
    return {
      variant: variant.name,
      rate,
      idleMissedPercent,
      windows,
      load: report,
      wrong,
      isDisturbed: windows.some(({ foreignPercent }) => foreignPercent > FOREIGN_MAX_PERCENT),
      heapBytes,
    }
  } finally {
    await page.close()
  }
}

const formOf = ({ isQuick }: BenchContext) => (isQuick ? "quick" : "full")

async function idleControl(page: Page, idleMs: number): Promise<number> {
  await page.evaluate("benchWatch.mark()")
  await wait(idleMs)
  return missedPercent(await page.evaluate<number[]>("benchWatch.intervals.slice()"))
}

/** Of all vsyncs that went by, how many had no animation frame? */
export function missedPercent(intervals: readonly number[]): number {
  const missed = intervals.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / VSYNC_MS) - 1), 0)
  return intervals.length === 0 ? 100 : (missed / (missed + intervals.length)) * 100
}

/** `received` and the page's clock at that moment: a busy page answers late. */
const RECEIVED = "(async () => [await bench.received(), performance.now()])()"

async function measureWindow(
  context: BenchContext,
  page: Page,
  load: LoadServer,
  offset: number,
): Promise<WindowFigures> {
  const { value, foreignPercent } = await context.withForeignLoad(async () => {
    await page.evaluate("benchWatch.mark()")
    const from = await page.evaluate<number>("performance.timeOrigin + performance.now()")
    const [before, beforeAt] = await page.evaluate<[number, number]>(RECEIVED)
    const metrics = await page.metrics()
    const threads = cpuByThread(page.pid)
    const startedAt = performance.now()
    await wait(context.windowMs)
    const seconds = (performance.now() - startedAt) / 1000
    const after = await page.metrics()
    const threadsAfter = cpuByThread(page.pid)
    const [received, receivedAt] = await page.evaluate<[number, number]>(RECEIVED)
    const to = from + seconds * 1000
    const { intervals, painted } = await page.evaluate<{
      intervals: number[]
      painted: [number, number][]
    }>("({ intervals: benchWatch.intervals.slice(), painted: benchWatch.painted.slice() })")
    const latencies = latenciesOf(await load.probes(), painted, offset, { from, to })
    const used = [...threadsAfter].map(
      ([name, ms]) => [name, Math.round((ms - (threads.get(name) ?? 0)) / seconds)] as const,
    )
    const wall = after.at - metrics.at
    return {
      received: ((received - before) / (receivedAt - beforeAt)) * 1000,
      missedPercent: missedPercent(intervals),
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
      mainMs: ((after.taskSeconds - metrics.taskSeconds) / wall) * 1000,
      scriptMs: ((after.scriptSeconds - metrics.scriptSeconds) / wall) * 1000,
      browserMs: used.reduce((sum, [, ms]) => sum + ms, 0),
      threads: Object.fromEntries(used.filter(([, ms]) => ms >= 10).sort(([, a], [, b]) => b - a)),
    }
  })
  return { ...value, foreignPercent }
}

/** A probe counts as seen when it or a later one is painted; one that never was took for ever. */
export function latenciesOf(
  sent: readonly number[],
  painted: readonly (readonly [number, number])[],
  offset: number,
  { from, to }: { from: number; to: number },
): number[] {
  const latencies: number[] = []
  for (const [number, sentAt] of sent.entries()) {
    const sentHere = sentAt - offset
    // The last ones may still be on their way when the window ends.
    if (sentHere < from || sentHere > to - 250) continue
    const seen = painted.find(([one]) => one >= number)
    latencies.push(seen ? seen[1] - sentHere : Number.POSITIVE_INFINITY)
  }
  return latencies
}

/** Ends the stream and compares what the page holds and shows with what was sent. */
export async function checkAgainstOracle(
  context: BenchContext,
  page: Page,
  load: LoadServer,
  variant: Variant,
): Promise<string[]> {
  if (context.fault === "skip-flush") await armSkippedFlush(page, load)
  const truth = await load.finish()
  const until = Date.now() + WORK_OFF_TIMEOUT_MS
  while ((await page.evaluate<number>("bench.received()")) < truth.messages && Date.now() < until)
    await wait(50)
  if (variant.isFloor === "receive") {
    const received = await page.evaluate<number>("bench.received()")
    const { messages } = countedLater(truth, received, await load.counted())
    return received === messages ? [] : [`messages: count is ${received}, must be ${messages}`]
  }
  const held = await page.evaluate<HeldMarket>("bench.held()")
  const wrong = compareHeld(held, countedLater(truth, held.messages, await load.counted()))
  if (variant.isFloor) return wrong
  return [...wrong, ...(await lookUntilRight(page, truth)), ...page.errors]
}

/** The last flush takes its moment; what is still wrong when the patience is over was never painted. */
async function lookUntilRight(page: Page, truth: HeldMarket): Promise<string[]> {
  const until = Date.now() + LAST_PAINT_TIMEOUT_MS
  for (;;) {
    await wait(LOOK_AGAIN_MS)
    const wrong = compareShown(await page.evaluate<ShownMarket>("bench.shown()"), truth)
    if (wrong.length === 0 || Date.now() > until) return wrong.map((text) => `shown ${text}`)
  }
}

/** The flush that brings the last words is thrown away. */
async function armSkippedFlush(page: Page, load: LoadServer): Promise<void> {
  await load.start(1)
  await wait(1000)
  await page.evaluate("bench.frames && (bench.frames.swallow = 1000)")
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
