/** Are kept book settings read back, and nonsense refused? */

import { expect, test } from "vitest"
import { bookSettings, chooseGroup, GROUPINGS_MAX, parseBookSettings, turnUnit } from "./book-store.ts"

test.each([[null], ["{"], ["[]"], ['{"sides":"left","groups":[1]}'], ['{"groups":{"BTC_USDT":-1}}']])(
  "stored %j has both sides",
  (text) => {
    expect(parseBookSettings(text).sides).toBe("both")
    expect(parseBookSettings(text).groups.BTC_USDT).toBeUndefined()
  },
)

test("a stored choice is read back", () => {
  const text = '{"sides":"asks","groups":{"BTC_USDT":10,"ETH_USDT":1.5}}'
  expect(parseBookSettings(text)).toEqual({ sides: "asks", unit: "base", groups: { BTC_USDT: 10 } })
})

test("amounts are told in coins until they are turned into their worth, and that is kept", () => {
  expect(parseBookSettings('{"unit":"lots"}').unit).toBe("base")
  turnUnit()
  expect(parseBookSettings(JSON.stringify(bookSettings)).unit).toBe("quote")
  turnUnit()
  expect(bookSettings.unit).toBe("base")
})

test("the newest choice of a market holds, and past the limit the oldest gives way", () => {
  chooseGroup("BTC_USDT", 10)
  chooseGroup("BTC_USDT", 100)
  expect(bookSettings.groups.BTC_USDT).toBe(100)
  for (let index = 0; index < GROUPINGS_MAX; index += 1) chooseGroup(`C${index}_USDT`, 1)
  expect(bookSettings.groups.BTC_USDT).toBeUndefined()
  expect(Object.keys(bookSettings.groups)).toHaveLength(GROUPINGS_MAX)
})
