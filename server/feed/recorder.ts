/** Records the public stream for `replay:`; the format is described in recorded/own-recording.ts. */

import { createWriteStream, type WriteStream } from "node:fs"
import { createGzip, type Gzip } from "node:zlib"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { OWN_VERSION, type OwnHeader, type OwnLine } from "./recorded/own-recording.ts"

/** Levels a side that a snapshot holds: the whole book of every market there is. */
const SNAPSHOT_LEVELS = 100_000
/** Characters that wait for a slow disk; beyond, changes are dropped until it has caught up, and the books begin anew. */
const WAITING_CHARS_MAX = 16_000_000
/** Lines are handed to the file at most so often. */
const FLUSH_MS = 200
/** A book's sum is written at most so often: it costs a look at 50 levels. */
const CHECKSUM_EVERY_MS = 1000

export interface Recorder {
  /** Writes what is left and closes the file; rejects if the disk refused it. */
  close(): Promise<void>
}

export interface RecorderSettings {
  /** Gzip if it ends in `.gz`. An older file of the name is replaced. */
  file: string
  reader: MarketReader
  /** Called once when writing has failed for good; recording has stopped then. */
  onFailure: (error: Error) => void
}

/**
 * Begins to record: header, the books as they stand, and from then on every change.
 * @throws Error when the file can't be opened for writing.
 */
export async function startRecorder(settings: RecorderSettings): Promise<Recorder> {
  const stream = createWriteStream(settings.file)
  await new Promise<void>((resolve, reject) => {
    stream.once("open", () => resolve())
    stream.once("error", (error) => reject(new Error(`The recording can't be written: ${error.message}`)))
  })
  return new StreamRecorder(stream, settings)
}

class StreamRecorder implements Recorder {
  readonly #reader: MarketReader
  readonly #stream: WriteStream
  /** What is written to: the file itself, or the packer before it. */
  readonly #target: WriteStream | Gzip
  readonly #silence: () => void
  readonly #timer: NodeJS.Timeout
  readonly #summedAt = new Map<string, TimeMs>()
  #lines: string[] = []
  #chars = 0
  #isDrained = true
  /** Changes were dropped: the books must begin anew. */
  #hasHole = false
  #failure: Error | undefined

  constructor(stream: WriteStream, { file, reader, onFailure }: RecorderSettings) {
    this.#reader = reader
    this.#stream = stream
    this.#target = file.endsWith(".gz") ? createGzip() : stream
    if (this.#target !== stream) this.#target.pipe(stream)
    for (const part of new Set([this.#target, stream]))
      part.on("error", (error: Error) => {
        if (!this.#failure) onFailure(error)
        this.#failure = error
        this.#stop()
      })
    this.#target.on("drain", () => {
      this.#isDrained = true
    })
    this.#write(headerOf(reader))
    this.#writeBooks()
    this.#silence = reader.listen((change) => this.#take(change))
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#stop()
    if (this.#failure) throw this.#failure
    // Whether or not the disk has caught up: what waits is bounded, and it is the end.
    this.#target.write(this.#lines.join(""))
    this.#lines = []
    await new Promise<void>((resolve, reject) => {
      this.#stream.once("finish", resolve)
      this.#stream.once("error", reject)
      this.#target.end()
    })
  }

  #stop(): void {
    this.#silence()
    clearInterval(this.#timer)
  }

  #take(change: MarketChange): void {
    if (this.#failure) return
    if (this.#chars > WAITING_CHARS_MAX) {
      this.#hasHole = true
      this.#lines = []
      this.#chars = 0
    }
    if (this.#hasHole) {
      if (!this.#isDrained) return
      this.#hasHole = false
      this.#writeBooks()
      return
    }
    for (const line of linesOf(change, (id) => this.#sumOf(id, change.time))) this.#write(line)
  }

  #sumOf(id: string, time: TimeMs): number | undefined {
    if (time - (this.#summedAt.get(id) ?? 0) < CHECKSUM_EVERY_MS) return undefined
    this.#summedAt.set(id, time)
    return this.#reader.checksum(id)
  }

  #writeBooks(): void {
    const t = this.#reader.now()
    for (const { id, kind } of this.#reader.instruments()) {
      const depth = kind === "second" ? undefined : this.#reader.depth(id, SNAPSHOT_LEVELS)
      if (!depth) continue
      const { seq, bids, asks, checksum } = depth
      this.#write({ t, book: id, seq, bids, asks, checksum })
    }
  }

  #write(line: OwnLine): void {
    const text = `${JSON.stringify(line)}\n`
    this.#lines.push(text)
    this.#chars += text.length
  }

  #flush(): void {
    if (!this.#isDrained || this.#lines.length === 0) return
    this.#isDrained = this.#target.write(this.#lines.join(""))
    this.#lines = []
    this.#chars = 0
  }
}

function headerOf(reader: MarketReader): OwnHeader {
  return {
    saker: "recording",
    version: OWN_VERSION,
    time: reader.now(),
    instruments: reader.instruments().map(({ id, kind, base, quote, tick, lot }: Instrument) => ({
      id,
      kind,
      base,
      quote,
      tick: String(tick),
      lot: String(lot),
    })),
  }
}

/** A change as lines: trades first, then the levels that they left behind. */
function linesOf(change: MarketChange, sumOf: (id: string) => number | undefined): OwnLine[] {
  const t = change.time
  const lines: OwnLine[] = []
  for (const [index, rows] of change.indexes) lines.push({ t, index, rows })
  for (const [trades, rows] of change.trades) lines.push({ t, trades, rows })
  for (const [depth, { prev, seq, bids, asks }] of change.depth) {
    const checksum = sumOf(depth)
    lines.push({
      t,
      depth,
      prev,
      seq,
      bids: [...bids],
      asks: [...asks],
      ...(checksum !== undefined && { checksum }),
    })
  }
  return lines
}
