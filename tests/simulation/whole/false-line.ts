/** A line from a worker to a server's socket door: real frames of RFC 6455 over bytes that nobody sends, and what goes wrong with them. */

import type { EventEmitter } from "node:events"
import { Duplex, Writable } from "node:stream"
import type { SocketLike } from "#workers/market/surroundings.ts"
import type { FalseWorld, Scope } from "./false-world.ts"

/** How likely each trouble of a message from the server is. */
export interface LineTroubles {
  dropped: number
  repeated: number
  swapped: number
  /** The line ends here. */
  cut: number
  /** For a while nothing is taken from the server. */
  stalled: number
  /** Up to so many ms on the way. */
  delayMs: number
  /** Whether little that waits is much. */
  isNarrow: boolean
}

const STALL_MS_MAX = 6_000
/** On a narrow line each byte that waits counts as so many: so that a small market has slow readers too. */
const NARROW = 400
const [CONTINUATION, TEXT, CLOSE] = [0, 1, 8]

export class FalseLine implements SocketLike {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  /** Something was lost, repeated or swapped: from here on the client must notice. */
  isMangled = false
  readonly #world: FalseWorld
  readonly #client: Scope
  readonly #troubles: LineTroubles
  readonly #counts: Map<string, number>
  #duplex: ServerEnd | undefined
  #deliverAt = 0
  #held: string | undefined
  #isOver = false
  /** Nothing comes through any more, though the client may not know it. */
  #isCut = false

  constructor(
    world: FalseWorld,
    { client, troubles, counts }: { client: Scope; troubles: LineTroubles; counts: Map<string, number> },
  ) {
    this.#world = world
    this.#client = client
    this.#troubles = troubles
    this.#counts = counts
  }

  /** Knocks at the door of a server; none: nobody answers. */
  open(door: EventEmitter | undefined, server: Scope | undefined): void {
    this.#world.nature(this.#world.chance.whole(1, 40), () => {
      if (this.#isOver) return
      if (!door || !server || server.isDead) return this.#close()
      const end = new ServerEnd({
        take: (bytes) => this.#frames.take(bytes),
        onEnd: () => this.#close(),
        weight: this.#troubles.isNarrow ? NARROW : 1,
      })
      this.#duplex = end
      this.#world.after(0, () => door.emit("upgrade", upgradeOf(end), end, Buffer.alloc(0)), server)
    })
  }

  send(text: string): void {
    this.#world.nature(this.#world.chance.whole(0, this.#troubles.delayMs), () =>
      this.#toServer(TEXT, Buffer.from(text)),
    )
  }

  close(): void {
    this.#isOver = true
    this.readyState = 3
    this.#world.nature(1, () => {
      this.#toServer(CLOSE, Buffer.from([3, 232]))
      this.#duplex?.push(null)
    })
  }

  /** The other end is gone. Heard at once, or never: then the client finds out by its silence. */
  vanish(isHeard: boolean): void {
    this.#duplex = undefined
    this.#isCut = true
    if (isHeard) this.#close()
  }

  readonly #frames = new FrameReader({
    opened: () =>
      this.#arrive(() => {
        if (this.#isOver) return
        this.readyState = 1
        this.onopen?.()
      }),
    text: (text) => this.#mangle(text),
    closed: () => {
      this.#toServer(CLOSE, Buffer.from([3, 232]))
      this.#duplex?.push(null)
      this.#close()
    },
  })

  #mangle(text: string): void {
    if (this.#isCut) return
    const { chance } = this.#world
    const { dropped, repeated, swapped, cut, stalled } = this.#troubles
    // Troubles come to lines that are open; how they are opened is a matter of the client's patience alone.
    if (cut > 0 && chance.happens(cut)) {
      this.#note("cut")
      this.#duplex?.destroy()
      this.vanish(chance.happens(0.5))
      return
    }
    if (stalled > 0 && chance.happens(stalled)) {
      this.#note("stalled")
      const end = this.#duplex
      end?.stall()
      this.#world.nature(chance.whole(1, STALL_MS_MAX), () => end?.goOn())
    }
    if (dropped > 0 && chance.happens(dropped)) {
      this.#note("dropped", true)
      return
    }
    if (swapped > 0 && this.#held === undefined && chance.happens(swapped)) {
      this.#note("swapped", true)
      this.#held = text
      return
    }
    this.#deliver(text)
    if (repeated > 0 && chance.happens(repeated)) {
      this.#note("repeated", true)
      this.#deliver(text)
    }
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#deliver(held)
  }

  #deliver(text: string): void {
    this.#arrive(() => {
      if (!this.#isOver) this.onmessage?.({ data: text })
    })
  }

  /** In the order in which they were sent, each a while later. */
  #arrive(run: () => void): void {
    const { now, chance } = this.#world
    this.#deliverAt = Math.max(this.#deliverAt, now + chance.whole(0, this.#troubles.delayMs))
    this.#world.after(this.#deliverAt - now, run, this.#client)
  }

  #toServer(kind: number, data: Buffer): void {
    this.#duplex?.push(maskedFrame(kind, data))
  }

  #close(): void {
    this.#arrive(() => {
      if (this.#isOver) return
      this.#isOver = true
      this.readyState = 3
      this.onclose?.()
    })
  }

  #note(what: string, isMangling = false): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
    if (isMangling) this.isMangled = true
  }
}

