/** Figure: from the socket being open again to every visible panel being right, over 200 cuts. */

import { type BenchContext, median, percentile } from "../context.ts"
import { oursScript } from "../driver/ours-script.ts"
import type { Page } from "../driver/page.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { PROBE_ID } from "../load/workload.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import { deskScript } from "./desk-script.ts"
import { startRealServer } from "./real-server.ts"
import { openWireProxy, type WireProxy } from "./wire-proxy.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const AGAINST = "by itself"

export const measure: Measure = {
  name: "reconnect",
  run: (context) => provenFigure("reconnect", AGAINST, () => run(context)),
}

const CUTS = { quick: 20, full: 200 } as const
/** Between two cuts: the panels live for a moment, and trades happen. */
const PAUSE_MS = 150
/** Each so many cuts the stream is held, and what the page holds is compared with what the server said. */
const CUTS_A_PROOF = 50
const WORK_OFF_MS = 700

async function run(context: BenchContext): Promise<FigureResult> {
  const server = await startRealServer()
  const times: number[] = []
  try {
    let left: number = CUTS[context.isQuick ? "quick" : "full"]
    while (left > 0) {
      const cuts = Math.min(left, CUTS_A_PROOF)
      left -= cuts
      const proxy = await openWireProxy(server.port, 0)
      try {
        times.push(...(await cutOften(context, proxy, cuts)))
      } finally {
        await proxy.close()
      }
    }
  } finally {
    await server.close()
  }
  const p99 = percentile(times, 0.99)
  context.say(
    `reconnect: median ${Math.round(median(times))} ms, p99 ${Math.round(p99)} ms of ${times.length} cuts`,
  )
  return {
    name: "reconnect",
    value: p99 / 1000,
    values: times.map((time) => time / 1000),
    against: AGAINST,
    isRight: true,
    note: `median ${Math.round(median(times))} ms; the page is told that the network is back instead of waiting its 3 s`,
  }
}

async function cutOften(context: BenchContext, proxy: WireProxy, cuts: number): Promise<number[]> {
  const page = await context.openPage(`${proxy.origin}/#/pages/spot/trade?symbol=BTC_USDT`, {
    scripts: [oursScript(PROBE_ID)],
  })
  try {
    await page.evaluate(deskScript())
    await page.waitFor("deskWatch.isRight()", 60_000)
    const times: number[] = []
    for (let cut = 0; cut < cuts; cut += 1) {
      await pause(PAUSE_MS)
      times.push(await cutOnce(page, proxy))
    }
    await prove(context, page, proxy)
    return times
  } finally {
    await page.close()
  }
}

/** ms from the server's consent to the upgrade to all panels painted right; both clocks are this machine's. */
async function cutOnce(page: Page, proxy: WireProxy): Promise<number> {
  const { count } = proxy.opened()
  proxy.cut()
  await page.evaluate("deskWatch.stale()")
  const rightAt = await page.evaluate<number>("deskWatch.comeBack()")
  const opened = proxy.opened()
  if (opened.count !== count + 1)
    throw new WrongResult(`${opened.count - count} sockets opened after one cut`)
  return rightAt - opened.at
}

/** The stream is held; the page works off what it has; then it holds what the server said, and nothing else. */
async function prove(context: BenchContext, page: Page, proxy: WireProxy): Promise<void> {
  proxy.freeze()
  await pause(WORK_OFF_MS)
  const held = await page.evaluate<HeldMarket>("window.bench.held()")
  const [row] = held.tickers
  // The deliberate fault: one ticker is taken for older than it is.
  if (context.fault === "skip-flush" && row) (row as (string | number)[])[1] = "0"
  const wrong = proxy.record.differences(held)
  if (held.malformed > 0) wrong.push(`${held.malformed} messages could not be read`)
  if (wrong.length > 0) throw new WrongResult(wrong.join("; "))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
