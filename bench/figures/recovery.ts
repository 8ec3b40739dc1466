/** Figure: how soon a page is current again after ten seconds at twice its sustained rate, and what memory it keeps. */

import { type BenchContext, median } from "../context.ts"
import { checkAgainstOracle, openVariant, WARM_UP_MS } from "../driver/cell.ts"
import type { Measure } from "../figure-result.ts"
import type { LoadServer } from "../load/load-server.ts"
import { variantNamed } from "../variants.ts"
import { climbTogether, sustainedOf } from "./ladder.ts"

const CALM_RATE = 8000
const OVERLOAD_MS = 10_000
const QUICK_OVERLOAD_MS = 3000
/** Fresh: so many probes in a row painted within this. */
const FRESH_MS = 100
const FRESH_PROBES = 10
const WATCH_MS = 4000
/** When nothing is known of this machine. */
const QUICK_SUSTAINED = 96_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Recovery {
  seconds: number
  heapBefore: number
  heapAfter: number
  received: number
  wrong: string[]
}

export const measure: Measure = {
  name: "recovery",
  async run(context) {
    const sustained = await sustainedRate(context)
    const load = await context.openLoad({ policy: "coalesced", probes: "head" })
    const all: Recovery[] = []
    try {
      for (const _turn of context.turns(context.repeats)) {
        const one = await recoverOnce(context, load, 2 * sustained)
        all.push(one)
        context.say(
          `recovery from ${2 * sustained}: ${one.seconds.toFixed(2)} s, heap ${(one.heapBefore / 1e6).toFixed(1)} → ${(one.heapAfter / 1e6).toFixed(1)} MB, took ${Math.round(one.received)} messages/s`,
        )
      }
    } finally {
      await load.close()
    }
    const wrong = all.flatMap((one) => one.wrong)
    const shared = {
      isRight: wrong.length === 0,
      details: { sustained, offered: 2 * sustained, workload: load.workload, repetitions: all },
      ...(wrong.length > 0 ? { note: wrong.slice(0, 5).join("; ") } : {}),
    }
    const megabytes = (pick: (one: Recovery) => number) => all.map((one) => pick(one) / 1e6)
    const after = megabytes(({ heapAfter }) => heapAfter)
    const before = megabytes(({ heapBefore }) => heapBefore)
    return [
      {
        name: "recovery-time",
        value: median(all.map(({ seconds }) => seconds)),
        values: all.map(({ seconds }) => seconds),
        against: "itself",
        ...shared,
      },
      {
        name: "recovery-heap",
        value: median(after),
        values: after,
        against: "before",
        againstValue: median(before),
        againstValues: before,
        ratio: median(all.map(({ heapAfter, heapBefore }) => heapAfter / heapBefore)),
        ...shared,
      },
    ]
  },
}

/** As found by the ladder of this run; alone, this measure climbs by itself. */
async function sustainedRate(context: BenchContext): Promise<number> {
  const known = context.known.get("sustained-coalesced")
  if (known) return known
  if (context.isQuick) return QUICK_SUSTAINED
  const { climbs } = await climbTogether(context, ["ours"], "coalesced")
  return sustainedOf(climbs.get("ours")) || QUICK_SUSTAINED
}

async function recoverOnce(context: BenchContext, load: LoadServer, rate: number): Promise<Recovery> {
  const ours = variantNamed("ours")
  const page = await openVariant(context, load, ours)
  try {
    const offset = await page.evaluate<number>("benchWatch.clockOffset()")
    await page.evaluate("benchWatch.watchProbe()")
    // Both heaps are taken at the same calm rate, after the same warm-up of caches.
    await load.start(CALM_RATE)
    await wait(2 * WARM_UP_MS)
    const heapBefore = await page.collectedHeap()
    const before = await page.evaluate<number>("bench.received()")
    await load.start(rate)
    const overloadMs = context.isQuick ? QUICK_OVERLOAD_MS : OVERLOAD_MS
    await wait(overloadMs)
    await load.start(CALM_RATE)
    const calmAt = performance.timeOrigin + performance.now()
    const received = ((await page.evaluate<number>("bench.received()")) - before) / (overloadMs / 1000)
    await wait(WATCH_MS)
    const painted = await page.evaluate<[number, number][]>("benchWatch.painted.slice()")
    const seconds = freshAfter(await load.probes(), painted, offset, calmAt)
    const heapAfter = await page.collectedHeap()
    return {
      seconds,
      heapBefore,
      heapAfter,
      received,
      wrong: await checkAgainstOracle(context, page, load, ours),
    }
  } finally {
    await page.close()
  }
}

/** Seconds from `calmAt` (this machine's clock) until the first of ten probes in a row that were painted in time. */
export function freshAfter(
  sent: readonly number[],
  painted: readonly (readonly [number, number])[],
  offset: number,
  calmAt: number,
): number {
  const late = painted.filter(([number, at]) => at + offset - (sent[number] ?? 0) > FRESH_MS)
  const lastLate = late.at(-1)
  const fresh = painted.filter(([number]) => number > (lastLate?.[0] ?? -1))
  const first = fresh[0]
  if (!first || fresh.length < FRESH_PROBES) return Number.POSITIVE_INFINITY
  return Math.max(0, (first[1] + offset - calmAt) / 1000)
}
