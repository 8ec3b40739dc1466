/**
 * Figures: what a phone of 30 % or 15 % of a core is like to begin with. The terminal of the real server as it comes: when the
 * first price is there, and when Buy has opened its sheet; and presses while 8,000 messages a second come.
 */

import { type BenchContext, median, percentile } from "../context.ts"
import { type CpuLimit, limitCpu } from "../driver/cpu-limit.ts"
import { heldDifferences } from "../driver/held-check.ts"
import { middleOf, pressEscape, tap } from "../driver/input.ts"
import { inputScript, type PressTimes } from "../driver/input-script.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { startRealServer } from "../server/real-server.ts"
import { registerPerson } from "../server/register-person.ts"
import { openTrader, PHONE } from "./input.ts"
import { ACTIONS, BUY_BUTTON, SHEET_SHOWN } from "./input-actions.ts"
import { LEFT_OUT } from "./slow-age.ts"

const SHARES = [0.3, 0.15] as const
type Share = (typeof SHARES)[number]
const PAGES = { full: 2, quick: 1 } as const
const TAPS = { full: 8, quick: 4 } as const
/** Somebody reads the price before pressing. */
const READ_MS = 3000
const RATE = 8000
const PRESSES = { full: 30, quick: 8 } as const
const SETTLE_MS = 3000
const READY_WITHIN_MS = 90_000
const FOREIGN_MAX_PERCENT = 15
const SYMBOL = "BTC_USDT"

interface Start {
  share: Share
  /** Beginning of the navigation → price painted, by the page's first face or its head, ms. */
  firstPrice: number
  /** Beginning of the navigation → price painted by the head, ms. */
  headPrice: number
  taps: PressTimes[]
  foreignPercent: number
}

interface Presses {
  byAction: ReadonlyMap<string, readonly PressTimes[]>
  foreignPercent: number
  wrong: readonly string[]
}

export const measure: Measure = {
  name: "slow-start",
  async run(context) {
    const starts = await runStarts(context)
    const presses = starts && (await runPresses(context))
    if (!presses) return NAMES.map(leftOut)
    return [
      ...SHARES.flatMap((share) =>
        startFigures(
          starts.filter((one) => one.share === share),
          share,
        ),
      ),
      pressFigure(presses),
    ]
  },
}

const NAMES = [
  ...SHARES.flatMap((share) => [`slow-first-price-${share * 100}`, `slow-buy-${share * 100}`]),
  "slow-input-30",
]

/** In turns, so that a slow minute of the machine is everybody's. Undefined: no browser may be held down here. */
async function runStarts(context: BenchContext): Promise<Start[] | undefined> {
  const form = context.isQuick ? "quick" : "full"
  const server = await startRealServer()
  try {
    const address = `http://127.0.0.1:${server.port}`
    const { token } = await registerPerson({ address, mailbox: server.mailbox }, "slow@bench.example")
    const starts: Start[] = []
    for (const _turn of context.turns(PAGES[form]))
      for (const share of SHARES) {
        const start = await runStart(context, { address, token, share, taps: TAPS[form] })
        if (!start) return undefined
        starts.push(start)
        context.say(
          `${share * 100} %: first price ${Math.round(start.firstPrice)} ms, in the head ${Math.round(start.headPrice)} ms, Buy ${start.taps.map(({ painted }) => Math.round(painted)).join(" ")} ms, foreign ${start.foreignPercent} %`,
        )
      }
    return starts
  } finally {
    await server.close()
  }
}

interface StartPlan {
  address: string
  token: string
  share: Share
  taps: number
}

async function runStart(context: BenchContext, plan: StartPlan): Promise<Start | undefined> {
  const { address, token, share, taps } = plan
  return held(
    context,
    async (page, limit) => {
      limit.set(share)
      const { value, foreignPercent } = await context.withForeignLoad(async () => {
        await page.goto(`${address}/#/pages/spot/trade?symbol=${SYMBOL}`)
        const prices = await pricesPainted(page)
        await wait(READ_MS)
        return { ...prices, taps: await ACTIONS.buy(page, taps) }
      })
      return { share, ...value, foreignPercent }
    },
    token,
  )
}

/** An empty page in a browser that may be held down, closed after `work`. */
async function held<T>(
  context: BenchContext,
  work: (page: Page, limit: CpuLimit) => Promise<T>,
  token: string,
): Promise<T | undefined> {
  const page = await context.openPage("about:blank", {
    ...PHONE,
    scripts: [pageScript("head"), inputScript(), PRICE_SCRIPT],
    storage: { lang: "en", token },
  })
  const limit = limitCpu(page.pid)
  try {
    return limit && (await work(page, limit))
  } finally {
    await page.close()
    await limit?.remove()
  }
}

