/**
 * Writes each message at its time. At the offered rate, by both frame policies, raw buffers into the socket. What the
 * socket doesn't take waits here and is counted as not delivered; nothing is dropped and nothing is reordered.
 */

import type { Socket } from "node:net"
import type { Fault } from "../context.ts"
import { CompactLap } from "./compact-lap.ts"
import { EncodedLap, frame, frameHead, type Lap, type StampedLap, tradeId } from "./encoded-lap.ts"
import type { Message } from "./journal.ts"
import { COALESCE_MS, type FramePolicy, type LoadReport } from "./load-server.ts"
import { LAP, PROBES, type ProbePlace, stepText } from "./workload.ts"

/** So much may wait in this process before it holds back; a lap is more than ten times as long. */
const BACKLOG_MAX_BYTES = 1024 * 1024
/** One message a frame: how often the clock is looked at. */
const SINGLE_TICK_MS = 1
/** Debt of more than this is not caught up with: a stalled socket must not be answered by a flood. */
const DEBT_MAX_MS = 250
/** A frame of about a megabyte: what a stall has gathered goes out as several. The terminal refuses beyond four. */
const FRAME_MESSAGES_MAX = 6500
/** Without a rate: so many messages a write, and a frame of them when coalesced. */
const BLAST = { single: 400, coalesced: 2000 } as const
const PROBE_EVERY_MS = 50
const PROBE_SPREAD_MS = 13

/** Messages [from, to) of a lap, sent at `time`: what the oracle replays. */
export interface SentRange {
  lap: number
  from: number
  to: number
  time: number
}

export class Stream {
  /** By probe number, epoch ms with fractions. */
  readonly probes: number[] = []
  /** Of the workload, since the beginning. */
  messages = 0
  /** Where the next message lies. */
  lap = 1
  index = 0
  readonly #plan: Lap
  #encoded: StampedLap
  #compactLap: CompactLap | undefined
  readonly #textLap: EncodedLap
  readonly #policy: FramePolicy
  readonly #fault: Fault | null
  readonly #place: ProbePlace
  readonly #whenSent: (range: SentRange) => void
  readonly #whenSaid: (message: Message) => void
  #socket: Socket | null = null
  #rate = 0
  #isRunning = false
  #timer: NodeJS.Timeout | NodeJS.Immediate | null = null
  #startedAt = 0
  #startedCpu = process.cpuUsage()
  #offered = 0
  #counted = { sent: 0, bytes: 0, backlogMax: 0 }
  #dueAt = 0
  #nextProbeAt = 0
  #isFaultDone = false

  /** `whenSent`, `whenSaid`: everything that goes to the client passes one of them, in order. */
  constructor(
    plan: Lap,
    policy: FramePolicy,
    fault: Fault | null,
    whenSent: (range: SentRange) => void,
    whenSaid: (message: Message) => void,
    place: ProbePlace = "row",
  ) {
    this.#place = place
    this.#plan = plan
    this.#textLap = new EncodedLap(plan, policy)
    this.#encoded = this.#textLap
    this.#policy = policy
    this.#fault = fault
    this.#whenSent = whenSent
    this.#whenSaid = whenSaid
  }

  /** `isCompact`: the client agreed to the compact form; its frames hold what came due within 10 ms. */
  attach(socket: Socket | null, isCompact = false): void {
    this.#socket = socket
    if (isCompact) this.#compactLap ??= new CompactLap(this.#plan)
    this.#encoded = (isCompact && this.#compactLap) || this.#textLap
  }

