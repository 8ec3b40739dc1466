/** Cases of RFC 7692 that a server must answer in one way: compressed messages as bytes, and how they must end. */

import { constants, deflateRawSync } from "node:zlib"
import { CLOSE, CONTINUATION, fragments, frame, PING, TEXT } from "#tests/support/socket-frame.ts"

export interface DeflateCase {
  /** Section of RFC 7692. */
  section: string
  name: string
  sent: readonly Buffer[]
  /** Close code that must come; `read`: every message asks for {@link WANTED} and must be answered, so many times. */
  ends: number | { read: number }
}

export const WANTED = "BTC_USDT"
const ASK = JSON.stringify({ type: "subscribe", data: { channel: "trade", key: WANTED } })
/** The bit of a compressed message, and the two that mean nothing. */
const [DEFLATED, SECOND, THIRD] = [4, 2, 1]
const FLUSH_END = 4
/** Bytes that a message may have, and a little more. */
const TOO_MUCH = 70_000

/** What one compressed message is made of: without the four bytes that each flush ends with (7.2.1). */
function deflated(data: Buffer | string, level = 6, dictionary?: string): Buffer {
  const options = { level, finishFlush: constants.Z_SYNC_FLUSH }
  const bytes = deflateRawSync(
    data,
    dictionary ? { ...options, dictionary: Buffer.from(dictionary) } : options,
  )
  return bytes.subarray(0, -FLUSH_END)
}
const whole = (bytes: Buffer) => frame(TEXT, bytes, { reserved: DEFLATED })
const inParts = (bytes: Buffer, size: number, reservedLater = 0): Buffer[] =>
  fragments(bytes, size, [DEFLATED, reservedLater])
/** The same bytes as blocks that each end the message's data, the last one marked as the last of all (7.2.3.4). */
const lastBlock = deflateRawSync(ASK)
const twoBlocks = Buffer.concat([
  deflateRawSync(ASK.slice(0, 20), { finishFlush: constants.Z_SYNC_FLUSH }),
  deflated(ASK.slice(20)),
])

