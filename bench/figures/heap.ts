/**
 * Figure: memory that the page retains of what it was sent.
 * Heap of page and worker after a full collection, early and late, at 20 k messages a
 * second. Beside it runs the same page with a leak put in on purpose: an instrument that doesn't see it proves nothing.
 */

import type { BenchContext } from "../context.ts"
import { checkAgainstOracle, openVariant } from "../driver/cell.ts"
import type { Measure } from "../figure-result.ts"
import { FIGURES } from "../figures.ts"
import { variantNamed } from "../variants.ts"

const RATE = 20_000
const MINUTE_MS = 60_000
const FORMS = {
  quick: { early: 3000, late: 9000 },
  full: { early: 2 * MINUTE_MS, late: 10 * MINUTE_MS },
  soak: { early: 10 * MINUTE_MS, late: 120 * MINUTE_MS },
}
/** What a careless listener would do: keep every frame. */
const LEAK = `
  window.kept = []
  setInterval(() => {
    for (let at = 0; at < 20; at += 1) window.kept.push({ at, text: "x".repeat(64) + Math.random() })
  }, 16)
`

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface HeapRun {
  early: number
  late: number
  wrong: string[]
}

export const measure: Measure = {
  name: "heap",
  async run(context) {
    const [ours, leaking] = await Promise.all([runHeap(context, false), runHeap(context, true)])
    const gate = FIGURES.find(({ name }) => name === "heap-10min")?.gate ?? 1
    const ratio = ours.late / ours.early
    const leakRatio = leaking.late / leaking.early
    const isSeen = leakRatio > gate
    const wrong = [...ours.wrong, ...(isSeen ? [] : [`the leak was not seen: ${leakRatio.toFixed(3)}`])]
    const { early, late } = formOf(context)
    return [
      {
        name: "heap-10min",
        value: ours.late / 1e6,
        values: [ours.late / 1e6],
        against: `after ${early / MINUTE_MS} min`,
        againstValue: ours.early / 1e6,
        againstValues: [ours.early / 1e6],
        ratio,
        isRight: wrong.length === 0,
        note: [
          `after ${late / MINUTE_MS} min; with a leak on purpose the ratio is ${leakRatio.toFixed(2)}`,
          ...wrong,
        ].join("; "),
        details: { leaking, earlyMs: early, lateMs: late },
      },
    ]
  },
}

const formOf = ({ isQuick, isSoak }: BenchContext) => FORMS[isSoak ? "soak" : isQuick ? "quick" : "full"]

async function runHeap(context: BenchContext, isLeaking: boolean): Promise<HeapRun> {
  const { early, late } = formOf(context)
  const ours = variantNamed("ours")
  // The leaking page proves the instrument; no fault and no comparison is asked of it.
  const load = await context.openLoad({ policy: "coalesced", ...(isLeaking ? { fault: null } : {}) })
  try {
    const page = await openVariant(context, load, ours)
    try {
      if (isLeaking) await page.evaluate(LEAK)
      await load.start(RATE)
      await wait(early)
      const earlyHeap = await page.collectedHeap()
      await wait(late - early)
      const lateHeap = await page.collectedHeap()
      const wrong = isLeaking ? [] : await checkAgainstOracle(context, page, load, ours)
      context.say(
        `heap${isLeaking ? " with a leak" : ""}: ${(earlyHeap / 1e6).toFixed(1)} → ${(lateHeap / 1e6).toFixed(1)} MB`,
      )
      return { early: earlyHeap, late: lateHeap, wrong }
    } finally {
      await page.close()
    }
  } finally {
    await load.close()
  }
}
