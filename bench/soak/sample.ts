/** What a soak looks at once a minute: memory, handles and CPU of the server, its folder, how fast it answers, and the page's heap. */

import { lstatSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { percentile } from "../context.ts"

/** One look; all figures of this moment, times since the look before. */
export interface Sample {
  minute: number
  residentMb: number
  handles: number
  /** Of one core, in %. */
  cpuPercent: number
  folderMb: number
  /** ms of a call that reads the book, over 40 of them one after the other. */
  readP50: number
  readP99: number
  /** Page and worker after a collection; left out: no page is open. */
  heapMb?: number
  orders?: OrderSample
  sockets?: SocketSample
  stalled?: StalledSample
}

/** Since the look before. */
export interface OrderSample {
  perSecond: number
  p50: number
  p99: number
  /** Answers other than an acceptance. */
  refused: number
}

export interface SocketSample {
  open: number
  messagesPerSecond: number
  /** Gaps in a book's sequence, closed sockets: a fault each, since the beginning. */
  faults: number
}

/** Of clients that don't read. */
export interface StalledSample {
  /** Lines that ended since the beginning, each opened anew. */
  cuts: number
  /** The most that waited for all of them together, looked at each second since the look before. */
  mostWaitingKb: number
  /** Sockets of the server, all of them. */
  mostOpen: number
}

const READS = 40
const READ_PATH = "/market/depth?symbol=BTC_USDT&limit=20"
const MEGABYTE = 1e6
/** Linux counts CPU in ticks of 10 ms. */
const TICK_MS = 10

/** Looks at a server's process, folder and door. */
export class ServerLook {
  readonly #pid: number
  readonly #address: string
  readonly #folder: string
  #cpuMs = 0
  #at = 0

  constructor({ pid, address, folder }: { pid: number; address: string; folder: string }) {
    this.#pid = pid
    this.#address = address
    this.#folder = folder
    this.#cpuSince()
  }

  async take(): Promise<Omit<Sample, "minute">> {
    const times: number[] = []
    for (let turn = 0; turn < READS; turn += 1) {
      const begun = performance.now()
      const response = await fetch(this.#address + READ_PATH)
      await response.text()
      if (!response.ok) throw new Error(`${READ_PATH} was answered with ${response.status}`)
      times.push(performance.now() - begun)
    }
    const status = readFileSync(`/proc/${this.#pid}/status`, "utf8")
    return {
      residentMb: Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / MEGABYTE),
      handles: readdirSync(`/proc/${this.#pid}/fd`).length,
      cpuPercent: this.#cpuSince(),
      folderMb: Math.round(bytesBelow(this.#folder) / MEGABYTE),
      readP50: tenths(percentile(times, 0.5)),
      readP99: tenths(percentile(times, 0.99)),
    }
  }

  #cpuSince(): number {
    const text = readFileSync(`/proc/${this.#pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
    const now = performance.now()
    const percent = ((cpuMs - this.#cpuMs) / (now - this.#at)) * 100
    this.#cpuMs = cpuMs
    this.#at = now
    return Math.round(percent)
  }
}

export const tenths = (value: number): number => Math.round(value * 10) / 10

/** Of all files below, as their lengths say; one that goes meanwhile counts nothing. */
function bytesBelow(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    try {
      sum += entry.isDirectory() ? bytesBelow(path) : lstatSync(path).size
    } catch {
      // removed since it was listed
    }
  }
  return sum
}
