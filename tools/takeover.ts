/**
 * `npm run chaos -- takeover [--kills 50]`: kills the server that writes under load, again and again, with another one standing by, and
 * measures from the kill until the first cancel and until the first order is acknowledged by the next one. A bookkeeper outside compares
 * every acknowledged order. Needs a PostgreSQL server (SAKER_TEST_DATABASE_URL names one); the report lies in dist/chaos.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { percentile } from "#bench/context.ts"
import { ask, registerPerson } from "#bench/server/register-person.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { freePort } from "#tests/support/free-port.ts"
import { mailboxOf } from "#tests/support/mailbox.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import {
  endAll,
  freshFolder,
  removeFolders,
  type SakerProcess,
  startSaker,
} from "#tests/support/saker-process.ts"

/** What is asked for, and judged on a machine that has nothing else to do. */
const CANCEL_WITHIN_MS = 5_000
const OPEN_WITHIN_MS = 20_000
const PROBE_MS = 25
const LOOK_MS = 50
/** A takeover that takes longer has failed, whatever the load. */
const GIVE_UP_MS = 180_000
/** Cancelled orders between two kills, and by up to how long the kill follows. */
const WORK = 20
const MOMENT_MS = 300
/** Of `/proc/<pid>/stat`, as Linux has it nearly everywhere. */
const TICKS_PER_SECOND = 100
/** Nobody is to be held up by them. */
const LIMITS = ["ORDERS", "CANCELS", "READS", "ACCOUNT_CALLS"].map((name) => [
  `SAKER_${name}_PER_SECOND`,
  "10000",
])

interface Takeover {
  /** From the kill until a cancel was acknowledged. */
  cancelMs: number
  /** Until a new order was. */
  openMs: number
  /** What the next one computed until then: on a machine with nothing else to do it doesn't take much longer. */
  cpuMs: number
  load: number
}

const { values } = parseArgs({ options: { kills: { type: "string", default: "50" } } })
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) throw new Error(`--kills is no whole number: ${values.kills}`)
if (!postgresIsThere) throw new Error(LEFT_OUT)

const { url: databaseUrl, drop } = await freshDatabase()
const data = freshFolder()
const env = {
  DATABASE_URL: databaseUrl,
  SAKER_STANDBY: "1",
  SAKER_FORCE_WRITES: "1",
  // The usual ten seconds in which orders can only be cancelled.
  SAKER_RESTART_PAUSE: "",
  ...Object.fromEntries(LIMITS),
}
const pids: number[] = []
try {
  const told = await measure()
  process.exitCode = report(told)
} finally {
  endAll(pids)
  await drop()
  removeFolders()
}

async function measure(): Promise<{ takeovers: Takeover[]; wrong: string[]; books: Bookkeeper }> {
  let writer = await startOn(await freePort())
  const person = await registerPerson(
    { address: writer.url, mailbox: mailboxOf(writer.url) },
    "books@example.org",
  )
  await person.post("/assets/practice", { key: "first" })
  const depth = await ask(writer.url, `/market/depth?symbol=${SYMBOL}&limit=5`)
  const best = (depth.data as { bids: [string, string][] }).bids[0]?.[0] ?? ""
  const price = (Number(best) * 0.9).toFixed(best.split(".")[1]?.length ?? 0)
  const addresses = [writer.url]
  const books = new Bookkeeper({ token: person.token, price, addresses })
  const takeovers: Takeover[] = []
  const wrong: string[] = []
  while (takeovers.length < kills) {
    const standby = await standBy()
    addresses.push(standby.url)
    books.start()
    const before = books.count("gone")
    await until(() => books.count("gone") >= before + WORK && books.anyOpen() !== undefined)
    await pause(Math.random() * MOMENT_MS)
    takeovers.push(await takeOver(writer, standby, books))
    writer = await standby.ready
    await books.stop()
    addresses.shift()
    await books.thinOut(writer.url)
    wrong.push(...(await books.differencesAt(writer.url)), ...(await books.differencesIn(databaseUrl, data)))
    const { cancelMs, openMs, cpuMs, load } = takeovers.at(-1) as Takeover
    console.log(
      `${takeovers.length} of ${kills}: ${cancelMs} ms, ${openMs} ms (${cpuMs} ms computed, load ${load})`,
    )
    if (wrong.length > 0) break
  }
  return { takeovers, wrong, books }
}

