/** Does the list ask for what is in view, in the order that was pressed? */

import { expect, test } from "vitest"
import type { Market } from "#core/wire/market.ts"
import {
  chooseChip,
  countOfKind,
  emptyReason,
  firstChoice,
  hitsElsewhere,
  isFound,
  type ListChoice,
  listFace,
  listView,
  liveRange,
  markedParts,
  sortBy,
} from "./market-list.model.ts"

const choice: ListChoice = { chip: "all", list: "star", query: "", sort: "turnover", direction: "down" }

test("a newcomer sees all, one with stars sees the stars", () => {
  expect(firstChoice("spot", []).chip).toBe("all")
  expect(firstChoice("spot", ["BTC_USDT"]).chip).toBe("favourites")
})

test("stars of another kind don't count", () => {
  expect(firstChoice("perpetual", ["BTC_USDT", "BTC_USDT_SEC"]).chip).toBe("all")
  expect(firstChoice("perpetual", ["BTC_USDT_PERP"]).chip).toBe("favourites")
  expect(firstChoice("second", ["BTC_USDT_SEC"]).chip).toBe("favourites")
})

test("the most traded come first; second contracts, which have no turnover, go by name", () => {
  expect(firstChoice("perpetual", [])).toMatchObject({ sort: "turnover", direction: "down" })
  expect(firstChoice("second", [])).toMatchObject({ sort: "name", direction: "up" })
})

test.each([
  ["turnover", "up"],
  ["name", "up"],
  ["change", "down"],
  ["spread", "up"],
] as const)("pressing %s in a list by turnover, most first, sorts %s", (sort, direction) => {
  expect(sortBy(choice, sort)).toMatchObject({ sort, direction })
})

test("pressing a head twice comes back to where it was", () => {
  expect(sortBy(sortBy(choice, "turnover"), "turnover")).toEqual(choice)
})

test("gainers begin with the largest rise, losers with the largest fall, new ones with the latest", () => {
  expect(chooseChip(choice, "gainers", "spot")).toMatchObject({ sort: "change", direction: "down" })
  expect(chooseChip(choice, "losers", "spot")).toMatchObject({ sort: "change", direction: "up" })
  expect(chooseChip(choice, "new", "spot")).toMatchObject({ sort: "listed", direction: "down" })
})

test("leaving the losers leads back to the most traded", () => {
  expect(chooseChip(chooseChip(choice, "losers", "spot"), "all", "spot")).toEqual(choice)
})

test("the live range covers what is in view and moves in steps", () => {
  for (let first = 0; first < 100; first += 1) {
    const range = liveRange(first, first + 12)
    expect(range.first).toBeLessThanOrEqual(first)
    expect(range.last).toBeGreaterThanOrEqual(first + 12)
    expect(range.first).toBeGreaterThanOrEqual(0)
  }
  expect(liveRange(16, 28)).toEqual(liveRange(17, 29))
})

const situation = {
  kind: "spot",
  range: { first: 0, last: 15 },
  favourites: ["BTC_USDT"],
  recent: ["SOL_USDT", "ETH_USDT"],
  hold: false,
} as const

test("a search looks through all markets, whatever the chip", () => {
  const view = listView({ ...situation, choice: { ...choice, chip: "favourites", query: " sol " } })
  expect(view).toMatchObject({ chip: "all", query: "sol", favourites: [] })
})

test("stars travel only with the favourites' own list", () => {
  expect(listView({ ...situation, choice }).favourites).toEqual([])
  expect(listView({ ...situation, choice: { ...choice, chip: "favourites" } }).favourites).toEqual([
    "BTC_USDT",
  ])
})

test("those looked at last come in their own order until a head is pressed", () => {
  const recent = chooseChip(choice, "recent", "spot")
  expect(listView({ ...situation, choice: recent })).toMatchObject({
    ...{ chip: "recent", sort: "recent", direction: "up", favourites: ["SOL_USDT", "ETH_USDT"] },
  })
  expect(listView({ ...situation, choice: { ...recent, query: "x" } }).favourites).toEqual([])
  expect(chooseChip(recent, "all", "spot")).toMatchObject({ sort: "turnover", direction: "down" })
})

test.each([
  [null, false, "loading"],
  [null, true, "failed"],
  [[], true, "empty"],
  [["BTC_USDT"], true, "full"],
] as const)("ids %j with a failure %s show the face %s", (ids, hasFailed, face) => {
  expect(listFace(ids, hasFailed)).toBe(face)
})

test("an empty list says why", () => {
  expect(emptyReason({ ...choice, query: "xyz", chip: "favourites" })).toBe("search")
  expect(emptyReason({ ...choice, chip: "favourites" })).toBe("favourites")
  expect(emptyReason({ ...choice, chip: "new" })).toBe("new")
  expect(emptyReason({ ...choice, chip: "recent" })).toBe("recent")
  expect(emptyReason({ ...choice, chip: "gainers" })).toBe("filter")
})

test("a list's markets are counted by kind", () => {
  const ids = ["BTC_USDT", "ETH_USDT", "BTC_USDT_PERP", "BTC_USDT_SEC"]
  expect(countOfKind(ids, "spot")).toBe(2)
  expect(countOfKind(ids, "perpetual")).toBe(1)
  expect(countOfKind([], "second")).toBe(0)
})

test("what isn't found in one kind is counted in the others", () => {
  const row = (id: string, kind: Market["kind"]) =>
    ({ id, kind, base: id.split("_")[0], quote: "USDT", name: "Pepe" }) as Market
  const all = [
    row("PEPE_USDT", "spot"),
    row("1000PEPE_USDT_PERP", "perpetual"),
    row("1000BONK_USDT_PERP", "perpetual"),
  ]
  expect(hitsElsewhere(all, "second", (one) => isFound(one, " 1000 "))).toEqual([
    { kind: "perpetual", count: 2 },
  ])
  expect(hitsElsewhere(all, "perpetual", (one) => isFound(one, "1000"))).toEqual([])
})

test.each([
  ["Bitcoin", "COIN", ["Bit", "coin", ""]],
  ["BTC", "btc", ["", "BTC", ""]],
  ["BTC", " ", null],
  ["BTC", "eth", null],
])("in %s the search for %j is marked as %j", (text, query, parts) => {
  expect(markedParts(text, query)).toEqual(parts)
})
