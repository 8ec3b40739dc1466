/** The head of a WebSocket frame (RFC 6455 section 5.2): final, text or bytes, unmasked. */

const TEXT_FINAL = 0x81
const BYTES_FINAL = 0x82
/** RFC 7692 section 6: the payload is compressed. */
const DEFLATED = 0x40
const LENGTH_16 = 126
const LENGTH_64 = 127

/** @param length of the payload, bytes */
export function frameHead(length: number, { isDeflated = false, isBytes = false } = {}): Buffer {
  const first = isBytes ? BYTES_FINAL : isDeflated ? TEXT_FINAL | DEFLATED : TEXT_FINAL
  if (length < LENGTH_16) return Buffer.from([first, length])
  if (length < 65_536) return Buffer.from([first, LENGTH_16, length >> 8, length & 0xff])
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = LENGTH_64
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
