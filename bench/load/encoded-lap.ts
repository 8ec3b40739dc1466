/**
 * Encodes the workload in advance, so that half a million messages a second cost the sender next to nothing.
 * One lap of the workload is
 * encoded once, its changing numbers at fixed widths; each later lap only overwrites those digits.
 */

import { createHash } from "node:crypto"
import { ActiveBook, type BookChange, lotText, priceText } from "./active-book.ts"
import type { FramePolicy } from "./load-server.ts"
import {
  ACTIVE_ID,
  LAP,
  MARKET_COUNT,
  type PlannedMarket,
  type ProbePlace,
  planKinds,
  planMarkets,
  tickerTexts,
} from "./workload.ts"

/** Sequence of message `index` of lap `lap`: 7 digits of lap, 5 of index. Laps count from 1. */
const FIRST_LAP = 1_000_000
export const sequenceOf = (lap: number, index: number): number => (FIRST_LAP + lap) * LAP + index
/** Ids of trades: twelve digits, without a gap. */
const FIRST_TRADE = 100_000_000_001

const LAP_DIGITS = 7
const SEQUENCE_DIGITS = 12
const TIME_DIGITS = 13
export const SEQUENCE_MARK = "1".repeat(SEQUENCE_DIGITS)
export const TIME_MARK = "2".repeat(TIME_DIGITS)
const NONE = -1

/** What the first market looks like, and what every message says; where the digits stand is in {@link EncodedLap}. */
export interface Lap {
  markets: readonly PlannedMarket[]
  /** Message texts with marks in the place of sequences, ids and times. */
  texts: readonly string[]
  /** The book before the first message, and after the last. */
  book: BookChange
  /** Indexes of depth messages and of trades. */
  depths: readonly number[]
  trades: readonly number[]
  /** Ticks and lots of each trade, in the order of {@link trades}. */
  tradeTicks: Int32Array
  tradeLots: Int32Array
  hash: string
}

const planned = new Map<string, Lap>()

/** {@link planLap}, remembered: it takes a second. */
export function lapOf(seed: number, probes: ProbePlace = "row"): Lap {
  const key = `${seed} ${probes}`
  const lap = planned.get(key) ?? planLap(seed, probes)
  planned.set(key, lap)
  return lap
}

function planLap(seed: number, probes: ProbePlace): Lap {
  const markets = planMarkets()
  const { kinds, chance } = planKinds(seed)
  const book = new ActiveBook(chance)
  const first = book.snapshot()
  const lasts = markets.map(({ price }) => price)
  const depths: number[] = []
  const trades: number[] = []
  const ticks: number[] = []
  const lots: number[] = []
  const depthCount = kinds.filter((kind) => kind === "depth").length
  const texts = kinds.map((kind, index) => {
    if (kind === "depth") {
      const isRestoring = depths.length >= depthCount - ActiveBook.restoreMessages
      depths.push(index)
      return depthText(isRestoring ? book.restore() : book.change())
    }
    if (kind === "trade") {
      const side = chance() < 0.5 ? 1 : -1
      const price = side === 1 ? book.middle + 1 : book.middle
      const size = 1 + Math.floor(chance() ** 3 * 200_000)
      trades.push(index)
      ticks.push(price)
      lots.push(size)
      return tradeText(price, size, side)
    }
    const drawn = pickRank(chance)
    // With the probes in the head, its market has no other tickers: they are the first row's.
    const rank = drawn === 0 && probes === "head" ? 1 : drawn
    const market = markets[rank] as PlannedMarket
    const last = rank === 0 ? book.middle : walk(lasts[rank] ?? 0, market.price, chance)
    lasts[rank] = last
    return tickerText(market, last, index)
  })
  if (!book.isFirst()) throw new Error("the book did not come back to its beginning")
  const hash = createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 8)
  return {
    markets,
    texts,
    book: first,
    depths,
    trades,
    tradeTicks: Int32Array.from(ticks),
    tradeLots: Int32Array.from(lots),
    hash,
  }
}

