/**
 * Figure: memory that the page retains of what it was sent.
 * Heap of page and worker after a full collection, early and late, at 20 k messages a
 * second. Beside it runs the same page with a leak put in on purpose: an instrument that doesn't see it proves nothing.
 * Told with it: what of the heap is the program's own and what the engine keeps to run it, by heap snapshots.
 */

import type { BenchContext } from "../context.ts"
import { checkAgainstOracle, openVariant } from "../driver/cell.ts"
import { type HeapParts, heapParts } from "../driver/heap-parts.ts"
import type { Page } from "../driver/page.ts"
import type { Measure } from "../figure-result.ts"
import { FIGURES } from "../figures.ts"
import type { LoadServer } from "../load/load-server.ts"
import { variantNamed } from "../variants.ts"

const RATE = 20_000
const MINUTE_MS = 60_000
const FORMS = {
  quick: { early: 3000, late: 9000 },
  full: { early: 2 * MINUTE_MS, late: 10 * MINUTE_MS },
  soak: { early: 10 * MINUTE_MS, late: 120 * MINUTE_MS },
}
/**
 * While it is weighed the stream rests, and what was under way is worked off: with it running, twelve weighings in a row
 * of one page lay 0.7 MB apart, more than the gate allows.
 */
const RESTING_RATE = 1
const REST_MS = 2000
/** Of so many weighings the least counts: what is left of a frame is no memory that is retained. */
const WEIGHINGS = 3
/** The instruments' own records, 0.3 MB in ten minutes, are none of the page's. */
const FORGET = "benchWatch.mark(); bench.frames.ages.length = 0"
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
  /** Of the page without its worker, behind each weighing. None of the leaking page: it would be longer than a string may be. */
  parts?: Record<"early" | "late", HeapParts>
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
          tellParts(ours),
          ...wrong,
        ].join("; "),
        details: { ours, leaking, earlyMs: early, lateMs: late },
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
      const begunAt = performance.now()
      await load.start(RATE)
      await wait(early)
      const earlyHeap = await weigh(page, load)
      const earlyParts = isLeaking ? undefined : heapParts(await page.heapSnapshot())
      await load.start(RATE)
      await wait(Math.max(0, late - (performance.now() - begunAt)))
      const lateHeap = await weigh(page, load)
      const wrong = isLeaking ? [] : await checkAgainstOracle(context, page, load, ours)
      context.say(
        `heap${isLeaking ? " with a leak" : ""}: ${megabytes(earlyHeap)} → ${megabytes(lateHeap)} MB`,
      )
      const heaps = { early: earlyHeap, late: lateHeap, wrong }
      if (!earlyParts) return heaps
      return { ...heaps, parts: { early: earlyParts, late: heapParts(await page.heapSnapshot()) } }
    } finally {
      await page.close()
    }
  } finally {
    await load.close()
  }
}

async function weigh(page: Page, load: LoadServer): Promise<number> {
  await load.start(RESTING_RATE)
  await wait(REST_MS)
  await page.evaluate(FORGET)
  const weights: number[] = []
  for (let at = 0; at < WEIGHINGS; at += 1) weights.push(await page.collectedHeap())
  return Math.min(...weights)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

function tellParts({ parts }: HeapRun): string {
  if (!parts) return ""
  const { early, late } = parts
  const told = (name: keyof HeapParts) => `${megabytes(early[name])} → ${megabytes(late[name])} MB`
  const ratio = (late.objects / early.objects).toFixed(3)
  return `of the page, objects ${told("objects")} (${ratio}), code and what belongs to it ${told("engine")}`
}