/** The server's end of a line. */
class ServerEnd extends Duplex {
  readonly remoteAddress = "127.0.0.1"
  readonly #take: (bytes: Buffer) => void
  readonly #onEnd: () => void
  #waiting: (() => void) | undefined
  #isStalled = false

  constructor(of: { take: (bytes: Buffer) => void; onEnd: () => void; weight: number }) {
    super({ autoDestroy: true, allowHalfOpen: false, writableHighWaterMark: 64 })
    this.#take = of.take
    this.#onEnd = of.onEnd
    const { weight } = of
    const length = Object.getOwnPropertyDescriptor(Writable.prototype, "writableLength")?.get
    Object.defineProperty(this, "writableLength", { get: () => Number(length?.call(this)) * weight })
    this.on("error", () => undefined)
  }

  stall(): void {
    this.#isStalled = true
  }

  goOn(): void {
    this.#isStalled = false
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const take = () => {
      this.#take(bytes)
      done()
    }
    if (this.#isStalled) this.#waiting = take
    else take()
  }

  override _final(done: () => void): void {
    done()
    this.#onEnd()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error)
    this.#onEnd()
  }
}

const upgradeOf = (socket: Duplex) => ({
  method: "GET",
  url: "/socket",
  socket,
  headers: {
    host: "exchange.test",
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-key": Buffer.alloc(16, 1).toString("base64"),
    "sec-websocket-version": "13",
  },
})

function maskedFrame(kind: number, data: Buffer): Buffer {
  const head = data.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = 0x80 | kind
  if (data.length < 126) head[1] = 0x80 | data.length
  else {
    head[1] = 0x80 | 126
    head.writeUInt16BE(data.length, 2)
  }
  // A mask of zeros is a mask.
  return Buffer.concat([head, data])
}

/** Reads what a server writes: the head of its answer, then frames. */
class FrameReader {
  readonly #events: { opened(): void; text(text: string): void; closed(): void }
  #bytes: Buffer = Buffer.alloc(0)
  #isOpen = false
  #parts: Buffer[] = []

  constructor(events: { opened(): void; text(text: string): void; closed(): void }) {
    this.#events = events
  }

  take(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    if (!this.#isOpen) {
      const end = this.#bytes.indexOf("\r\n\r\n")
      if (end < 0) return
      this.#isOpen = this.#bytes.subarray(0, 12).toString() === "HTTP/1.1 101"
      this.#bytes = this.#bytes.subarray(end + 4)
      if (!this.#isOpen) {
        this.#events.closed()
        return
      }
      this.#events.opened()
    }
    while (this.#readFrame());
  }

  #readFrame(): boolean {
    const bytes = this.#bytes
    if (bytes.length < 2) return false
    const [first = 0, second = 0] = bytes
    let length = second & 0x7f
    let head = 2
    if (length === 126) {
      if (bytes.length < 4) return false
      length = bytes.readUInt16BE(2)
      head = 4
    } else if (length === 127) {
      if (bytes.length < 10) return false
      length = Number(bytes.readBigUInt64BE(2))
      head = 10
    }
    if (bytes.length < head + length) return false
    const data = bytes.subarray(head, head + length)
    this.#bytes = bytes.subarray(head + length)
    this.#obey(first & 0x0f, (first & 0x80) !== 0, data)
    return true
  }

  #obey(kind: number, isLast: boolean, data: Buffer): void {
    if (kind === CLOSE) this.#events.closed()
    if (kind !== TEXT && kind !== CONTINUATION) return
    this.#parts.push(data)
    if (!isLast) return
    const text = Buffer.concat(this.#parts).toString()
    this.#parts = []
    this.#events.text(text)
  }
}
