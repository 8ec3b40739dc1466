/** Figure: from the press on a market to its first right book and candles on screen, over one round trip to the server. */

import { type BenchContext, median } from "../context.ts"
import { oursScript } from "../driver/ours-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { PROBE_ID } from "../load/workload.ts"
import { deskScript } from "./desk-script.ts"
import { startRealServer } from "./real-server.ts"
import { openWireProxy, type WireProxy } from "./wire-proxy.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const AGAINST = "one round trip to the server"

export const measure: Measure = {
  name: "switch-symbol",
  run: (context) => provenFigure("switch-symbol", AGAINST, () => run(context)),
}

/** Each way; without a distance a round trip on one machine is shorter than a frame, and the ratio says nothing. */
const DELAY_MS = 50
const FIRST = "BTC_USDT"
const MARKETS = [
  "ETH_USDT",
  "SOL_USDT",
  "DOGE_USDT",
  "XRP_USDT",
  "BNB_USDT",
  "SUI_USDT",
  "LTC_USDT",
  "ADA_USDT",
]
/** Fresh pages; each switches through all markets once. */
const PAGES = { quick: 1, full: 4 } as const
const ROUND_TRIPS = 9
/** The book on screen is grouped: its best price may lie so far from the server's, as a share. */
const GROUPING = 1e-3
const PAUSE_MS = 400

async function run(context: BenchContext): Promise<FigureResult> {
  const server = await startRealServer()
  const times: number[] = []
  const trips: number[] = []
  try {
    for (let count = 0; count < PAGES[context.isQuick ? "quick" : "full"]; count += 1) {
      const proxy = await openWireProxy(server.port, DELAY_MS)
      try {
        const told = await measurePage(context, proxy)
        times.push(...told.times)
        trips.push(median(told.trips))
      } finally {
        await proxy.close()
      }
    }
  } finally {
    await server.close()
  }
  const trip = median(trips)
  context.say(`switch: ${times.map(Math.round).join(" ")} ms; a round trip ${Math.round(trip)} ms`)
  return {
    name: "switch-symbol",
    value: median(times),
    values: times,
    against: AGAINST,
    againstValue: trip,
    againstValues: trips,
    ratio: median(times) / trip,
    isRight: true,
    note: `${DELAY_MS} ms each way; book and candles of ${MARKETS.length} markets, none seen before`,
  }
}

async function measurePage(
  context: BenchContext,
  proxy: WireProxy,
): Promise<{ times: number[]; trips: number[] }> {
  const page = await context.openPage(`${proxy.origin}/#/pages/spot/trade?symbol=${FIRST}`, {
    scripts: [oursScript(PROBE_ID)],
  })
  try {
    await page.evaluate(deskScript())
    await page.waitFor("deskWatch.isRight()", 60_000)
    const trips: number[] = []
    for (let count = 0; count < ROUND_TRIPS; count += 1)
      trips.push(
        await page.evaluate<number>(
          "(async () => { const start = performance.now(); await (await fetch('/healthz')).text(); return performance.now() - start })()",
        ),
      )
    const times: number[] = []
    for (const symbol of MARKETS) {
      await pause()
      const told = await page.evaluate<{ ms: number; bid: string; ask: string }>(
        `deskWatch.switchTo(${JSON.stringify(symbol)})`,
      )
      assertRight(symbol, told, proxy)
      times.push(told.ms)
    }
    return { times, trips }
  } finally {
    await page.close()
  }
}

function assertRight(symbol: string, shown: { bid: string; ask: string }, { record }: WireProxy): void {
  const best = record.best(symbol)
  if (!best) throw new WrongResult(`${symbol} is shown, but the server never sent its book`)
  for (const side of ["bid", "ask"] as const) {
    const [own, right] = [Number(shown[side].replaceAll(",", "")), Number(best[side])]
    if (!(Math.abs(own / right - 1) < GROUPING))
      throw new WrongResult(`${symbol}: best ${side} shown ${shown[side]}, sent ${best[side]}`)
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
