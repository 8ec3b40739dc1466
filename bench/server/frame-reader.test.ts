/** Are a server's frames read whole, however the network cuts them? */

import { expect, test } from "vitest"
import { frameBytes } from "#server/stream/frame.ts"
import { FrameReader, wholeFrames } from "./frame-reader.ts"

const TEXTS = ["a", "x".repeat(125), "y".repeat(126), "€".repeat(22_000)]

test.each([7, 100, 1_000_000])("texts come out as they went in, in pieces of %i bytes", (size) => {
  const bytes = Buffer.concat(TEXTS.map(frameBytes))
  const reader = new FrameReader()
  const read: string[] = []
  for (let at = 0; at < bytes.length; at += size) read.push(...reader.read(bytes.subarray(at, at + size)))
  expect(read).toEqual(TEXTS)
})

test("a close frame at the end is no text", () => {
  const close = Buffer.from([0x88, 2, 0x03, 0xe9])
  expect(new FrameReader().read(Buffer.concat([frameBytes("a"), close]))).toEqual(["a"])
})

test("what is no text frame is a fault, not a text", () => {
  expect(() => new FrameReader().read(Buffer.from([0x82, 1, 65]))).toThrow()
})

test("what is whole ends before the first frame that isn't", () => {
  const [one, two] = [frameBytes("a"), frameBytes("x".repeat(200))]
  const cut = Buffer.concat([one, two, two.subarray(0, 50)])
  expect(wholeFrames(cut)).toBe(one.length + two.length)
  expect(wholeFrames(two.subarray(0, 1))).toBe(0)
})
