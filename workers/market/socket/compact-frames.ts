/** Reads frames in compact form: rows go to who takes them, JSON within goes where texts go; faults are told, not thrown. */

import { CompactReader, type CompactSink } from "#core/wire/compact-reader.ts"

/** As FRAME_TEXT_MAX of texts. */
const FRAME_BYTES_MAX = 4 * 1024 * 1024

type Taker = Pick<CompactSink, "tickers" | "depth" | "trades">

export class CompactFrames {
  readonly #reader = new CompactReader()
  readonly #decoder = new TextDecoder()

  /** How many messages were read, texts not counted, and what ended the reading before the frame's end. */
  read(
    frame: ArrayBuffer,
    taker: Taker,
    takeText: (text: string) => void,
  ): { messages: number; fault: string | undefined } {
    if (frame.byteLength > FRAME_BYTES_MAX) return { messages: 0, fault: `${frame.byteLength} bytes` }
    let messages = 0
    try {
      this.#reader.read(frame, {
        tickers: (reader) => {
          messages += 1
          taker.tickers(reader)
        },
        depth: (depth) => {
          messages += 1
          taker.depth(depth)
        },
        trades: (trades) => {
          messages += 1
          taker.trades(trades)
        },
        json: (text) => takeText(this.#decoder.decode(text)),
      })
    } catch (reason) {
      return { messages, fault: String(reason) }
    }
    return { messages, fault: undefined }
  }
}
