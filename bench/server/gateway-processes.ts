/** The processes of the gateways' bench: a database and a NATS server of their own, the exchange, gateways, and what each of them takes. */

import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { serverEnvironment, serverFlags } from "../../tools/steps.mjs"
import type { HeldBytes } from "./memory-door.ts"

const root = join(import.meta.dirname, "../..")
/** Of `/proc/<pid>/stat`, as Linux has it nearly everywhere. */
const TICKS_PER_SECOND = 100
const LIMIT = "100000"
const NATS = "nats-server"
const NATS_LISTENS = /Listening for client connections on \S+:(\d+)/

export interface Running {
  port: number
  pid: number
  /** Of its memory, behind a collection of everything. */
  memory(): Promise<HeldBytes>
}

export interface Fleet {
  /** The first one has the exchange. */
  start(more: Record<string, string>): Promise<Running>
  /** Of the sandbox's mailbox, once the exchange runs. */
  mailbox(exchange: Running): string
  end(): Promise<void>
}

export async function openFleet(postgres: string): Promise<Fleet> {
  const name = `saker_bench_${randomBytes(4).toString("hex")}`
  const data = mkdtempSync(join(tmpdir(), "saker-bench-"))
  const children: ChildProcess[] = []
  await onPostgres(postgres, `create database ${name}`)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  const bus = spawn(NATS, ["-a", "127.0.0.1", "-p", "-1"], { stdio: ["ignore", "ignore", "pipe"] })
  children.push(bus)
  const nats = `nats://127.0.0.1:${await saidBy(bus, bus.stderr, NATS_LISTENS)}`
  return {
    async start(more) {
      const limits = ["READS", "FILES", "ACCOUNT_CALLS", "ORDERS", "CANCELS"].map((each) => [
        `SAKER_${each}_PER_SECOND`,
        LIMIT,
      ])
      const flags = [...serverFlags, "--import", join(import.meta.dirname, "memory-door.ts")]
      const child = spawn(process.execPath, [...flags, join(root, "server/main.ts")], {
        env: {
          ...serverEnvironment(),
          ...{ PORT: "0", SAKER_HOST: "127.0.0.1", SAKER_QR: "0", SAKER_DATA: data },
          ...{ SAKER_SEED: "1", SAKER_MARKETS: "1", DATABASE_URL: url.href, SAKER_NATS: nats },
          ...{ SAKER_PRACTICE_FUNDS: "USDT:10000000,BTC:1000", SAKER_RESTART_PAUSE: "0" },
          ...{ SAKER_CODES_PER_HOUR: LIMIT, SAKER_TRIES_PER_ADDRESS: LIMIT },
          ...{ SAKER_CONNECTIONS_MAX: "10000", SAKER_CONNECTIONS_PER_ADDRESS: "10000" },
          ...Object.fromEntries(limits),
          ...more,
        },
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      })
      children.push(child)
      const port = Number(await saidBy(child, child.stdout, /ready at http:\/\/[^\s:]+:(\d+)/))
      return { port, pid: child.pid ?? 0, memory: () => memoryOf(child) }
    },
    mailbox(exchange) {
      const { secret } = JSON.parse(readFileSync(join(data, "mailbox.json"), "utf8")) as { secret: string }
      return `http://127.0.0.1:${exchange.port}/mailbox/${secret}`
    },
    async end() {
      for (const child of children) {
        if (child.exitCode !== null) continue
        child.kill("SIGKILL")
        await once(child, "exit")
      }
      rmSync(data, { recursive: true, force: true })
      await onPostgres(postgres, `drop database if exists ${name} with (force)`)
    },
  }
}

function saidBy(child: ChildProcess, from: NodeJS.ReadableStream | null, what: RegExp): Promise<string> {
  let said = ""
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${said}`)))
    from?.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000)
      const match = what.exec(said)
      if (match) resolve(match[1] ?? "")
    })
  })
}

/** Seconds of processor that each process takes in a second while `work` goes on. */
export async function costOf(
  processes: readonly Running[],
  work: () => Promise<unknown>,
): Promise<{ seconds: number; perSecond: number[] }> {
  const before = processes.map(({ pid }) => cpuSeconds(pid))
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  return {
    seconds,
    perSecond: processes.map(({ pid }, place) => (cpuSeconds(pid) - (before[place] ?? 0)) / seconds),
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function memoryOf(child: ChildProcess): Promise<HeldBytes> {
  const answered = once(child, "message") as Promise<[HeldBytes]>
  child.send("memory")
  return (await answered)[0]
}

async function onPostgres(postgres: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
