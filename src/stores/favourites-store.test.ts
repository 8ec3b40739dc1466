/** Do stars survive a reload, and nonsense in storage? */

import { expect, test } from "vitest"
import { FAVOURITES_MAX, favourites, parseFavourites, toggleFavourite } from "./favourites-store.ts"

test.each([
  [null, []],
  ["", []],
  ["{", []],
  ['{"a":1}', []],
  ['["BTC_USDT","BTC_USDT",3,null]', ["BTC_USDT"]],
])("stored %j is read as %j", (text, ids) => {
  expect(parseFavourites(text)).toEqual(ids)
})

test("a tap stars, a second tap takes the star away", () => {
  toggleFavourite("BTC_USDT")
  toggleFavourite("ETH_USDT")
  toggleFavourite("BTC_USDT")
  expect(favourites.ids).toEqual(["ETH_USDT"])
  toggleFavourite("ETH_USDT")
  expect(favourites.ids).toEqual([])
})

test("past the limit the oldest star gives way", () => {
  for (let index = 0; index <= FAVOURITES_MAX; index += 1) toggleFavourite(`C${index}_USDT`)
  expect(favourites.ids).toHaveLength(FAVOURITES_MAX)
  expect(favourites.ids[0]).toBe("C1_USDT")
})
