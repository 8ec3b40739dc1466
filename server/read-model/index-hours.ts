/**
 * Publishes the ticks of the indexes that second contracts follow, chained by hashes and hour by hour (O6). It is made of
 * committed events alone: what is saved before each snapshot and what a replay brings again from there is the same chain.
 */

import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { CHECK_DIGITS, endLine, headLine } from "#core/second/hour-file.ts"
import { HOUR_MS, hourOf, type PublishedTick } from "#core/second/tick-line.ts"
import type { EngineEvent, IndexEvent } from "#server/engine/event.ts"
import type { HourArchive, StoredHour, StoredTicks } from "#server/storage/hour-archive.ts"
import { IndexChain } from "./index-chain.ts"
import { indexText } from "./index-ticks.ts"
import { indexBaseCounter } from "./market-model.ts"

// In threads of their own: the engine's never waits for them.
const [pack, unpack] = [promisify<Buffer, Buffer>(gzip), promisify<Buffer, Buffer>(gunzip)]

interface HoursLog {
  error(values: object, text: string): void
}

export interface HoursParts {
  archive: HourArchive
  instruments: readonly Instrument[]
  /** How ticks are counted, by {@link indexBaseCounter}: as it was saved, before anything is replayed. */
  counters: ReadonlyMap<string, number>
  /** Files that nothing rests on are dropped after so long. */
  keptMs: number
  log: HoursLog
}

/** An hour as it is announced. */
export interface PublishedHour extends StoredHour {
  /** It is over: nothing of it changes any more. */
  isComplete: boolean
  /** Its ticks are there. */
  isKept: boolean
}

/** The whole text of an hour, as gzip. */
export interface PublishedFile {
  hour: PublishedHour
  /** Left out: it was dropped. */
  file?: Uint8Array
}

export class IndexHours {
  readonly #parts: HoursParts
  readonly #chains: ReadonlyMap<string, IndexChain>
  #bases: ReadonlyMap<string, number>
  /** Of the last batch: no tick of an earlier moment will come. */
  #time: TimeMs = 0
  /** Hours before it have files. */
  #joinedTo: TimeMs = 0
  #saving: Promise<void> = Promise.resolve()
  #joining: Promise<void> | undefined
  #isLast = false
  /** One file is put together at a time. */
  #making: Promise<unknown> = Promise.resolve()

