/** Messages a second to 1,000 sockets: the real socket server against a bare `ws` broadcast of the same bytes. */

import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Fault } from "../context.ts"
import type { FanoutVariant, FromClients, FromServer, ToClients, ToServer } from "./fanout-messages.ts"
import { WrongResult } from "./wrong-result.ts"

export interface FanoutCell {
  variant: FanoutVariant
  /** Messages that arrived, per second. */
  messagesPerSecond: number
  framesPerSecond: number
  bytes: number
  /** Of the server process, in µs for a thousand messages: steadier than the rate on a busy machine. */
  cpuPerThousand: number
}

export interface FanoutSettings {
  clients: number
  rounds: number
  repetitions: number
}

/** Longest that one step may take, also on a busy machine. */
const STEP_MS = 120_000

/** Cells of both variants, interleaved; the first pair is left out as warm-up. Throws when a client got anything wrong. */
export async function measureFanout(settings: FanoutSettings, fault: Fault | null): Promise<FanoutCell[][]> {
  const folder = mkdtempSync(join(tmpdir(), "saker-fanout-"))
  const recording = join(folder, "rounds.json")
  try {
    const pairs: FanoutCell[][] = []
    for (let repetition = 0; repetition <= settings.repetitions; repetition += 1) {
      // The first run of the real server records what the bare one sends.
      const order: FanoutVariant[] = repetition % 2 === 0 ? ["saker", "bare"] : ["bare", "saker"]
      const cells: FanoutCell[] = []
      for (const variant of order) cells.push(await runCell(variant, settings, { recording, fault }))
      assertSameBytes(cells)
      if (repetition > 0) pairs.push(cells)
    }
    return pairs
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runCell(
  variant: FanoutVariant,
  { clients, rounds }: FanoutSettings,
  { recording, fault }: { recording: string; fault: Fault | null },
): Promise<FanoutCell> {
  const server = new Peer<ToServer, FromServer>("./fanout-server.ts")
  const other = new Peer<ToClients, FromClients>("./fanout-clients.ts")
  try {
    server.tell({ type: "listen", variant, clients, recording })
    const { port } = await server.hear("listening")
    other.tell({ type: "open", port, clients, recording, variant, dropDelta: fault === "drop-delta" })
    await Promise.all([server.hear("ready"), other.hear("open")])
    other.tell({ type: "measure" })
    await other.hear("measuring")
    server.tell({ type: "run", rounds })
    const { bytes, books } = await server.hear("written")
    other.tell({ type: "expect", bytes, books })
    await other.hear("arrived")
    server.tell({ type: "arrived" })
    const { seconds, cpuSeconds } = await server.hear("ran")
    const arrived = await other.hear("judged")
    if (arrived.faults.length > 0) throw new WrongResult(`${variant}: ${arrived.faults.join("; ")}`)
    return {
      variant,
      messagesPerSecond: arrived.messages / seconds,
      framesPerSecond: arrived.frames / seconds,
      bytes: arrived.bytes,
      cpuPerThousand: (cpuSeconds * 1e6) / (arrived.messages / 1000),
    }
  } finally {
    server.stop()
    other.stop()
  }
}

/** Both variants must have moved the same bytes, or they were not compared. */
function assertSameBytes(cells: readonly FanoutCell[]): void {
  if (new Set(cells.map(({ bytes }) => bytes)).size !== 1)
    throw new Error(
      `not the same bytes: ${cells.map(({ variant, bytes }) => `${variant} ${bytes}`).join(", ")}`,
    )
}

/** A process of the figure, with what it says kept until someone asks. */
class Peer<To extends { type: string }, From extends { type: string }> {
  readonly #process: ChildProcess
  readonly #heard: From[] = []
  readonly #waiting = new Set<() => void>()
  #end: Error | undefined

  constructor(file: string) {
    this.#process = fork(new URL(file, import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] })
    this.#process.on("message", (message) => {
      this.#heard.push(message as From)
      this.#wake()
    })
    this.#process.on("exit", (code) => {
      this.#end = new Error(`${file} ended with ${code}`)
      this.#wake()
    })
  }

  tell(message: To): void {
    this.#process.send(message)
  }

  async hear<Type extends From["type"]>(type: Type): Promise<Extract<From, { type: Type }>> {
    const until = performance.now() + STEP_MS
    for (;;) {
      const place = this.#heard.findIndex((message) => message.type === type)
      if (place >= 0) return this.#heard.splice(place, 1)[0] as Extract<From, { type: Type }>
      if (this.#end) throw this.#end
      if (performance.now() > until) throw new Error(`no ${type} within ${STEP_MS} ms`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, 1000)
        const waiting = this.#waiting
        function done() {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      })
    }
  }

  stop(): void {
    this.#process.kill()
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}
