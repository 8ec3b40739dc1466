/**
 * How is a recording of cryptofeed read? `<url> <-> <time>` connects, `<url> <- <time>: <json>` was sent,
 * `<time>: <json>` was received; seconds. What the messages mean depends on whose address it is.
 */

import { bitgetMessage } from "./bitget-messages.ts"
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

const READERS: readonly (readonly [RegExp, () => MessageReader])[] = [
  [/kraken\.com/, () => new KrakenMessages().read],
  [/okx\.com|okex\.com/, () => okxMessage],
  [/bitget\.com/, () => bitgetMessage],
  [/coinbase\.com|pro\.coinbase|gdax\.com/, () => coinbaseMessage],
]

const ADDRESS = /^(\w+:\/\/\S+) (<->|<-) /

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
    const address = ADDRESS.exec(line)?.[1]
    if (address) {
      this.#reader ??= readerFor(address)
      return []
    }
    const colon = line.indexOf(": ")
    const time = Math.round(Number(line.slice(0, colon)) * 1000)
    if (colon < 0 || !Number.isFinite(time) || !this.#reader)
      throw new Error("neither an address nor a message")
    return this.#reader(JSON.parse(line.slice(colon + 2)), time, this.#note)
  }
}

function readerFor(address: string): MessageReader {
  const found = READERS.find(([pattern]) => pattern.test(address))
  if (!found) throw new Error(`it was recorded from ${address}, whose messages can't be read`)
  return found[1]()
}
