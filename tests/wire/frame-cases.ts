/** Cases of RFC 6455 that a server must answer in one way: what is sent as bytes, and how it must end. Numbered by section. */

import {
  BINARY,
  CLOSE,
  CONTINUATION,
  fragments,
  frame,
  PING,
  PONG,
  TEXT,
} from "#tests/support/socket-frame.ts"

export interface FrameCase {
  /** Section of RFC 6455. */
  section: string
  name: string
  /** Sent one after the other, each as a write of its own. */
  sent: readonly Buffer[]
  /** Close code that must come back; `alive`: the connection must still answer; a text: a pong with this must come. */
  ends: number | "alive" | { pong: Buffer } | { closes: number | "echo" }
}

const closing = (code: number, reason: Buffer | string = "") => {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(code)
  return frame(CLOSE, Buffer.concat([head, Buffer.from(reason as string)]))
}
/** A message that the server takes without an answer. */
const HEARTBEAT = '{"type":"ping","data":{}}'
const byteByByte = (bytes: Buffer): Buffer[] => [...bytes].map((byte) => Buffer.of(byte))
const euro = Buffer.from("€")
const inString = (bytes: Buffer) => Buffer.concat([Buffer.from('"'), bytes, Buffer.from('"')])

/** Bytes that no UTF-8 text has: cut off, overlong, surrogates, beyond the last code point, lone and impossible bytes. */
const BAD_TEXTS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["a cut code point", Buffer.of(0xe2, 0x82)],
  ["a lone continuation", Buffer.of(0x80)],
  ["an overlong slash of two bytes", Buffer.of(0xc0, 0xaf)],
  ["an overlong slash of three bytes", Buffer.of(0xe0, 0x80, 0xaf)],
  ["an overlong slash of four bytes", Buffer.of(0xf0, 0x80, 0x80, 0xaf)],
  ["an overlong nothing", Buffer.of(0xc0, 0x80)],
  ["a high surrogate", Buffer.of(0xed, 0xa0, 0x80)],
  ["a low surrogate", Buffer.of(0xed, 0xbf, 0xbf)],
  ["a pair of surrogates", Buffer.of(0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80)],
  ["a code point beyond the last", Buffer.of(0xf4, 0x90, 0x80, 0x80)],
  ["a sequence of five bytes", Buffer.of(0xf8, 0x88, 0x80, 0x80, 0x80)],
  ["a sequence of six bytes", Buffer.of(0xfc, 0x84, 0x80, 0x80, 0x80, 0x80)],
  ["the byte fe", Buffer.of(0xfe)],
  ["the byte ff", Buffer.of(0xff)],
]
const GOOD_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["Greek", "κόσμε"],
  ["the first of two bytes", "\u0080"],
  ["the first of three bytes", "\u0800"],
  ["the first of four bytes", "\u{10000}"],
  ["the last code point", "\u{10ffff}"],
  ["a non-character", "\ufffe\uffff"],
  ["the replacement character", "\ufffd"],
]

