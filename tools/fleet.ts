/**
 * `npm run chaos -- fleet [--faults 60] [--seed S]`: faults by chance, one after the other and sometimes two at once, on a whole fleet under
 * load: a process with the exchange and one that stands by, two gateways, a NATS server, a PostgreSQL server. Each process has a keeper that
 * starts it anew when it has ended, as systemd would. Behind each fault everything must come right by itself, and a bookkeeper outside
 * compares every answer with what there is. Needs a PostgreSQL server and `nats-server`; the seed repeats the faults, not their moments.
 */

import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { registerPerson } from "#bench/server/register-person.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { freePort } from "#tests/support/free-port.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun } from "#tests/support/gateways.ts"
import { mailboxOf } from "#tests/support/mailbox.ts"
import { startNats } from "#tests/support/nats.ts"
import { freshDatabase } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { FAULTS, type Fleet } from "./fleet-faults.ts"
import { KeptProcess } from "./kept-process.ts"

const HEALED_WITHIN_MS = 120_000
const LOOK_MS = 100
/** Cancelled orders between two faults. */
const WORK = 30
/** One in so many is followed by another before the first is over. */
const TWO_AT_ONCE = 0.3
/** Nobody is to be held up by them. */
const LIMITS = ["ORDERS", "CANCELS", "READS", "ACCOUNT_CALLS", "HISTORY"].map((name) => [
  `SAKER_${name}_PER_SECOND`,
  "10000",
])

const { values } = parseArgs({
  options: { faults: { type: "string", default: "60" }, seed: { type: "string" } },
})
const faults = Number(values.faults)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
if (![faults, seed].every((number) => Number.isInteger(number) && number > 0))
  throw new Error("--faults and --seed are whole numbers above 0")
if (!gatewaysCanRun) throw new Error(`the fleet can't run${GATEWAYS_LEFT_OUT}`)
process.exitCode = await run()

async function run(): Promise<number> {
  const { url: database, drop } = await freshDatabase()
  const nats = await startNats()
  const data = freshFolder()
  const env = {
    ...{ DATABASE_URL: database, SAKER_NATS: nats.url, SAKER_MARKETS: "6", SAKER_FORCE_WRITES: "1" },
    ...Object.fromEntries(LIMITS),
  }
  const keep = async (name: string, more: Record<string, string>) =>
    new KeptProcess(name, { data, port: await freePort(), env: { ...env, ...more } })
  const fleet: Fleet = {
    engines: [
      await keep("exchange A", { SAKER_STANDBY: "1" }),
      await keep("exchange B", { SAKER_STANDBY: "1" }),
    ],
    gateways: [
      await keep("gateway A", { SAKER_GATEWAY: "1" }),
      await keep("gateway B", { SAKER_GATEWAY: "1" }),
    ],
    nats,
    database,
    chance: new SeededChance(seed),
  }
  const wrong: string[] = []
  try {
    console.log(`${faults} faults with seed ${seed}`)
    await breakOn(fleet, data, wrong)
  } catch (error) {
    wrong.push(String(error))
  } finally {
    const all = [...fleet.engines, ...fleet.gateways]
    if (wrong.length > 0) for (const each of all) console.error(`\n${each.name}:\n${each.said()}`)
    await Promise.all(all.map((each) => each.end()))
    await fleet.nats.end()
    await drop()
    removeFolders()
  }
  for (const line of wrong) console.error(line)
  console.log(wrong.length === 0 ? "nothing wrong" : `seed ${seed}: ${wrong.length} wrong`)
  return wrong.length === 0 ? 0 : 1
}

async function breakOn(fleet: Fleet, data: string, wrong: string[]): Promise<void> {
  const { chance, engines, gateways } = fleet
  engines[0].start()
  await until("the exchange is ready", async () => (await engines[0].status()) === 200)
  for (const each of [engines[1], ...gateways]) each.start()
  await until("the fleet is ready", () => isHealed(fleet))
  const { url } = engines[0]
  const { token, post } = await registerPerson({ address: url, mailbox: mailboxOf(url) }, "books@example.org")
  await post("/assets/practice", { key: "first" })
  const books = new Bookkeeper({
    token,
    price: await lowPrice(url),
    addresses: gateways.map(({ url }) => url),
  })
  for (let fault = 1; fault <= faults && wrong.length === 0; fault += 1) {
    books.start()
    const before = books.count("gone")
    await until("orders go through", () => books.count("gone") >= before + WORK)
    const first = chance.pick(FAULTS)
    const second = chance.pick(FAULTS)
    const chosen = second !== first && chance.happens(TWO_AT_ONCE) ? [first, second] : [first]
    const began = performance.now()
    const told = await Promise.all(chosen.map((happen) => happen(fleet)))
    await until(`healed after ${told.join(" and ")}`, () => isHealed(fleet))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    await books.stop()
    for (const each of gateways) wrong.push(...(await books.differencesAt(each.url)))
    wrong.push(...(await books.differencesIn(fleet.database, data)))
    await books.thinOut(gateways[0].url)
    const counts = (["open", "gone", "nothing", "unknown"] as const).map(
      (each) => `${books.count(each)} ${each}`,
    )
    console.log(`${fault}: ${told.join(" and ")}; healed after ${seconds} s; ${counts.join(", ")}`)
  }
}

/** One with the exchange, one that stands by, and both gateways serve. */
async function isHealed({ engines, gateways }: Fleet): Promise<boolean> {
  const states = await Promise.all(engines.map((each) => each.status()))
  const served = await Promise.all(gateways.map((each) => each.status()))
  return states.toSorted().join() === "200,503" && served.every((status) => status === 200)
}

/** Far enough below the market never to trade. */
async function lowPrice(url: string): Promise<string> {
  const answer = await fetch(`${url}/market/depth?symbol=${SYMBOL}&limit=5`)
  const best = ((await answer.json()) as { data: { bids: [string][] } }).data.bids[0]?.[0] ?? ""
  return (Number(best) * 0.9).toFixed(best.split(".")[1]?.length ?? 0)
}

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + HEALED_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${HEALED_WITHIN_MS / 1000} s: ${what}`)
    await pause(LOOK_MS)
  }
}