/** 30 % on the active market, the rest falling by rank; never the probe's market (rank 1). */
function pickRank(chance: () => number): number {
  if (chance() < 0.3) return 0
  return 2 + Math.floor(chance() ** 2 * (MARKET_COUNT - 2))
}

function walk(last: number, base: number, chance: () => number): number {
  const reach = Math.max(4, Math.round(base / 20))
  const step = Math.round((chance() * 2 - 1 - (last - base) / reach / 2) * Math.max(1, base / 2000))
  return Math.min(
    base + reach,
    Math.max(base - reach, last + (step === 0 ? (chance() < 0.5 ? 1 : -1) : step)),
  )
}

const tickerText = (market: PlannedMarket, last: number, index: number) =>
  `{"type":"ticker","data":{"rows":[["${market.id}","${tickerTexts(market, last, index).join('","')}",${TIME_MARK},${SEQUENCE_MARK}]]}}`

const depthText = ({ bids, asks, checksum }: BookChange) =>
  `{"type":"depth","data":{"instrument":"${ACTIVE_ID}","prev":${SEQUENCE_MARK},"seq":${SEQUENCE_MARK},"time":${TIME_MARK},"bids":${JSON.stringify(bids)},"asks":${JSON.stringify(asks)},"checksum":${checksum}}}`

const tradeText = (ticks: number, lots: number, side: 1 | -1) =>
  `{"type":"trade","data":{"instrument":"${ACTIVE_ID}","rows":[[${SEQUENCE_MARK},"${priceText(ticks)}","${lotText(lots)}",${side},${TIME_MARK}]]}}`

/** Head of an unmasked frame of a server; of text, unless another first byte is named. */
export function frameHead(length: number, first = 0x81): Buffer {
  if (length < 126) return Buffer.from([first, length])
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff])
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

export const frame = (text: string): Buffer => {
  const body = Buffer.from(text)
  return Buffer.concat([frameHead(body.length), body])
}

/** A lap as bytes whose numbers are overwritten before they are sent. */
export interface StampedLap {
  readonly bytes: Buffer
  /** Where each message (with its head, where it has one) begins; one more than there are messages. */
  readonly starts: Int32Array
  /** Makes messages [from, to) those of lap `lap`, sent at `time`. */
  stamp(lap: number, from: number, to: number, time: number): void
  /** The fault `drop-delta`: the client sees something that nobody reads. */
  hide(index: number): void
  /** The fault `swap-trade`: two trades change their ids. To be called after {@link stamp}. */
  swapTrades(one: number, other: number): void
}

/**
 * The bytes of one lap. `single`: whole frames, one after the other. `coalesced`: messages with a comma behind each, to
 * be put between brackets. A message's digits are overwritten just before it is sent; the bytes of one lap are far more
 * than may wait unsent, so what is overwritten has left long ago.
 */
export class EncodedLap implements StampedLap {
  readonly bytes: Buffer
  /** Where each message (with its head, where it has one) begins; one more than there are messages. */
  readonly starts: Int32Array
  readonly #lap: Lap
  /** Where the type's first letter stands, for the fault that hides a message. */
  readonly #bodies: Int32Array
  readonly #times: Int32Array
  readonly #sequences: Int32Array
  readonly #previous: Int32Array
  readonly #ids: Int32Array
  /** How many trades there are before each message. */
  readonly #tradesBefore: Int32Array

  constructor(lap: Lap, policy: FramePolicy) {
    this.#lap = lap
    const count = lap.texts.length
    this.starts = new Int32Array(count + 1)
    this.#bodies = new Int32Array(count)
    this.#times = new Int32Array(count).fill(NONE)
    this.#sequences = new Int32Array(count).fill(NONE)
    this.#previous = new Int32Array(count).fill(NONE)
    this.#ids = new Int32Array(count).fill(NONE)
    this.#tradesBefore = new Int32Array(count)
    const parts: Buffer[] = []
    let at = 0
    let trades = 0
    for (const [index, text] of lap.texts.entries()) {
      const head = policy === "single" ? frameHead(text.length) : Buffer.alloc(0)
      const body = Buffer.from(policy === "single" ? text : `${text},`)
      this.starts[index] = at
      this.#note(index, text, at + head.length)
      this.#tradesBefore[index] = trades
      if (text.startsWith('{"type":"trade"')) trades += 1
      parts.push(head, body)
      at += head.length + body.length
    }
    this.starts[count] = at
    this.bytes = Buffer.concat(parts)
    this.#setLowDigits()
  }

