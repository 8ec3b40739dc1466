/** Starts the load generator as a process of its own and controls it by messages. */

import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import type { Fault } from "../context.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import type { ProbePlace } from "./workload.ts"

/** `single`: one message a frame. `coalesced`: an array of what came due within {@link COALESCE_MS}. */
export type FramePolicy = "single" | "coalesced"
export const COALESCE_MS = 10

export interface LoadOptions {
  policy: FramePolicy
  /** Port; 0 takes a free one. */
  port: number
  /** Address to listen on; `0.0.0.0` for the phone. */
  host: string
  fault: Fault | null
  seed: number
  /** Where the probes are seen; a row of the list when left out. */
  probes?: ProbePlace
}

/** What was really delivered since the last `start`, and what it cost. */
export interface LoadReport {
  /** Messages of the workload that were due and were written. A rate that wasn't delivered is no rung. */
  offered: number
  sent: number
  bytes: number
  /** Written but not yet taken by the kernel, bytes, the largest seen. */
  backlogMax: number
  /** CPU of the generator, ms. */
  cpuMs: number
  /** Wall time, ms. */
  wallMs: number
}

export interface LoadServer {
  /** `http://127.0.0.1:8400` */
  origin: string
  pid: number
  /** Workload id, e.g. `W1.1-4f0c…`: version and hash of what is sent. */
  workload: string
  probePlace: ProbePlace
  /** Subscribed as the screen needs it: list, book, tape and chart. Resolves when a client is. */
  ready(timeoutMs?: number): Promise<void>
  /** Begins (or changes) the stream: messages per second; 0: as fast as the socket takes them. */
  start(rate: number): Promise<void>
  report(): Promise<LoadReport>
  /** Ends the stream, says its last words, and tells what a right page must hold now. */
  finish(): Promise<HeldMarket>
  /** Messages of any kind that the client was sent up to now: heartbeats go on after the end. */
  counted(): Promise<number>
  /** Server times at which each probe was written, by its number (epoch ms with fractions). */
  probes(): Promise<readonly number[]>
  close(): Promise<void>
}

type Ask = Record<string, unknown> & { ask: string }

const START_TIMEOUT_MS = 60_000
/** The oracle reads ten minutes in some seconds, hours in some minutes. */
const FINISH_TIMEOUT_MS = 600_000

export async function openLoadServer(options: LoadOptions): Promise<LoadServer> {
  const child = fork(join(import.meta.dirname, "load-process.ts"), [JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  })
  const ask = asker(child)
  const { origin, workload } = (await ask({ ask: "hello" }, START_TIMEOUT_MS)) as {
    origin: string
    workload: string
  }
  return {
    origin,
    workload,
    probePlace: options.probes ?? "row",
    pid: child.pid ?? 0,
    ready: async (timeoutMs = 30_000) => void (await ask({ ask: "ready", timeoutMs }, timeoutMs + 5000)),
    start: async (rate) => void (await ask({ ask: "start", rate })),
    report: async () => (await ask({ ask: "report" })) as LoadReport,
    finish: async () => (await ask({ ask: "finish" }, FINISH_TIMEOUT_MS)) as HeldMarket,
    counted: async () => (await ask({ ask: "counted" })) as number,
    probes: async () => (await ask({ ask: "probes" })) as readonly number[],
    close: () => end(child),
  }
}

function asker(child: ChildProcess) {
  let id = 0
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  child.on("message", (message: { id: number; value?: unknown; error?: string }) => {
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) one?.resolve(message.value)
    else one?.reject(new Error(message.error))
  })
  child.on("exit", (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the load generator ended (${code ?? signal})`))
    waiting.clear()
  })
  return (question: Ask, timeoutMs = 30_000): Promise<unknown> => {
    id += 1
    const own = id
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(own)
        reject(new Error(`the load generator did not answer "${question.ask}"`))
      }, timeoutMs)
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer)
          done(value)
        }
      waiting.set(own, { resolve: settle(resolve), reject: settle(reject) })
      child.send({ id: own, ...question })
    })
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGKILL")
  await ended
}
