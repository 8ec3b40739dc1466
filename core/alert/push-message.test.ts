/** What is read of a push message, whatever comes. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { readPushMessage } from "./push-message.ts"

test("a message is read as it was written, and what a newer server adds is left out", () => {
  const message = { title: "BTC/USDT", text: "last price", tag: "alert-7", market: "BTC_USDT" }
  expect(readPushMessage(JSON.stringify({ ...message, more: 1 }))).toEqual(message)
})

test.each([
  ["", undefined],
  ["plain words", undefined],
  ["null", undefined],
  ["[]", undefined],
  ['{"text":"no title"}', undefined],
  ['{"title":" "}', undefined],
  ['{"title":{"a":1}}', undefined],
  ['{"title":"x","text":7,"market":null}', { title: "x", text: "", tag: "", market: "" }],
])("of %s is read: %j", (body, read) => {
  expect(readPushMessage(body)).toEqual(read)
})

test("nothing that comes throws, and nothing read is endless", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
      const read = readPushMessage(body)
      expect((read?.title ?? "").length).toBeLessThanOrEqual(200)
    }),
  )
  const long = "x".repeat(5000)
  const read = readPushMessage(JSON.stringify({ title: long, text: long, tag: long, market: long }))
  expect(Object.values(read ?? {}).map(({ length }) => length)).toEqual([200, 1000, 60, 40])
})
