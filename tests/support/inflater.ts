/** What a client makes of compressed messages (RFC 7692, 7.2.2): its window holds what it has decompressed, to the last byte. */

import { constants, inflateRawSync } from "node:zlib"

const FLUSH_END = Buffer.of(0, 0, 255, 255)
const WINDOW_BYTES = 32_768

export class Inflater {
  #window = Buffer.alloc(0)

  /** @param data of a whole message; messages come in the order in which they were sent */
  read(data: Buffer): string {
    const text = inflateRawSync(Buffer.concat([data, FLUSH_END]), {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(this.#window.length > 0 && { dictionary: this.#window }),
    })
    this.#window = Buffer.concat([this.#window, text]).subarray(-WINDOW_BYTES)
    return text.toString()
  }
}
