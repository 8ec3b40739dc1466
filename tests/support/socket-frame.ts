/** Frames of RFC 6455 as a client writes them, right or wrong. */

export const [CONTINUATION, TEXT, BINARY] = [0, 1, 2]
export const [CLOSE, PING, PONG] = [8, 9, 10]

interface FrameShape {
  isLast?: boolean
  /** 1, 2 or 4 of the three reserved bits. */
  reserved?: number
  isMasked?: boolean
  mask?: Buffer
  /** Writes the length in so many bytes, though fewer would do. */
  lengthBytes?: 2 | 8
  /** What the head claims instead of what there is. */
  claims?: bigint
}

export function frame(kind: number, data: Buffer | string, shape: FrameShape = {}): Buffer {
  const {
    isLast = true,
    reserved = 0,
    isMasked = true,
    mask = Buffer.of(0x37, 0xfa, 0x21, 0x3d),
    claims,
  } = shape
  const bytes = Buffer.from(data as string)
  const length = claims ?? BigInt(bytes.length)
  const wide = shape.lengthBytes ?? (length < 126n ? 0 : length < 65_536n ? 2 : 8)
  const head = Buffer.alloc(2 + wide)
  head[0] = (isLast ? 0x80 : 0) | (reserved << 4) | kind
  head[1] = (isMasked ? 0x80 : 0) | (wide === 0 ? Number(length) : wide === 2 ? 126 : 127)
  if (wide === 2) head.writeUInt16BE(Number(length), 2)
  if (wide === 8) head.writeBigUInt64BE(length, 2)
  if (!isMasked) return Buffer.concat([head, bytes])
  return Buffer.concat([head, mask, Buffer.from(bytes.map((byte, place) => byte ^ (mask[place % 4] ?? 0)))])
}

/** A text message in fragments of so many bytes. @param reserved bits of the first frame, and of those behind it */
export function fragments(
  data: Buffer | string,
  size: number,
  reserved: readonly [number, number] = [0, 0],
): Buffer[] {
  const bytes = Buffer.from(data as string)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, place) =>
    frame(place === 0 ? TEXT : CONTINUATION, bytes.subarray(place * size, (place + 1) * size), {
      reserved: reserved[place === 0 ? 0 : 1],
      isLast: place === count - 1,
    }),
  )
}
