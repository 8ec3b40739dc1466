/** Frames made here conform to the protocol, and are shared where they may be. */

import { describe, expect, test } from "vitest"
import * as ws from "ws"
import { Frame, frameBytes } from "./frame.ts"

/** Exported by `ws`, but left out of its types. */
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: object): (Buffer | string)[] }
}

describe("a frame", () => {
  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    "of %i bytes is byte for byte what ws would send",
    (length) => {
      const text = "x".repeat(length)
      const parts = Sender.frame(Buffer.from(text), {
        fin: true,
        opcode: 1,
        mask: false,
        readOnly: false,
        rsv1: false,
      })
      expect(frameBytes(text).equals(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true)
    },
  )

  test("counts bytes, not characters", () => {
    expect(frameBytes("ż".repeat(100)).readUInt16BE(2)).toBe(200)
  })

  test("holds one message as it is and several as an array", () => {
    const one = new Frame().with({ text: '{"a":1}' })
    expect(one.text()).toBe('{"a":1}')
    expect(one.with({ text: '{"b":2}' }).text()).toBe('[{"a":1},{"b":2}]')
  })

  test("is one object for all who get the same messages in the same order", () => {
    const [start, a, b, c] = [new Frame(), { text: "1" }, { text: "2" }, { text: "3" }]
    const ab = start.with(a).with(b)
    const ac = start.with(a).with(c)
    const b1 = start.with(b)
    expect(start.with(a).with(b)).toBe(ab)
    expect(start.with(a).with(c)).toBe(ac)
    expect(start.with(b)).toBe(b1)
    expect(start.with(a).with(b).bytes()).toBe(ab.bytes())
    expect([ab.text(), ac.text(), b1.text()]).toEqual(["[1,2]", "[1,3]", "2"])
  })
})