const framing: FrameCase[] = [
  { section: "5.2", name: "a text in one frame", sent: [frame(TEXT, HEARTBEAT)], ends: "alive" },
  { section: "5.2", name: "an empty text", sent: [frame(TEXT, "")], ends: "alive" },
  { section: "5.2", name: "a binary message", sent: [frame(BINARY, Buffer.of(1, 2, 3))], ends: "alive" },
  ...[125, 126, 127, 128, 4096].map(
    (size): FrameCase => ({
      section: "5.2",
      name: `a text of ${size} bytes`,
      sent: [frame(TEXT, `"${"x".repeat(size - 2)}"`)],
      ends: "alive",
    }),
  ),
  {
    section: "5.2",
    name: "a text one byte at a time",
    sent: byteByByte(frame(TEXT, HEARTBEAT)),
    ends: "alive",
  },
  ...[1, 2, 4, 3, 7].map(
    (reserved): FrameCase => ({
      section: "5.2",
      name: `reserved bits ${reserved.toString(2).padStart(3, "0")} of a text`,
      sent: [frame(TEXT, HEARTBEAT, { reserved })],
      ends: 1002,
    }),
  ),
  { section: "5.2", name: "a reserved bit of a ping", sent: [frame(PING, "", { reserved: 1 })], ends: 1002 },
  {
    section: "5.2",
    name: "a reserved bit of a close",
    sent: [frame(CLOSE, "", { reserved: 2 })],
    ends: 1002,
  },
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map(
    (kind): FrameCase => ({
      section: "5.2",
      name: `opcode ${kind}, which is reserved`,
      sent: [frame(kind, "")],
      ends: 1002,
    }),
  ),
  {
    section: "5.1",
    name: "a text without a mask",
    sent: [frame(TEXT, HEARTBEAT, { isMasked: false })],
    ends: 1002,
  },
  { section: "5.1", name: "a ping without a mask", sent: [frame(PING, "", { isMasked: false })], ends: 1002 },
  {
    section: "5.3",
    name: "a mask of zeros",
    sent: [frame(TEXT, HEARTBEAT, { mask: Buffer.alloc(4) })],
    ends: "alive",
  },
  {
    section: "5.2",
    name: "a length beyond 2^53",
    sent: [frame(TEXT, "", { claims: 2n ** 53n })],
    ends: 1009,
  },
  {
    section: "5.2",
    name: "a length with its highest bit set",
    sent: [frame(TEXT, "", { claims: 2n ** 63n })],
    ends: 1009,
  },
  {
    section: "7.4.1",
    name: "more than a message may have",
    sent: [frame(TEXT, "x".repeat(70_000))],
    ends: 1009,
  },
]

const control: FrameCase[] = [
  { section: "5.5.2", name: "an empty ping", sent: [frame(PING, "")], ends: { pong: Buffer.alloc(0) } },
  {
    section: "5.5.2",
    name: "a ping with text",
    sent: [frame(PING, "how are you")],
    ends: { pong: Buffer.from("how are you") },
  },
  {
    section: "5.5.2",
    name: "a ping with bytes that are no text",
    sent: [frame(PING, Buffer.of(0, 255, 254, 253))],
    ends: { pong: Buffer.of(0, 255, 254, 253) },
  },
  {
    section: "5.5.2",
    name: "a ping of 125 bytes",
    sent: [frame(PING, Buffer.alloc(125, 254))],
    ends: { pong: Buffer.alloc(125, 254) },
  },
  { section: "5.5", name: "a ping of 126 bytes", sent: [frame(PING, Buffer.alloc(126, 254))], ends: 1002 },
  { section: "5.5", name: "a pong of 126 bytes", sent: [frame(PONG, Buffer.alloc(126))], ends: 1002 },
  { section: "5.5", name: "a close of 126 bytes", sent: [closing(1000, "x".repeat(124))], ends: 1002 },
  {
    section: "5.5",
    name: "a ping in fragments",
    sent: [frame(PING, "a", { isLast: false }), frame(CONTINUATION, "b")],
    ends: 1002,
  },
  { section: "5.5", name: "a close in fragments", sent: [frame(CLOSE, "", { isLast: false })], ends: 1002 },
  {
    section: "5.5.2",
    name: "a ping one byte at a time",
    sent: byteByByte(frame(PING, "slow")),
    ends: { pong: Buffer.from("slow") },
  },
  { section: "5.5.3", name: "a pong that nobody asked for", sent: [frame(PONG, "hello")], ends: "alive" },
  {
    section: "5.5.2",
    name: "ten pings at once, the last answered too",
    sent: [Buffer.concat(Array.from({ length: 10 }, (_, place) => frame(PING, `p${place}`)))],
    ends: { pong: Buffer.from("p9") },
  },
]

