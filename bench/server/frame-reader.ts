/** Reads the texts from a WebSocket server's bytes: unmasked, unfragmented frames (RFC 6455 section 5.2). */

const TEXT_FINAL = 0x81
/** From here on frames are of the connection itself: close, ping, pong. */
const CONTROL_FINAL = 0x88

export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The texts that are whole by now. Throws on frames that neither side of the figure sends. */
  read(data: Buffer): string[] {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, data]) : data
    const texts: string[] = []
    for (;;) {
      const frame = frameAt(bytes)
      if (!frame) break
      if (bytes[0] === TEXT_FINAL) texts.push(bytes.toString("utf8", frame.start, frame.end))
      bytes = bytes.subarray(frame.end)
    }
    this.#rest = bytes
    return texts
  }
}

/** How many of these bytes are whole frames. */
export function wholeFrames(bytes: Buffer): number {
  let length = 0
  for (let frame = frameAt(bytes); frame; frame = frameAt(bytes.subarray(length))) length += frame.end
  return length
}

function frameAt(bytes: Buffer): { start: number; end: number } | undefined {
  if (bytes.length < 2) return undefined
  if (bytes[0] !== TEXT_FINAL && (bytes[0] ?? 0) < CONTROL_FINAL)
    throw new Error(`a frame begins with ${bytes[0]}`)
  const short = (bytes[1] ?? 0) & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return undefined
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const end = start + length
  return bytes.length < end ? undefined : { start, end }
}
