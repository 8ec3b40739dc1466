/**
 * Orders through one, two and four gateways against the process with the exchange itself, by turns: orders a second, their answers' times, and
 * what an order costs each process; then sockets over all gateways. No figure of the bench's table: on one machine all processes share its cores,
 * so only the costs say something. Needs a PostgreSQL server and `nats-server` on the PATH.
 *
 *     npm run bench -- gateways [POSTGRES_URL [SOCKETS]]
 */

import { median, percentile } from "../context.ts"
import { costOf, type Fleet, openFleet, type Running } from "./gateway-processes.ts"
import { measureSockets } from "./gateway-sockets.ts"
import { askFor, type Window } from "./http-clients.ts"
import type { HeldBytes } from "./memory-door.ts"
import { type Registered, registerPerson } from "./register-person.ts"

const GATEWAYS = 4
const USERS = 32
const CONNECTIONS = 64
const WINDOW_MS = 3000
const IDLE_MS = 8000
const ROUNDS = 5
const STANDING_MAX = 190

const [postgres = "postgres://postgres@127.0.0.1:5432/postgres", socketCount = "2000"] = process.argv
  .slice(2)
  .filter((word) => word !== "gateways")

const say = (text: string) => void process.stdout.write(`${text}\n`)
const inKb = (bytes: readonly HeldBytes[], of: keyof HeldBytes) =>
  bytes.map((one) => (one[of] / 1024).toFixed(1)).join(", ")

const fleet = await openFleet(postgres)
try {
  await measure(fleet)
} finally {
  await fleet.end()
}

async function measure({ start, mailbox }: Fleet): Promise<void> {
  const exchange = await start({})
  const gateways: Running[] = []
  while (gateways.length < GATEWAYS) gateways.push(await start({ SAKER_GATEWAY: "1" }))
  const address = `http://127.0.0.1:${exchange.port}`
  const users: Registered[] = []
  for (let place = 0; place < USERS; place += 1) {
    const user = await registerPerson({ address, mailbox: mailbox(exchange) }, `g${place}@example.org`)
    await user.post("/assets/practice", { key: "bench" })
    users.push(user)
  }
  await measureOrders(exchange, gateways, users)
  const told = await measureSockets(gateways, Number(socketCount))
  const frames = told.framesPerSecond / gateways.length
  const each = told.busy.map((busy, place) => ((busy - (told.idle[place] ?? 0)) / frames) * 1e6)
  say(
    `${told.sockets} sockets over ${gateways.length} gateways: ${inKb(told.bytesEach, "held")} kB held each (${inKb(told.bytesEach, "resident")} resident), ${Math.round(told.framesPerSecond)} frames/s, ${Math.round(told.wireBytesPerSecond / 1024)} kB/s; µs of processor a frame ${each.map((one) => one.toFixed(1)).join(", ")}`,
  )
}

async function measureOrders(exchange: Running, gateways: Running[], users: Registered[]): Promise<void> {
  const setups = {
    "the exchange's own door": [exchange],
    "one gateway": gateways.slice(0, 1),
    "two gateways": gateways.slice(0, 2),
    "four gateways": gateways,
  }
  const all = [exchange, ...gateways]
  // What the market itself costs goes on beside the orders: it isn't theirs.
  const idle = await costOf(all, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  const told = new Map<string, { window: Window; costs: number[] }[]>()
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [setup, doors] of Object.entries(setups)) {
      for (const user of users) await user.post("/spot/cancelAll", {})
      let windows: Window[] = []
      // One count of what each user lets stand over all doors: the limit of open orders is one as well.
      const next = ordersOf(users)
      const connections = CONNECTIONS / doors.length
      const used = await costOf(all, async () => {
        windows = await Promise.all(
          doors.map(({ port }, door) =>
            askFor(port, {
              connections,
              ms: WINDOW_MS,
              next: (place) => next(door * connections + place),
            }),
          ),
        )
      })
      const times = windows.flatMap((window) => window.times)
      const costs = used.perSecond.map(
        (each, place) => ((each - (idle.perSecond[place] ?? 0)) * used.seconds * 1e6) / times.length,
      )
      const perSecond = windows.reduce((sum, window) => sum + window.perSecond, 0)
      // The first round warms up.
      if (round > 0) told.set(setup, [...(told.get(setup) ?? []), { window: { perSecond, times }, costs }])
    }
  const percents = idle.perSecond.map((each) => Math.round(each * 100))
  say(
    `without orders: ${percents[0]} % of a core the exchange, ${percents.slice(1).join(", ")} % the gateways`,
  )
  for (const [setup, rounds] of told) {
    const times = rounds.flatMap(({ window }) => window.times)
    const costs = all.map((_, place) => Math.round(median(rounds.map((round) => round.costs[place] ?? 0))))
    const perSecond = Math.round(median(rounds.map(({ window }) => window.perSecond)))
    const answered = [0.5, 0.99].map((part) => percentile(times, part).toFixed(1))
    say(
      `${setup}: ${perSecond} orders/s, p50 ${answered[0]} ms, p99 ${answered[1]} ms; µs of processor an order: exchange ${costs[0]}, gateways ${costs.slice(1).join(", ")}`,
    )
  }
}

/** Limit orders far from the market; now and then all of a user's are taken back. */
function ordersOf(users: readonly Registered[]) {
  const placed = users.map(() => 0)
  const body = JSON.stringify({
    instrument: "BTC_USDT",
    side: "buy",
    type: "limit",
    price: "40000",
    quantity: "0.0002",
  })
  return (place: number) => {
    const user = place % users.length
    const token = users[user]?.token ?? ""
    const count = (placed[user] ?? 0) + 1
    placed[user] = count
    if (count % (STANDING_MAX / 2) === 0)
      return { path: "/spot/cancelAll", token, body: "{}", isCounted: false }
    return { path: "/spot/place", token, body, isCounted: true }
  }
}
