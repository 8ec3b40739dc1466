/** What can happen to a fleet. Each fault is over when it resolves, and tells what it was. */

import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import type { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { startNats, type TestNats } from "#tests/support/nats.ts"
import type { KeptProcess } from "./kept-process.ts"

export interface Fleet {
  /** One of them has the exchange, the other stands by. */
  readonly engines: readonly [KeptProcess, KeptProcess]
  readonly gateways: readonly [KeptProcess, KeptProcess]
  nats: TestNats
  /** Address of the fleet's database. */
  readonly database: string
  readonly chance: SeededChance
}

/** Answers what happened, for the report. */
type Fault = (fleet: Fleet) => Promise<string>

/** Shorter than a takeover, and longer. */
const SHORT_MS = 4_000
const LONG_MS = 15_000
/** Half-way into a statement, a transaction, a message: between the fault's own parts. */
const MOMENT_MS = 300

const NAMES = ["exchange", "standby", "gateway"] as const
type Role = (typeof NAMES)[number]

/** As it is now: the roles of the two change. */
async function inRole({ engines, gateways, chance }: Fleet, role: Role): Promise<KeptProcess> {
  if (role === "gateway") return chance.pick(gateways)
  const isFirst = (await engines[0].status()) === 200
  return isFirst === (role === "exchange") ? engines[0] : engines[1]
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Stops it in its tracks; its sockets and connections stay open and fall silent. */
const stand = (role: Role, longest: number) => async (fleet: Fleet) => {
  const each = await inRole(fleet, role)
  const ms = fleet.chance.whole(MOMENT_MS, longest)
  each.signal("SIGSTOP")
  await pause(ms)
  each.signal("SIGCONT")
  return `the ${role} (${each.name}) stood still for ${seconds(ms)}`
}

const end = (role: Role, signal: "SIGKILL" | "SIGTERM") => async (fleet: Fleet) => {
  const each = await inRole(fleet, role)
  each.signal(signal)
  // Its keeper has begun another one by then, so that what is asked next isn't asked of the one that ends.
  await each.nextStart()
  return `the ${role} (${each.name}) ended by ${signal}`
}

async function loseNats(fleet: Fleet): Promise<string> {
  const ms = fleet.chance.whole(0, SHORT_MS)
  const { port } = new URL(fleet.nats.url)
  await fleet.nats.end()
  await pause(ms)
  fleet.nats = await startNats(Number(port))
  return `no NATS server for ${seconds(ms)}`
}

async function freezeNats({ nats, chance }: Fleet): Promise<string> {
  const ms = chance.whole(MOMENT_MS, SHORT_MS * 2)
  nats.freeze()
  await pause(ms)
  nats.thaw()
  return `the NATS server stood still for ${seconds(ms)}`
}

/** Works as the database server's master, beside the fleet. */
async function onServer<T>(
  { database }: Fleet,
  work: (client: Client, name: string) => Promise<T>,
): Promise<T> {
  const url = new URL(database)
  const name = url.pathname.slice(1)
  url.pathname = "/postgres"
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(client, name)
  } finally {
    await client.end()
  }
}

const connectionsOf = async (client: Client, name: string): Promise<number[]> => {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = $1",
    [name],
  )
  return rows.map(({ pid }) => pid)
}

const cutConnections = (isAll: boolean) => (fleet: Fleet) =>
  onServer(fleet, async (client, name) => {
    const pids = await connectionsOf(client, name)
    const cut = isAll ? pids : pids.filter(() => fleet.chance.happens(0.2))
    await client.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [cut])
    return `the database cut ${cut.length} of ${pids.length} connections`
  })

/** Their processes stop in their tracks, as on a machine whose disk hangs. Where they aren't this machine's, nothing happens. */
const freezeConnections = (isAll: boolean) => (fleet: Fleet) =>
  onServer(fleet, async (client, name) => {
    const pids = (await connectionsOf(client, name)).filter(() => isAll || fleet.chance.happens(0.3))
    const ms = fleet.chance.whole(MOMENT_MS, LONG_MS)
    const signal = (which: "SIGSTOP" | "SIGCONT") => {
      for (const pid of pids) {
        try {
          process.kill(pid, which)
        } catch {
          // Ended already, or not ours to stop.
        }
      }
    }
    signal("SIGSTOP")
    await pause(ms)
    signal("SIGCONT")
    return `${pids.length} connections of the database stood still for ${seconds(ms)}`
  })

/** Somebody with a statement of their own in the database, who takes their time. */
async function lockTable(fleet: Fleet): Promise<string> {
  const client = new Client({ connectionString: fleet.database })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema like 'saker%' and table_name in ('journal', 'orders', 'candles', 'counters', 'sessions', 'snapshots') order by 1`,
    )
    const { name } = fleet.chance.pick(rows as [{ name: string }])
    const ms = fleet.chance.whole(MOMENT_MS, SHORT_MS * 2)
    await client.query("begin")
    await client.query(`lock table ${name} in access exclusive mode`)
    await pause(ms)
    await client.query("commit")
    return `${name} was locked for ${seconds(ms)}`
  } finally {
    await client.end()
  }
}

export const FAULTS: readonly [Fault, ...Fault[]] = [
  end("exchange", "SIGKILL"),
  end("exchange", "SIGTERM"),
  end("standby", "SIGKILL"),
  end("gateway", "SIGKILL"),
  end("gateway", "SIGTERM"),
  stand("exchange", SHORT_MS),
  stand("exchange", LONG_MS),
  stand("standby", LONG_MS),
  stand("gateway", SHORT_MS),
  stand("gateway", LONG_MS),
  loseNats,
  freezeNats,
  cutConnections(true),
  cutConnections(false),
  freezeConnections(true),
  freezeConnections(false),
  lockTable,
]