/**
 * Run before the page's own: notes when a price was painted first, on the clock that began with the navigation. The first
 * face, which the page brings in its HTML, shows it at the head's place until the head stands there.
 */
const PRICE_SCRIPT = `(() => {
  const painted = {}
  window.benchPrices = painted
  const note = (name) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { port1.close(); painted[name] = performance.now() }
    port2.postMessage(null)
  }
  const isFaceShown = () => {
    const face = document.querySelector("#first-face .face-last")
    return face !== null && face.getClientRects().length > 0 && /\\d/.test(face.textContent)
  }
  const waitFor = (name, isShown) => {
    const look = () => (isShown() ? note(name) : void requestAnimationFrame(look))
    requestAnimationFrame(look)
  }
  waitFor("first", () => isFaceShown() || benchWatch.hasProbe())
  waitFor("head", () => benchWatch.hasProbe())
})()`

async function pricesPainted(page: Page): Promise<Pick<Start, "firstPrice" | "headPrice">> {
  await page.waitFor("benchPrices.first && benchPrices.head", READY_WITHIN_MS)
  const { first, head } = await page.evaluate<{ first: number; head: number }>("benchPrices")
  return { firstPrice: first, headPrice: head }
}

/** Presses at 8 k messages a second, on a phone of 30 % of a core. */
async function runPresses(context: BenchContext): Promise<Presses | undefined> {
  const count = PRESSES[context.isQuick ? "quick" : "full"]
  const load = await context.openLoad({ policy: "coalesced" })
  try {
    const page = await openTrader(context, load, PHONE)
    const limit = limitCpu(page.pid)
    try {
      if (!limit) return undefined
      // Fetches and compiles the sheet: its first opening is told by the cells without this stream.
      await ACTIONS.buy(page, 1)
      limit.set(0.3)
      await load.start(RATE)
      await wait(SETTLE_MS)
      const { value: byAction, foreignPercent } = await context.withForeignLoad(() => pressBoth(page, count))
      limit.set(null)
      const wrong = await heldDifferences(page, load, false)
      return { byAction, foreignPercent, wrong }
    } finally {
      await page.close()
      await limit?.remove()
    }
  } finally {
    await load.close()
  }
}

async function pressBoth(page: Page, count: number): Promise<Map<string, PressTimes[]>> {
  const buy = await ACTIONS.buy(page, count)
  await tap(page, await middleOf(page, BUY_BUTTON), SHEET_SHOWN)
  const type = await ACTIONS.type(page, count)
  await pressEscape(page)
  return new Map([
    ["buy", buy],
    ["type", type],
  ])
}

function startFigures(starts: readonly Start[], share: Share): FigureResult[] {
  const isInconclusive = starts.every(({ foreignPercent }) => foreignPercent > FOREIGN_MAX_PERCENT)
  const prices = starts.map(({ firstPrice }) => firstPrice)
  const taps = starts.flatMap((start) => start.taps.map(({ painted }) => painted))
  const first = starts.map((start) => Math.round(start.taps[0]?.painted ?? Number.NaN))
  const shared = { against: "itself", isRight: true, isInconclusive }
  return [
    {
      name: `slow-first-price-${share * 100}`,
      value: median(prices),
      values: prices,
      ...shared,
      note: `in the head after ${Math.round(median(starts.map(({ headPrice }) => headPrice)))} ms`,
    },
    {
      name: `slow-buy-${share * 100}`,
      value: median(taps),
      values: taps,
      ...shared,
      note: `first taps ${first.join(" ")} ms, p95 ${Math.round(p95(taps))} ms`,
      details: { starts },
    },
  ]
}

function pressFigure({ byAction, foreignPercent, wrong }: Presses): FigureResult {
  const told = [...byAction].map(([name, times]) => ({ name, p95: p95(times.map(({ painted }) => painted)) }))
  return {
    name: "slow-input-30",
    value: Math.max(...told.map((one) => one.p95)),
    values: told.map((one) => one.p95),
    against: "itself",
    isRight: wrong.length === 0,
    isInconclusive: foreignPercent > FOREIGN_MAX_PERCENT,
    note: [...wrong.slice(0, 3), ...told.map((one) => `${one.name} ${Math.round(one.p95)} ms`)].join("; "),
    details: { byAction: Object.fromEntries(byAction) },
  }
}

const leftOut = (name: string): FigureResult => ({
  name,
  value: null,
  values: [],
  against: "",
  isRight: true,
  isInconclusive: true,
  note: LEFT_OUT,
})

const p95 = (values: readonly number[]) => percentile(values, 0.95)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