async function takeOver(
  writer: SakerProcess,
  { url: next, cpuMs }: Standby,
  books: Bookkeeper,
): Promise<Takeover> {
  const load = Math.round(loadavg()[0] ?? 0)
  const computed = cpuMs()
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  await writer.end("SIGKILL")
  let cancelled: string | undefined
  await until(async () => {
    cancelled = books.anyOpen()
    if (cancelled !== undefined) await books.cancel(next, cancelled)
    return cancelled !== undefined && books.expected.get(cancelled) === "gone"
  }, PROBE_MS)
  const cancelMs = since()
  const computing = cpuMs() - computed
  await until(async () => books.expected.get(await books.place(next)) === "open", PROBE_MS)
  return { cancelMs, openMs: since(), cpuMs: computing, load }
}

function report({ takeovers, wrong, books }: Awaited<ReturnType<typeof measure>>): number {
  const figures = (of: (each: Takeover) => number) => {
    const all = takeovers.map(of)
    return { p50: Math.round(percentile(all, 0.5)), max: Math.max(...all) }
  }
  const [cancel, open] = [figures(({ cancelMs }) => cancelMs), figures(({ openMs }) => openMs)]
  const cpu = figures(({ cpuMs }) => cpuMs)
  const [least, most] = [Math.min, Math.max].map((of) => of(...takeovers.map(({ load }) => load)))
  console.log(`${takeovers.length} kills on ${cpus().length} cores, load average ${least} to ${most}`)
  console.log(`  kill to cancel-only: p50 ${cancel.p50} ms, max ${cancel.max} ms (goal ${CANCEL_WITHIN_MS})`)
  console.log(`  of it computed by the next one, on all of its threads: p50 ${cpu.p50} ms, max ${cpu.max} ms`)
  console.log(`  kill to open: p50 ${open.p50} ms, max ${open.max} ms (goal ${OPEN_WITHIN_MS})`)
  const counts = (["open", "gone", "nothing", "unknown"] as const).map((each) => books.count(each))
  console.log(
    `  orders: ${counts[0]} acknowledged and open, ${counts[1]} cancelled, ${counts[2]} refused, ${counts[3]} without an answer; ${wrong.length} wrong`,
  )
  for (const line of wrong) console.error(line)
  const folder = join(import.meta.dirname, "../dist/chaos")
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "takeover.json"),
    `${JSON.stringify({ cancel, open, cpu, takeovers, wrong }, undefined, 2)}\n`,
  )
  console.log("report: dist/chaos/takeover.json")
  // Times are told and not judged: how fast it is depends on what else the machine does.
  return wrong.length === 0 ? 0 : 1
}

function startOn(port: number): Promise<SakerProcess> {
  return startSaker({ data, port, env, onSpawn: (pid) => void pids.push(pid) })
}

interface Standby {
  url: string
  /** Resolves once it has taken over. */
  ready: Promise<SakerProcess>
  /** Processor time since its start. */
  cpuMs(): number
}

/** Resolves when it stands by. */
async function standBy(): Promise<Standby> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ready = startOn(port)
  const pid = pids.at(-1) ?? 0
  ready.catch(() => undefined)
  await until(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status === 503)
  return { url, ready, cpuMs: () => cpuMsOf(pid) }
}

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

async function until(isSo: () => Promise<boolean> | boolean, everyMs = LOOK_MS): Promise<void> {
  const end = performance.now() + GIVE_UP_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${GIVE_UP_MS / 1000} s: ${isSo}`)
    await pause(everyMs)
  }
}