  /** `rate` messages a second from now on; 0: as many as the socket takes. */
  start(rate: number): void {
    this.#rate = rate
    this.#startedAt = performance.now()
    this.#dueAt = this.#startedAt
    this.#startedCpu = process.cpuUsage()
    this.#offered = 0
    this.#counted = { sent: 0, bytes: 0, backlogMax: 0 }
    if (this.#isRunning) return
    this.#isRunning = true
    this.#nextProbeAt = this.#startedAt
    this.#tick()
  }

  stop(): void {
    this.#isRunning = false
    if (this.#timer) {
      clearTimeout(this.#timer as NodeJS.Timeout)
      clearImmediate(this.#timer as NodeJS.Immediate)
    }
    this.#timer = null
  }

  report(): LoadReport {
    const { user, system } = process.cpuUsage(this.#startedCpu)
    const { sent, bytes, backlogMax } = this.#counted
    const offered = this.#rate === 0 ? sent : Math.floor(this.#offered)
    const wallMs = performance.now() - this.#startedAt
    return { offered, sent, bytes, backlogMax, cpuMs: (user + system) / 1000, wallMs }
  }

  /** The last words: a slice sent after a pause, so that the last flush has something to say. */
  lastWords(count: number): void {
    if (this.#fault === "swap-trade") this.#swap(count)
    else this.#write(count)
    this.probe()
  }

  probe(): void {
    const number = this.probes.length
    const { id, first, decimals } = PROBES[this.#place]
    const price = stepText(first + number, decimals)
    const sentAt = performance.timeOrigin + performance.now()
    this.probes.push(sentAt)
    const texts = [price, price, price, price, "1000.00000", "4900000000.00", price, price]
    const row = [id, ...texts, Math.floor(sentAt), number + 1]
    this.side({ type: "ticker", data: { rows: [row] } })
  }

  /** A message beside the workload, as a frame of its own. */
  side(message: Message): void {
    this.#socket?.write(frame(JSON.stringify(message)))
    this.#whenSaid(message)
  }

  #tick(): void {
    if (!this.#isRunning) return
    const now = performance.now()
    const backlog = this.#socket?.writableLength ?? 0
    this.#counted.backlogMax = Math.max(this.#counted.backlogMax, backlog)
    if (this.#rate === 0) {
      if (backlog < BACKLOG_MAX_BYTES) this.#write(BLAST[this.#policy])
    } else {
      this.#offered = ((now - this.#startedAt) / 1000) * this.#rate
      this.#dueAt = Math.max(this.#dueAt, now - DEBT_MAX_MS)
      const due = Math.floor(((now - this.#dueAt) / 1000) * this.#rate)
      const written = this.#writeWhatFits(due)
      this.#dueAt += (written / this.#rate) * 1000
    }
    if (now >= this.#nextProbeAt) {
      this.#nextProbeAt = now + PROBE_EVERY_MS + Math.random() * PROBE_SPREAD_MS
      this.probe()
    }
    this.#again(now)
  }

  #again(startedAt: number): void {
    if (this.#rate === 0) {
      this.#timer = setImmediate(() => this.#tick())
      return
    }
    const every = this.#policy === "single" ? SINGLE_TICK_MS : COALESCE_MS
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, every - (performance.now() - startedAt)))
  }

  /**
   * Frame by frame, as long as little waits; answers how many. A whole debt in one go would be longer than a lap at high
   * rates, and the bytes that still wait are the lap's own: the next one's numbers would be written into them.
   */
  #writeWhatFits(due: number): number {
    let written = 0
    while (written < due && (this.#socket?.writableLength ?? 0) < BACKLOG_MAX_BYTES) {
      const count = Math.min(due - written, FRAME_MESSAGES_MAX)
      this.#write(count)
      written += count
    }
    return written
  }

  /** Writes the next `count` messages; a lap's end cuts a frame in two, and so does its limit. */
  #write(count: number): void {
    let rest = count
    const time = Date.now()
    while (rest > 0) {
      const from = this.index
      const to = Math.min(LAP, from + Math.min(rest, FRAME_MESSAGES_MAX))
      const range = { lap: this.lap, from, to, time }
      this.#encoded.stamp(range.lap, from, to, time)
      if (this.#fault === "drop-delta") this.#hide(range)
      this.#send(from, to)
      this.#done(range)
      rest -= to - from
    }
  }

  #send(from: number, to: number): void {
    const { bytes, starts } = this.#encoded
    const body = bytes.subarray(starts[from], starts[to])
    const socket = this.#socket
    if (this.#encoded === this.#compactLap) {
      socket?.cork()
      socket?.write(frameHead(body.length, COMPACT_FIRST))
      socket?.write(body)
      socket?.uncork()
    } else if (this.#policy === "single") socket?.write(body)
    else {
      // The last comma gives way to the closing bracket.
      const inner = body.subarray(0, body.length - 1)
      socket?.cork()
      socket?.write(Buffer.concat([frameHead(inner.length + 2), OPEN]))
      socket?.write(inner)
      socket?.write(CLOSE)
      socket?.uncork()
    }
    this.#counted.bytes += body.length
    this.#counted.sent += to - from
    this.messages += to - from
  }

  #done(range: SentRange): void {
    this.#whenSent(range)
    if (range.to === LAP) {
      this.lap += 1
      this.index = 0
    } else this.index = range.to
  }

  /** One delta, when the stream has run for a moment; it is gone in each later lap, too. */
  #hide({ from, to }: SentRange): void {
    if (this.#isFaultDone || this.messages < 1000) return
    const depth = this.#plan.depths.find((index) => index >= from && index < to)
    if (depth === undefined) return
    this.#isFaultDone = true
    this.#encoded.hide(depth)
  }

  #swap(count: number): void {
    const to = Math.min(LAP, this.index + count)
    const within = this.#plan.trades.filter((index) => index >= this.index && index < to)
    const range = { lap: this.lap, from: this.index, to, time: Date.now() }
    this.#encoded.stamp(range.lap, range.from, range.to, range.time)
    const [one, other] = within
    if (one !== undefined && other !== undefined) this.#encoded.swapTrades(one, other)
    this.#send(range.from, range.to)
    this.#done(range)
  }
}

/** Of a whole binary frame. */
const COMPACT_FIRST = 0x82
const OPEN = Buffer.from("[")
const CLOSE = Buffer.from("]")

/** Trades within a range, as [id, ticks, lots]. */
export function* tradesIn(plan: Lap, { lap, from, to }: SentRange): Generator<[number, number, number]> {
  for (let place = lowerBound(plan.trades, from); place < plan.trades.length; place += 1) {
    if ((plan.trades[place] as number) >= to) return
    yield [tradeId(plan, lap, place), plan.tradeTicks[place] as number, plan.tradeLots[place] as number]
  }
}

function lowerBound(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