export const deflateCases: readonly DeflateCase[] = [
  { section: "7.2.3.1", name: "a compressed message", sent: [whole(deflated(ASK))], ends: { read: 1 } },
  {
    section: "7.2.3.2",
    name: "the same one twice",
    sent: [1, 2].map(() => whole(deflated(ASK))),
    ends: { read: 2 },
  },
  {
    section: "6.1",
    name: "a plain message among them",
    sent: [whole(deflated(ASK)), frame(TEXT, ASK)],
    ends: { read: 2 },
  },
  {
    section: "7.2.3.3",
    name: "a block without compression",
    sent: [whole(deflated(ASK, 0))],
    ends: { read: 1 },
  },
  { section: "7.2.3.4", name: "a block marked as the last", sent: [whole(lastBlock)], ends: { read: 1 } },
  {
    section: "7.2.3.4",
    name: "one behind a block marked as the last",
    sent: [whole(lastBlock), whole(deflated(ASK))],
    ends: { read: 2 },
  },
  { section: "7.2.3.5", name: "two blocks in one message", sent: [whole(twoBlocks)], ends: { read: 1 } },
  {
    section: "7.2.3.6",
    name: "an empty message",
    sent: [whole(Buffer.of(0)), whole(deflated(ASK))],
    ends: { read: 1 },
  },
  ...[1, 2, 7].map(
    (size): DeflateCase => ({
      section: "6.1",
      name: `a compressed message in fragments of ${size}`,
      sent: inParts(deflated(ASK), size),
      ends: { read: 1 },
    }),
  ),
  {
    section: "6.1",
    name: "a ping between two fragments",
    sent: inParts(deflated(ASK), 20).flatMap((part) => [part, frame(PING, "mid")]),
    ends: { read: 1 },
  },
  {
    section: "6.1",
    name: "a compressed message one byte at a time",
    sent: [...whole(deflated(ASK))].map((byte) => Buffer.of(byte)),
    ends: { read: 1 },
  },
  {
    section: "6.1",
    name: "the bit on a continuation",
    sent: inParts(deflated(ASK), 20, DEFLATED),
    ends: 1002,
  },
  { section: "5.1", name: "the bit on a ping", sent: [frame(PING, "", { reserved: DEFLATED })], ends: 1002 },
  {
    section: "5.1",
    name: "the bit on a close",
    sent: [frame(CLOSE, "", { reserved: DEFLATED })],
    ends: 1002,
  },
  ...[SECOND, THIRD, SECOND + DEFLATED, THIRD + DEFLATED].map(
    (reserved): DeflateCase => ({
      section: "6",
      name: `reserved bits ${reserved.toString(2).padStart(3, "0")}`,
      sent: [frame(TEXT, deflated(ASK), { reserved })],
      ends: 1002,
    }),
  ),
  {
    section: "7.2.2",
    name: "bytes that are no compressed data",
    sent: [whole(Buffer.from(ASK))],
    ends: 1007,
  },
  {
    section: "7.2.2",
    name: "a block of a kind that there isn't",
    sent: [whole(Buffer.of(7, 255, 255))],
    ends: 1007,
  },
  {
    section: "7.2.2",
    name: "what repeats bytes that nobody sent",
    sent: [whole(deflated(ASK, 9, ASK))],
    ends: 1007,
  },
  {
    section: "7.1.1.2",
    name: "what repeats an earlier message, though nothing is kept between them",
    sent: [whole(deflated(ASK)), whole(deflated(ASK, 9, ASK))],
    ends: 1007,
  },
  {
    section: "8.1 of RFC 6455",
    name: "compressed bytes that are no text",
    sent: [whole(deflated(Buffer.of(0x22, 0xff, 0xfe, 0x22)))],
    ends: 1007,
  },
  {
    section: "8",
    name: "a small frame that holds more than a message may have",
    sent: [whole(deflated("x".repeat(TOO_MUCH)))],
    ends: 1009,
  },
  {
    section: "8",
    name: "a small frame that holds sixty million bytes",
    sent: [whole(deflated(Buffer.alloc(60_000_000)))],
    ends: 1009,
  },
  {
    section: "8",
    name: "a frame that holds more than it may together with the one before",
    sent: [
      frame(TEXT, deflated("x".repeat(TOO_MUCH)).subarray(0, 40), { reserved: DEFLATED, isLast: false }),
      frame(CONTINUATION, deflated("x".repeat(TOO_MUCH)).subarray(40)),
    ],
    ends: 1009,
  },
]

export interface OfferCase {
  name: string
  offer: string | undefined
  /** `compressed`: the server may agree, and then with nothing but what was offered; `plain`: it must not. */
  must: "compressed" | "plain"
}

/** RFC 7692, 7.1: an offer with a parameter that is unknown, wrong or said twice is to be declined. */
export const offerCases: readonly OfferCase[] = [
  { name: "nothing", offer: undefined, must: "plain" },
  { name: "what browsers offer", offer: "permessage-deflate; client_max_window_bits", must: "compressed" },
  { name: "no parameters", offer: "permessage-deflate", must: "compressed" },
  {
    name: "a client that keeps nothing",
    offer: "permessage-deflate; client_no_context_takeover",
    must: "compressed",
  },
  { name: "another extension", offer: "x-webkit-deflate-frame", must: "plain" },
  { name: "an unknown parameter", offer: "permessage-deflate; level=9", must: "plain" },
  { name: "a window of 7 bits", offer: "permessage-deflate; server_max_window_bits=7", must: "plain" },
  { name: "a window of 16 bits", offer: "permessage-deflate; client_max_window_bits=16", must: "plain" },
  { name: "a window of 08 bits", offer: "permessage-deflate; client_max_window_bits=08", must: "plain" },
  {
    name: "a server's window without a size",
    offer: "permessage-deflate; server_max_window_bits",
    must: "plain",
  },
  { name: "a switch with a value", offer: "permessage-deflate; client_no_context_takeover=1", must: "plain" },
]