const fragmented: FrameCase[] = [
  { section: "5.4", name: "a text in two fragments", sent: fragments(HEARTBEAT, 13), ends: "alive" },
  { section: "5.4", name: "a text in fragments of one byte", sent: fragments(HEARTBEAT, 1), ends: "alive" },
  {
    section: "5.4",
    name: "fragments of nothing",
    sent: [
      frame(TEXT, "", { isLast: false }),
      frame(CONTINUATION, "", { isLast: false }),
      frame(CONTINUATION, ""),
    ],
    ends: "alive",
  },
  {
    section: "5.4",
    name: "a ping between two fragments",
    sent: [
      frame(TEXT, HEARTBEAT.slice(0, 5), { isLast: false }),
      frame(PING, "mid"),
      frame(CONTINUATION, HEARTBEAT.slice(5)),
    ],
    ends: { pong: Buffer.from("mid") },
  },
  { section: "5.4", name: "a continuation of nothing", sent: [frame(CONTINUATION, HEARTBEAT)], ends: 1002 },
  {
    section: "5.4",
    name: "an open continuation of nothing",
    sent: [frame(CONTINUATION, HEARTBEAT, { isLast: false })],
    ends: 1002,
  },
  {
    section: "5.4",
    name: "a text within a text",
    sent: [frame(TEXT, "a", { isLast: false }), frame(TEXT, "b")],
    ends: 1002,
  },
  {
    section: "5.4",
    name: "a binary message within a text",
    sent: [frame(TEXT, "a", { isLast: false }), frame(BINARY, "b")],
    ends: 1002,
  },
  {
    section: "5.4",
    name: "a continuation behind the end",
    sent: [...fragments(HEARTBEAT, 13), frame(CONTINUATION, "more")],
    ends: 1002,
  },
  {
    section: "5.4",
    name: "a code point parted between fragments",
    sent: [
      frame(TEXT, inString(euro).subarray(0, 2), { isLast: false }),
      frame(CONTINUATION, inString(euro).subarray(2)),
    ],
    ends: "alive",
  },
]

const texts: FrameCase[] = [
  ...GOOD_TEXTS.map(
    ([name, text]): FrameCase => ({
      section: "8.1",
      name: `text: ${name}`,
      sent: [frame(TEXT, JSON.stringify(text))],
      ends: "alive",
    }),
  ),
  ...BAD_TEXTS.map(
    ([name, bytes]): FrameCase => ({
      section: "8.1",
      name: `no text: ${name}`,
      sent: [frame(TEXT, inString(bytes))],
      ends: 1007,
    }),
  ),
  ...BAD_TEXTS.map(
    ([name, bytes]): FrameCase => ({
      section: "8.1",
      name: `no text in fragments: ${name}`,
      sent: [
        frame(TEXT, inString(bytes).subarray(0, 2), { isLast: false }),
        frame(CONTINUATION, inString(bytes).subarray(2)),
      ],
      ends: 1007,
    }),
  ),
]

const closes: FrameCase[] = [
  { section: "5.5.1", name: "a close without a code", sent: [frame(CLOSE, "")], ends: { closes: "echo" } },
  { section: "5.5.1", name: "a close of one byte", sent: [frame(CLOSE, Buffer.of(3))], ends: 1002 },
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map(
    (code): FrameCase => ({
      section: "7.4",
      name: `a close with ${code}`,
      sent: [closing(code)],
      ends: { closes: code },
    }),
  ),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map(
    (code): FrameCase => ({
      section: "7.4",
      name: `a close with ${code}, which nobody may send`,
      sent: [closing(code)],
      ends: 1002,
    }),
  ),
  {
    section: "5.5.1",
    name: "a close with the longest reason",
    sent: [closing(1000, "x".repeat(123))],
    ends: { closes: 1000 },
  },
  {
    section: "5.5.1",
    name: "a close whose reason is no text",
    sent: [closing(1000, Buffer.of(0xce, 0xba, 0xff))],
    ends: 1007,
  },
  {
    section: "5.5.1",
    name: "a close, and a text behind it",
    sent: [closing(1000), frame(TEXT, HEARTBEAT)],
    ends: { closes: 1000 },
  },
  {
    section: "5.5.1",
    name: "a close, and a ping behind it",
    sent: [Buffer.concat([closing(1000), frame(PING, "late")])],
    ends: { closes: 1000 },
  },
]

export const frameCases: readonly FrameCase[] = [...framing, ...control, ...fragmented, ...texts, ...closes]
