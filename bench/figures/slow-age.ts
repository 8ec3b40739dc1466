/**
 * Figures: how old what is on the screen is on a slow device. The whole browser has 30 % or 15 % of one core, at 1 k and 8 k
 * messages a second, as large as a phone and a desk; the peers beside it in the same cells.
 */

import type { BenchContext } from "../context.ts"
import { limitCpu } from "../driver/cpu-limit.ts"
import { heldDifferences } from "../driver/held-check.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import type { LoadServer } from "../load/load-server.ts"
import { type Variant, variantNamed } from "../variants.ts"
import { DESK, PHONE } from "./input.ts"
import { ageGrowth, ageP95, shownAges } from "./shown-age.ts"

const SIZES = [PHONE, DESK] as const
const SHARES = [0.3, 0.15] as const
const RATES = [1000, 8000] as const
const BUSY = 8000
const WINDOW_MS = { full: 6000, quick: 4000 } as const
/** After the limit, before the window: what the page had done before must be used up. */
const SETTLE_MS = 2000
const READY_WITHIN_MS = 60_000
const FOREIGN_MAX_PERCENT = 15
const TOLD_MAX = 3

interface SlowPlan {
  variant: Variant["name"]
  share: (typeof SHARES)[number]
  rate: number
  size: (typeof SIZES)[number]
}

interface SlowCell extends SlowPlan {
  /** Age of what is shown, 95th percentile and growth, ms. */
  p95: number
  growth: number
  /** Probes painted in the window. */
  painted: number
  /** Of what was due, so much was sent: the rest waits for a page that doesn't take it. */
  taken: number
  /** Share of the kernel's periods in which the browser had to stand. */
  throttled: number
  foreignPercent: number
  wrong: string[]
}

export const measure: Measure = {
  name: "slow-age",
  async run(context) {
    const load = await context.openLoad({ policy: "coalesced", probes: "head" })
    const cells: SlowCell[] = []
    try {
      for (const plan of plansOf(context)) {
        const cell = await runSlowCell(context, load, plan)
        if (!cell) return leftOut()
        cells.push(cell)
        context.say(`${wordsOf(cell)}, foreign ${cell.foreignPercent} %`)
      }
    } finally {
      await load.close()
    }
    return [
      figureOf("slow-age-30", cells, 0.3, ({ p95 }) => p95),
      figureOf("slow-growth-15", cells, 0.15, ({ growth }) => growth),
    ]
  },
}

/**
 * Ours in all eight cells. Of the peers those that hold out longest on the ladder, in the busy cells of 30 %, and the best of them
 * there in the busy ones of 15 %. The quick form has ours and one peer, busy.
 */
function plansOf({ isQuick }: BenchContext): SlowPlan[] {
  const plans: SlowPlan[] = []
  for (const share of SHARES)
    for (const rate of isQuick ? [BUSY] : RATES)
      for (const size of isQuick ? [PHONE] : SIZES) {
        const add = (...names: Variant["name"][]) => {
          for (const variant of names) plans.push({ variant, share, rate, size })
        }
        add("ours")
        if (isQuick) add("zustand")
        else if (rate === BUSY) add("naive")
        if (!isQuick && share === 0.3 && rate === BUSY) add("zustand")
      }
  return plans
}

