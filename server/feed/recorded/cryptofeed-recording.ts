/**
 * Reads a recording of cryptofeed. `<url> <-> <time>` connects, `<url> <- <time>: <json>` was sent,
 * `<url> -> <time>: <json>` was the answer of a call, `<time>: <json>` was received; seconds. What the messages mean depends on whose address it is.
 */

import { type BinanceMessage, BinanceRecording } from "./binance-recording.ts"
import { bitgetMessage } from "./bitget-messages.ts"
import { BybitMessages } from "./bybit-messages.ts"
import { coinbaseMessage } from "./coinbase-messages.ts"
import { KrakenMessages } from "./kraken-messages.ts"
import { okxMessage } from "./okx-messages.ts"
import type { RecordedEvent, RecordedSymbol, RecordingParser } from "./recorded-event.ts"

/** Reads one exchange's messages; `symbolNamed` notes the symbol and gives it back. */
export type MessageReader = (
  message: unknown,
  time: number,
  note: (symbol: RecordedSymbol) => string,
) => Iterable<RecordedEvent>

/** What was recorded there is not read: no damage of the file. */
export class UnreadVenue extends Error {
  override readonly name = "UnreadVenue"
}

const READERS: readonly (readonly [RegExp, (address: string) => MessageReader])[] = [
  [/binance\./, binanceReader],
  [/bybit\./, (address) => new BybitMessages(address).read],
  [/kraken\.com/, () => new KrakenMessages().read],
  [/okx\.com|okex\.com/, () => okxMessage],
  [/bitget\.com/, () => bitgetMessage],
  [/coinbase\.com|pro\.coinbase|gdax\.com/, () => coinbaseMessage],
]

const ADDRESS = /^(\w+:\/\/\S+) (<->|<-|->) (.*)/

/** Futures have addresses of their own. */
function binanceReader(address: string): MessageReader {
  const recording = new BinanceRecording(/\b[fd](?:api|stream)\b/.test(address))
  return function* (message, time, note) {
    for (const event of recording.read(message as BinanceMessage, time)) {
      const symbol = recording.symbols.get(event.symbol)
      if (symbol) note(symbol)
      yield event
    }
  }
}

export class CryptofeedRecording implements RecordingParser {
  readonly symbols = new Map<string, RecordedSymbol>()
  #reader: MessageReader | undefined
  readonly #note = (symbol: RecordedSymbol): string => {
    if (!this.symbols.has(symbol.name)) this.symbols.set(symbol.name, symbol)
    return symbol.name
  }

  static recognises(line: string): boolean {
    return ADDRESS.test(line)
  }

  parse(line: string): Iterable<RecordedEvent> {
    const [, address, direction, rest = ""] = ADDRESS.exec(line) ?? []
    if (address !== undefined) {
      this.#reader ??= readerFor(address)
      return direction === "->" ? this.#answer(address, rest) : []
    }
    // What was asked for, at the head of some recordings.
    return line.startsWith("configuration: ") ? [] : this.#message(line)
  }

  /** The answer of a call: only those for a book are of interest, and only their address names the market. */
  #answer(address: string, text: string): Iterable<RecordedEvent> {
    const market = /\/depth\?(?:.*&)?symbol=([A-Za-z0-9_]+)/.exec(address)?.[1]
    return market === undefined ? [] : this.#message(text, { symbol: market })
  }

  #message(line: string, more: object = {}): Iterable<RecordedEvent> {
    const colon = line.indexOf(": ")
    const time = Math.round(Number(line.slice(0, colon)) * 1000)
    if (colon < 0 || !Number.isFinite(time) || !this.#reader)
      throw new Error("neither an address nor a message")
    const message: unknown = JSON.parse(line.slice(colon + 2))
    const named = Array.isArray(message) ? message : { ...(message as object), ...more }
    return this.#reader(named, time, this.#note)
  }
}

function readerFor(address: string): MessageReader {
  const found = READERS.find(([pattern]) => pattern.test(address))
  if (!found)
    throw new UnreadVenue(
      `it was recorded from ${new URL(address).host}, whose messages are not read; those of Binance, Bitget, Bybit, Coinbase, Kraken and OKX are`,
    )
  return found[1](address)
}
