/**
 * Figure: orders a second through HTTP, session, limits, engine and database, against an empty route of the same server.
 * A call of the same door that does nothing (session, limit, schema) is told beside it: what an order costs beyond being
 * asked.
 */

import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { type BenchContext, median, percentile } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { type Asked, askFor, type NextRequest } from "./http-clients.ts"
import { type OpenServer, type Registered, registerPerson } from "./register-person.ts"
import { restingPrice } from "./resting-price.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const AGAINST = "an empty route"
const SYMBOL = "BTC_USDT"
const CONNECTIONS = 128
/** An exchange's orders come from many, and each may let so many stand. */
const USERS = 64
const WINDOWS = { quick: 3, full: 3 } as const
const WINDOW_MS = { quick: 1500, full: 5000 } as const
/** The compiler takes some ten thousand orders to know the way. */
const WARM_UP_MS = { quick: 3000, full: 8000 } as const
/** Orders that a user lets stand before taking all of them back; between two windows they are taken back too. */
const STANDING_MAX = 190

export const measure: Measure = {
  name: "order-http",
  run: (context) => provenFigure("order-http", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const child = fork(join(import.meta.dirname, "order-server.ts"))
  try {
    const [opened] = (await once(child, "message")) as [{ port: number; mailbox: string }]
    return await measured(context, opened)
  } finally {
    await closed(child)
  }
}

async function measured(
  context: BenchContext,
  { port, mailbox }: { port: number; mailbox: string },
): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const address = `http://127.0.0.1:${port}`
  const users: Registered[] = []
  for (let place = 0; place < USERS; place += 1) users.push(await funded({ address, mailbox }, place))
  const price = await restingPrice(address, SYMBOL)
  const first = ordersOf(users, price)
  const to = (path: string): NextRequest => {
    // A body that an order has: some of the others take back all.
    const { token, body } = first(0)
    return () => ({ path, token, body, isCounted: true })
  }
  const empty = to("/bench/empty")
  const asking = { connections: CONNECTIONS, ms: WINDOW_MS[form] }
  const told = { orders: [] as number[], empty: [] as number[], bare: [] as number[], times: [] as number[] }
  for (const next of [empty, ordersOf(users, price)])
    await askFor(port, { ...asking, ms: WARM_UP_MS[form] / 2, next })
  const { foreignPercent } = await context.withForeignLoad(async () => {
    for (let turn = 0; turn < WINDOWS[form]; turn += 1) {
      for (const user of users) await user.post("/spot/cancelAll", {})
      told.empty.push((await askFor(port, { ...asking, next: empty })).perSecond)
      told.bare.push((await askFor(port, { ...asking, next: to("/bench/bare") })).perSecond)
      const window = await askFor(port, { ...asking, next: ordersOf(users, price) })
      told.orders.push(window.perSecond)
      told.times.push(...window.times)
    }
  })
  await checkMoney(address, users)
  const ratios = told.orders.map((rate, turn) => rate / (told.bare[turn] ?? Number.NaN))
  const [p50, p99] = [percentile(told.times, 0.5), percentile(told.times, 0.99)]
  const note = `an order's answer with ${CONNECTIONS} at a time: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; a call of the same door with nothing behind it: ${Math.round(median(told.empty))}/s`
  context.say(
    `order-http: ${told.orders.map(Math.round).join(" ")} against ${told.bare.map(Math.round).join(" ")}; ${note}`,
  )
  return {
    name: "order-http",
    value: Math.round(median(told.orders)),
    values: told.orders.map(Math.round),
    against: AGAINST,
    againstValue: Math.round(median(told.bare)),
    againstValues: told.bare.map(Math.round),
    ratio: median(ratios),
    isRight: true,
    note,
    details: {
      ratios,
      p50,
      p99,
      empty: told.empty.map(Math.round),
      connections: CONNECTIONS,
      users: USERS,
      foreignPercent,
    },
  }
}

/** Three resting limit orders, then one by market that trades with the house; now and then all are taken back. */
function ordersOf(users: readonly Registered[], price: string): NextRequest {
  const placed = users.map(() => 0)
  const resting = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.0002" }
  const bodies = {
    resting: JSON.stringify(resting),
    buy: JSON.stringify({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.0001" }),
    sell: JSON.stringify({ instrument: SYMBOL, side: "sell", type: "market", quantity: "0.0001" }),
  }
  return (place): Asked => {
    const user = place % users.length
    const token = users[user]?.token ?? ""
    const count = (placed[user] ?? 0) + 1
    placed[user] = count
    if (count % STANDING_MAX === 0) return { path: "/spot/cancelAll", token, body: "{}", isCounted: false }
    const kind = count % 4 !== 0 ? "resting" : count % 8 === 0 ? "buy" : "sell"
    return { path: "/spot/place", token, body: bodies[kind], isCounted: true }
  }
}

async function funded(server: OpenServer, place: number): Promise<Registered> {
  const user = await registerPerson(server, `orders${place}@example.org`)
  const drawn = await user.post("/assets/practice", { key: "bench" })
  if (drawn.code !== 200) throw new WrongResult(`practice money was answered with ${drawn.code}`)
  return user
}

/** After all is cancelled nobody holds anything: what was lost or made would be no result. */
async function checkMoney(address: string, users: readonly Registered[]): Promise<void> {
  for (const user of users) {
    await user.post("/spot/cancelAll", {})
    const response = await fetch(`${address}/assets/index`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    const { data } = (await response.json()) as { data: { balances: { held: string; currency: string }[] } }
    const held = data.balances.filter((row) => row.held !== "0")
    if (data.balances.length < 2 || held.length > 0)
      throw new WrongResult(`after all orders have ended ${JSON.stringify(held)} is held`)
  }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, "exit")
  child.send("close")
  await gone
}
