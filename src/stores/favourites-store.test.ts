/** Is a star the same as the star's list? */

import { expect, test } from "vitest"
import { favourites, toggleFavourite } from "./favourites-store.ts"
import { LIST_MARKETS_MAX, STAR_LIST, setListed } from "./watch-lists-store.ts"

test("a tap stars, a second tap takes the star away", () => {
  toggleFavourite("BTC_USDT")
  toggleFavourite("ETH_USDT")
  toggleFavourite("BTC_USDT")
  expect(favourites.ids).toEqual(["ETH_USDT"])
  toggleFavourite("ETH_USDT")
  expect(favourites.ids).toEqual([])
})

test("what goes into the star's list elsewhere is a star here, at once", () => {
  setListed(STAR_LIST, "SOL_USDT_PERP", true)
  expect(favourites.ids).toEqual(["SOL_USDT_PERP"])
  setListed(STAR_LIST, "SOL_USDT_PERP", false)
  expect(favourites.ids).toEqual([])
})

test("at the limit a star is refused, and none gives way", () => {
  for (let index = 0; index < LIST_MARKETS_MAX; index += 1)
    expect(toggleFavourite(`C${index}_USDT`)).toBeNull()
  expect(toggleFavourite("ONE_MORE")).toBe("listFull")
  expect(favourites.ids).toHaveLength(LIST_MARKETS_MAX)
  expect(favourites.ids[0]).toBe("C0_USDT")
})