/** Opened at full speed, then held down. Undefined: this machine lets nobody hold a browser down. */
async function runSlowCell(
  context: BenchContext,
  load: LoadServer,
  plan: SlowPlan,
): Promise<SlowCell | undefined> {
  const form = context.isQuick ? "quick" : "full"
  const page = await openProbed(context, load, plan)
  const limit = limitCpu(page.pid)
  try {
    if (!limit) return undefined
    const offset = await page.evaluate<number>("benchWatch.clockOffset()")
    await page.evaluate("benchWatch.watchProbe()")
    limit.set(plan.share)
    await load.start(plan.rate)
    await wait(SETTLE_MS)
    const { value: span, foreignPercent } = await context.withForeignLoad(async () => {
      const from = now() - offset
      await wait(WINDOW_MS[form])
      return { from, to: now() - offset }
    })
    const throttled = limit.throttled()
    const { sent, offered } = await load.report()
    const probes = await load.probes()
    // What it shows was seen by then; asking goes faster so.
    limit.set(null)
    const painted = await page.evaluate<[number, number][]>("benchWatch.painted.slice()")
    const ages = shownAges(probes, painted, offset, span)
    return {
      ...plan,
      p95: ageP95(ages),
      growth: ageGrowth(ages),
      painted: painted.filter(([, at]) => at >= span.from && at <= span.to).length,
      taken: sent / offered,
      throttled,
      foreignPercent,
      wrong: await wrongOf(page, load, plan),
    }
  } finally {
    await page.close()
    await limit?.remove()
  }
}

/** The machine's clock, as the generator's. */
const now = () => performance.timeOrigin + performance.now()

async function openProbed(
  context: BenchContext,
  load: LoadServer,
  { variant, size }: SlowPlan,
): Promise<Page> {
  const { url, script } = variantNamed(variant)
  const page = await context.openPage(url(load.origin), {
    ...size,
    scripts: [pageScript(load.probePlace), ...(script ? [script()] : [])],
  })
  await page.waitFor("benchWatch.hasProbe() && window.bench", READY_WITHIN_MS)
  return page
}

/** A peer that can't keep up has shown so; ours must have lost nothing even then. */
async function wrongOf(page: Page, load: LoadServer, { variant, size }: SlowPlan): Promise<string[]> {
  if (variant === "ours") return heldDifferences(page, load, size === DESK)
  await load.finish()
  return []
}

function figureOf(
  name: string,
  all: readonly SlowCell[],
  share: number,
  pick: (cell: SlowCell) => number,
): FigureResult {
  const cells = all.filter((cell) => cell.share === share)
  const own = cells.filter(({ variant }) => variant === "ours")
  const peers = [...new Set(cells.map(({ variant }) => variant))].filter((variant) => variant !== "ours")
  // In the busy cells, which all of them have.
  const worstOf = (variant: string) =>
    Math.max(...cells.filter((cell) => cell.variant === variant && cell.rate === BUSY).map(pick))
  const best = peers.sort((one, other) => worstOf(one) - worstOf(other))[0]
  const wrong = own.flatMap((cell) => cell.wrong.map((text) => `${wordsOf(cell)}: ${text}`))
  const isDisturbed = own.some(({ foreignPercent }) => foreignPercent > FOREIGN_MAX_PERCENT)
  return {
    name,
    value: Math.max(...own.map(pick)),
    values: own.map(pick),
    against: best ? `${best}, best of the peers at 8 k` : "",
    ...(best ? { againstValue: worstOf(best) } : {}),
    isRight: wrong.length === 0,
    isInconclusive: isDisturbed,
    note: [
      ...wrong.slice(0, TOLD_MAX),
      ...cells.map(wordsOf),
      ...(isDisturbed ? ["inconclusive: others used the machine"] : []),
    ].join("; "),
    details: { cells },
  }
}

const wordsOf = ({ variant, share, rate, size, p95, growth, taken }: SlowCell) =>
  `${variant} ${size.width}×${size.height} ${share * 100} % ${rate / 1000} k: p95 ${Math.round(p95)}, growth ${Math.round(growth)} ms${taken < 0.98 ? `, took ${Math.round(taken * 100)} %` : ""}`

export const LEFT_OUT = "left out: this machine lets nobody make a CPU control group"

const leftOut = (): FigureResult[] =>
  ["slow-age-30", "slow-growth-15"].map((name) => ({
    name,
    value: null,
    values: [],
    against: "",
    isRight: true,
    isInconclusive: true,
    note: LEFT_OUT,
  }))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