  /** Makes messages [from, to) those of lap `lap`, sent at `time`. */
  stamp(lap: number, from: number, to: number, time: number): void {
    const { bytes } = this
    const high = digits(FIRST_LAP + lap, LAP_DIGITS)
    const before = digits(FIRST_LAP + lap - 1, LAP_DIGITS)
    const clock = digits(time, TIME_DIGITS)
    const firstDepth = this.#lap.depths[0]
    for (let index = from; index < to; index += 1) {
      clock.copy(bytes, this.#times[index] as number)
      const id = this.#ids[index] as number
      if (id !== NONE) {
        digits(tradeId(this.#lap, lap, this.#tradesBefore[index] as number), SEQUENCE_DIGITS).copy(bytes, id)
        continue
      }
      high.copy(bytes, this.#sequences[index] as number)
      const previous = this.#previous[index] as number
      if (previous !== NONE) (index === firstDepth ? before : high).copy(bytes, previous)
    }
  }

  /** The fault `drop-delta`: the client sees a message of a type that nobody reads. */
  hide(index: number): void {
    this.bytes[(this.#bodies[index] as number) + '{"type":"'.length] = "x".charCodeAt(0)
  }

  /** The fault `swap-trade`: two trades change their ids. To be called after {@link stamp}. */
  swapTrades(one: number, other: number): void {
    const [a, b] = [this.#ids[one] as number, this.#ids[other] as number]
    const kept = Buffer.from(this.bytes.subarray(a, a + SEQUENCE_DIGITS))
    this.bytes.copy(this.bytes, a, b, b + SEQUENCE_DIGITS)
    kept.copy(this.bytes, b)
  }

  #note(index: number, text: string, at: number): void {
    this.#bodies[index] = at
    this.#times[index] = at + text.indexOf(TIME_MARK)
    const first = text.indexOf(SEQUENCE_MARK)
    if (text.startsWith('{"type":"trade"')) this.#ids[index] = at + first
    else if (text.startsWith('{"type":"depth"')) {
      this.#previous[index] = at + first
      this.#sequences[index] = at + text.indexOf(SEQUENCE_MARK, first + SEQUENCE_DIGITS)
    } else this.#sequences[index] = at + first
  }

  /** The five digits that are the same in every lap. */
  #setLowDigits(): void {
    const low = SEQUENCE_DIGITS - LAP_DIGITS
    for (let index = 0; index < this.#sequences.length; index += 1) {
      const at = this.#sequences[index] as number
      if (at !== NONE) this.bytes.write(String(index).padStart(low, "0"), at + LAP_DIGITS, "latin1")
    }
    for (const [place, index] of this.#lap.depths.entries()) {
      const previous = this.#lap.depths.at(place - 1) as number
      const at = (this.#previous[index] as number) + LAP_DIGITS
      this.bytes.write(String(previous).padStart(low, "0"), at, "latin1")
    }
  }
}

/** Id of a lap's trade by its place among the trades. */
export const tradeId = (lap: Lap, lapNumber: number, place: number): number =>
  FIRST_TRADE + (lapNumber - 1) * lap.trades.length + place

/** The newest trade before the stream begins. */
export const LAST_OLD_TRADE = FIRST_TRADE - 1

const ZERO = 48

function digits(value: number, count: number): Buffer {
  const buffer = count === SEQUENCE_DIGITS ? idDigits : Buffer.allocUnsafe(count)
  let rest = value
  for (let place = count - 1; place >= 0; place -= 1) {
    const next = Math.floor(rest / 10)
    buffer[place] = ZERO + (rest - next * 10)
    rest = next
  }
  return buffer
}

/** Trades' ids are written by the ten thousand: one buffer serves them all. */
const idDigits = Buffer.allocUnsafe(SEQUENCE_DIGITS)
