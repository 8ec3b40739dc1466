/** A client of bytes for a server's socket: says whatever frames it is given, reads those that come, and knows no rule. */

import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { expect } from "vitest"
import { CLOSE } from "./socket-frame.ts"

interface Heard {
  kind: number
  /** The three reserved bits: 4 is that of a compressed message. */
  reserved: number
  data: Buffer
}

/** A client of bytes, that reads frames and knows no rule. */
export class ByteClient {
  /** What the server answered to the offered extensions; empty: nothing. */
  extensions = ""
  readonly heard: Heard[] = []
  hasEnded = false
  readonly #socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  #wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on("data", (bytes: Buffer) => this.#take(bytes))
    socket.on("error", () => undefined)
    socket.on("close", () => {
      this.hasEnded = true
      this.#wake()
    })
  }

  /** @param offer of extensions */
  static async open(url: string, offer?: string): Promise<ByteClient> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, "connect")
    socket.setNoDelay(true)
    socket.write(
      `GET /socket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
        `${offer === undefined ? "" : `Sec-WebSocket-Extensions: ${offer}\r\n`}\r\n`,
    )
    let head = ""
    while (!head.includes("\r\n\r\n"))
      head += ((await once(socket, "data")) as [Buffer])[0].toString("latin1")
    // The example of RFC 6455, 1.3.
    expect(head).toContain("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    const client = new ByteClient(socket)
    client.extensions = /^sec-websocket-extensions: (.*)$/im.exec(head)?.[1]?.trim() ?? ""
    client.#take(Buffer.from(head.slice(head.indexOf("\r\n\r\n") + 4), "latin1"))
    return client
  }

  async send(bytes: Buffer): Promise<void> {
    if (this.#socket.writable) this.#socket.write(bytes)
    // Each write goes out by itself.
    await new Promise((resolve) => setImmediate(resolve))
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.hasEnded)
        throw new Error(`the server ended: ${JSON.stringify(this.heard.map(({ kind }) => kind))}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** The close code that came; undefined: a close frame without one. */
  async closeCode(): Promise<number | undefined> {
    const close = () => this.heard.find(({ kind }) => kind === CLOSE)
    await this.until(() => close() !== undefined)
    const { data } = close() as Heard
    return data.length === 0 ? undefined : data.readUInt16BE(0)
  }

  end(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    for (;;) {
      const [first = 0, second = 0] = this.#bytes
      const wide = (second & 127) === 126 ? 2 : (second & 127) === 127 ? 8 : 0
      if (this.#bytes.length < 2 + wide) break
      const length =
        wide === 0
          ? second & 127
          : wide === 2
            ? this.#bytes.readUInt16BE(2)
            : Number(this.#bytes.readBigUInt64BE(2))
      if (this.#bytes.length < 2 + wide + length) break
      // RFC 6455, 5.1: a server masks nothing.
      expect(second & 128).toBe(0)
      const kind = first & 15
      this.heard.push({
        kind,
        reserved: (first >> 4) & 7,
        data: this.#bytes.subarray(2 + wide, 2 + wide + length),
      })
      this.#bytes = this.#bytes.subarray(2 + wide + length)
    }
    this.#wake()
  }
}