  private constructor(parts: HoursParts, newest: readonly StoredHour[]) {
    this.#parts = parts
    this.#bases = parts.counters
    const last = new Map(newest.map((hour) => [hour.index, hour]))
    const followed = parts.instruments.flatMap((one) => (one.kind === "second" ? [one.index] : []))
    this.#chains = new Map(
      [...new Set(followed)].map((index) => [index, new IndexChain(index, last.get(index))]),
    )
  }

  /** Reads where the chains end: to be called before anything is replayed. */
  static async open(parts: HoursParts): Promise<IndexHours> {
    return new IndexHours(parts, await parts.archive.newest())
  }

  /** The read model counts by these from here on: the replay is over. */
  countBy(counters: ReadonlyMap<string, number>): void {
    this.#bases = counters
  }

  /** Hears of every batch, and of every command that a replay does again. */
  take(time: TimeMs, events: readonly EngineEvent[]): void {
    this.#time = time
    for (const event of events) if (event.type === "index") this.#tick(event)
  }

  /** Keeps what is new; rejects when nothing of it was kept, and it is tried again with the next. Joins what is over. */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#save())
    return this.#saving
  }

  /** At the end: nothing can be tried again. */
  async saveLast(): Promise<void> {
    this.#isLast = true
    await this.save().catch((error: unknown) =>
      this.#parts.log.error({ err: error }, "the last index ticks could not be saved"),
    )
    await this.settled()
  }

  /** Once what was over at the last saving has its file, or hasn't: then it is tried again. */
  async settled(): Promise<void> {
    await this.#joining
  }

  /** Hours that lie in [from, to], the newest first; undefined: no such index was ever published. */
  async hours(
    index: string,
    { from = 0, to = Number.MAX_SAFE_INTEGER, limit }: { from?: TimeMs; to?: TimeMs; limit: number },
  ): Promise<PublishedHour[] | undefined> {
    const [time, memory] = [this.#time, this.#inMemory(index)]
    const stored = await this.#parts.archive.hours(index, { from, to, limit })
    if (stored.length === 0 && !this.#chains.has(index)) {
      const [any] = await this.#parts.archive.hours(index, { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1 })
      if (!any) return undefined
    }
    const all = new Map<TimeMs, PublishedHour>()
    for (const { hour, state } of stored) all.set(hour.hour, publishedHour(hour, time, state !== "dropped"))
    for (const head of memory) {
      const isWithin = head.hour > from - HOUR_MS && head.hour <= to
      if (isWithin && head.last > (all.get(head.hour)?.last ?? 0))
        all.set(head.hour, publishedHour(head, time, true))
    }
    return [...all.values()].sort((one, other) => other.hour - one.hour).slice(0, limit)
  }

  /** The file of an hour as far as it is; undefined: the index had no tick in it. */
  file(index: string, hour: TimeMs): Promise<PublishedFile | undefined> {
    const made = this.#making.catch(() => undefined).then(() => this.#file(index, hour))
    this.#making = made
    return made
  }

  #tick(event: IndexEvent): void {
    const chain = this.#chains.get(event.index)
    const base = this.#bases.get(indexBaseCounter(event.index))
    // What an older Saker doesn't tell the numbers of was never chained, either.
    if (chain && base !== undefined) chain.take(publishedTick(event, base))
  }

  #inMemory(index: string): StoredHour[] {
    const chain = this.#chains.get(index)
    const heads = chain?.unsaved().map(({ head }) => head) ?? []
    return chain?.newest ? [...heads, chain.newest] : heads
  }

  async #save(): Promise<void> {
    const time = this.#time
    const taken = [...this.#chains.values()].map((chain) => ({ chain, parts: chain.unsaved() }))
    const all = taken.flatMap(({ parts }) => parts)
    const packed = await Promise.all(all.map(({ lines }) => pack(Buffer.from(lines.join("")))))
    await this.#parts.archive.save(
      all.map(({ head, from }, place) => ({ head, from, lines: packed[place] ?? new Uint8Array() })),
    )
    for (const { chain, parts } of taken) chain.saved(parts)
    // All ticks of the hours before are stored now.
    if (!this.#isLast && hourOf(time) > this.#joinedTo) this.#joining ??= this.#join(hourOf(time))
  }

  /** Never rejects: until it has worked the lines are there, and the next saving tries again. */
  async #join(to: TimeMs): Promise<void> {
    const { archive, log } = this.#parts
    try {
      for (const hour of await archive.unjoined(to)) {
        const stored = await archive.ticks(hour.index, hour.hour)
        if (!stored?.parts) continue
        const text = await wholeText(stored, { isComplete: true, fresh: [] })
        await archive.join(hour, await pack(text))
      }
      await archive.drop(to - this.#parts.keptMs)
      await archive.vacuum()
      this.#joinedTo = to
    } catch (error) {
      log.error({ err: error }, "hours of index ticks could not be joined; it is tried again")
    } finally {
      this.#joining = undefined
    }
  }

  async #file(index: string, hour: TimeMs): Promise<PublishedFile | undefined> {
    // Memory first: what is saved while we read leaves it.
    const time = this.#time
    const unsaved = this.#chains
      .get(index)
      ?.unsaved()
      .find(({ head }) => head.hour === hour)
    const stored = await this.#parts.archive.ticks(index, hour)
    const head = unsaved && unsaved.head.last > (stored?.head.last ?? 0) ? unsaved.head : stored?.head
    if (!head) return undefined
    if (stored?.file) return { hour: publishedHour(head, time, true), file: stored.file }
    if (stored && !stored.parts) return { hour: publishedHour(head, time, false) }
    const published = publishedHour(head, time, true)
    const storedTo = stored?.head.last ?? 0
    const fresh = unsaved?.lines.filter((line) => Number.parseInt(line, 10) > storedTo) ?? []
    const { isComplete } = published
    const text = await wholeText({ head, parts: stored?.parts ?? [] }, { isComplete, fresh })
    return { hour: published, file: await pack(text) }
  }
}

/** O6: a tick as it is published, with what it was made of. */
const publishedTick = ({ seq, time, price, sources }: IndexEvent, base: number): PublishedTick => ({
  seq: base + seq,
  time,
  price: indexText(price),
  sources: sources.map(({ source, price, weight }) => ({
    ...{ source, price: indexText(price), weight: String(weight) },
  })),
})

const publishedHour = (hour: StoredHour, time: TimeMs, isKept: boolean): PublishedHour => ({
  ...hour,
  isComplete: time >= hour.hour + HOUR_MS,
  isKept,
})

/** First line, ticks, and the last line of an hour that is over. @throws Error where the last tick isn't the hour's */
async function wholeText(
  { head, parts = [] }: StoredTicks,
  { isComplete, fresh }: { isComplete: boolean; fresh: readonly string[] },
): Promise<Buffer> {
  const ticks: Buffer[] = parts.length > 0 ? [await unpack(Buffer.concat(parts))] : []
  if (fresh.length > 0) ticks.push(Buffer.from(fresh.join("")))
  const end = `${head.hash.slice(0, CHECK_DIGITS)}\n`
  if (ticks.at(-1)?.toString("latin1").endsWith(end) !== true)
    throw new Error(`the last ticks of ${head.index} are missing in the hour ${head.hour}`)
  return Buffer.concat([Buffer.from(headLine(head)), ...ticks, Buffer.from(isComplete ? endLine(head) : "")])
}
