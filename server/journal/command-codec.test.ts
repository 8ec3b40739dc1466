/** A batch of commands is decoded as it was encoded. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { packCommands, unpackCommands } from "./command-codec.ts"
import { canonicalText, plainText, readPlainText } from "./plain-text.ts"

const stamp = (commands: readonly Command[], first = 1): Stamped[] =>
  commands.map((command, place) => ({ seq: first + place, time: 1_785_000_000_000 + 3 * place, command }))

const quote: Command = {
  type: "order.place",
  account: "house-maker",
  instrument: "BTC_USDT",
  side: "sell",
  orderType: "limit",
  timeInForce: "gtc",
  price: 6_712_345 as Ticks,
  quantity: 1200 as Lots,
  postOnly: true,
}

test("every command comes back with its sequence, time and bigints", () => {
  const batch = stamp(
    [
      quote,
      {
        type: "order.place",
        account: "u7",
        instrument: "A_B",
        side: "buy",
        orderType: "market",
        budget: (10n ** 22n) as Amount,
        clientOrderId: "a.1/b:c-_",
      },
      { type: "feed.quote", index: "BTC_USDT", source: "simulated", last: 6_712_345_000_000n as Price8 },
      {
        type: "capital.move",
        from: "faucet",
        to: "u7",
        currency: "USDT",
        amount: 1n as Amount,
        reason: '~5 „zurück" ~~\n',
      },
      { type: "clock.tick" },
    ],
    9_000_000,
  )
  expect(unpackCommands(9_000_000, packCommands(batch))).toEqual(batch)
})

test("plain data comes back from its text, texts that look like bigints included", () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.bigInt(),
      fc.string(),
      fc.string().map((text) => `~${text}`),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value")),
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        tie("value"),
        { noNullPrototype: true },
      ),
    ),
  })).value
  fc.assert(
    fc.property(value, (one) => {
      expect(readPlainText(plainText(one))).toEqual(one)
    }),
  )
})

test("the canonical text doesn't depend on the order of fields", () => {
  expect(canonicalText({ b: 1n, a: [{ d: "~", c: 2 }] })).toBe(
    canonicalText({ a: [{ c: 2, d: "~" }], b: 1n }),
  )
  expect(canonicalText({ a: 1n })).not.toBe(canonicalText({ a: 1 }))
  expect(canonicalText([1, 2])).not.toBe(canonicalText([2, 1]))
})

test("the house's quotes take a few dozen bytes each", () => {
  const batch = stamp(
    Array.from({ length: 20 }, (_, place) => ({
      ...quote,
      side: place % 3 === 0 ? "buy" : "sell",
      price: 6_700_000 + 977 * place,
      quantity: 300 + 13 * place,
    })) as Command[],
  )
  expect(packCommands(batch).length / batch.length).toBeLessThan(30)
  expect(packCommands(batch.slice(0, 1)).length).toBeLessThan(60)
})

test("bytes of a form to come are refused by name", () => {
  expect(() => unpackCommands(1, Uint8Array.of(9, 1, 2))).toThrow("form 9")
})
