/** Any text is parsed without harm, and every valid message is understood. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readClientText } from "./client-message.ts"

const refused = (name: string, more: object = {}) => [{ ok: false, refusal: { name, ...more } }]

describe("client text", () => {
  test.each([
    ["a ping", '{"type":"ping"}', { type: "ping" }],
    ["a ping with empty data", '{"type":"ping","data":{}}', { type: "ping", data: {} }],
    ["a ping with empty text", '{"type":"ping","data":""}', { type: "ping", data: "" }],
    [
      "a subscription",
      '{"type":"subscribe","data":{"channel":"candle","key":"BTC_USDT:1m"}}',
      { type: "subscribe", data: { channel: "candle", key: "BTC_USDT:1m" } },
    ],
    [
      "a login",
      '{"type":"auth","data":{"token":"t","since":4}}',
      { type: "auth", data: { token: "t", since: 4 } },
    ],
  ])("that is %s is understood", (_what, text, message) => {
    expect(readClientText(text)).toEqual([{ ok: true, message }])
  })

  test.each([
    ["nothing", "", []],
    ["cut off", '{"type":"subsc', []],
    ["a number", "7", []],
    ["null", "null", []],
    ["a nested array", "[[]]", []],
    ["without a type", '{"data":{}}', []],
    ["of a type that is no text", '{"type":{}}', []],
    ["not a number", '{"type":NaN}', []],
  ])("that is %s is a FORMAT problem", (_what, text) => {
    expect(readClientText(text)).toEqual(refused("FORMAT"))
  })

  test.each([
    ["data of a ping", '{"type":"ping","data":{"a":1}}', { of: "ping" }],
    ["a number beyond all numbers", '{"type":"auth","data":{"token":"t","since":1e400}}', { of: "auth" }],
    ["no data", '{"type":"subscribe"}', { of: "subscribe" }],
    [
      "a key too long",
      `{"type":"resync","data":{"channel":"depth","key":"${"K".repeat(49)}"}}`,
      { of: "resync", channel: "depth" },
    ],
    [
      "an own __proto__",
      '{"type":"subscribe","data":{"__proto__":{"channel":"depth"},"key":"BTC_USDT"}}',
      { of: "subscribe", key: "BTC_USDT" },
    ],
  ])("with %s is a FORMAT problem that names the message", (_what, text, named) => {
    expect(readClientText(text)).toEqual(refused("FORMAT", named))
  })

  test("of an unknown channel says so; of the last of two equal fields, that one counts", () => {
    expect(
      readClientText('{"type":"subscribe","data":{"channel":"depth","channel":"moon","key":"X"}}'),
    ).toEqual(refused("UNKNOWN_CHANNEL", { of: "subscribe", channel: "moon", key: "X" }))
  })

  test("of unknown types is passed over, also among others", () => {
    expect(readClientText('{"type":"dance"}')).toEqual([])
    expect(readClientText('{"type":"__proto__"}')).toEqual([])
    expect(readClientText('[{"type":"dance"},{"type":"ping"},3]')).toEqual([
      { ok: true, message: { type: "ping" } },
      ...refused("FORMAT"),
    ])
  })

  test("never throws, and never understands more messages than it holds", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((data) => JSON.stringify({ type: "subscribe", data })),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(readClientText(text).length).toBeLessThanOrEqual(text.length + 1)
      }),
      { numRuns: 2000 },
    )
  })
})
