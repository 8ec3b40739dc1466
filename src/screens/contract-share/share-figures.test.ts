/** A picture says of a position what its row says, to the last digit. */

import { describe, expect, test } from "vitest"
import { positionExample } from "#core/wire/contract.ts"
import type { PositionCells } from "#workers/market/market.api.ts"
import { type ClosedPosition, closedFigures, openFigures } from "./share-figures.ts"

const perpetual = { base: "BTC", quote: "USDT", lot: "0.001", tick: "0.1" }
const catalogue = { all: [perpetual], byId: new Map([["BTC_USDT_PERP", perpetual]]) }
const cells = (change: Partial<PositionCells> = {}): PositionCells => ({
  ...{
    id: 7,
    mark: "67,300.5",
    markValue: "67300.50053119",
    liquidation: "64,100.2",
    liquidationValue: "64100.2",
    away: "4.7 %",
  },
  ...{
    nearness: "near",
    unrealised: "0.32812345",
    sign: 1,
    roe: "+0.49 %",
    margin: "67.2841",
    funding: null,
    nextFunding: null,
  },
  ...{ ratio: "7.9 %", share: 0.079, alarm: 0 },
  ...change,
})
const at = { catalogue, language: "en", time: 1_785_000_000_000 }
const closed: ClosedPosition = {
  ...positionExample,
  ...{ openPrice: "67284.12345678", closePrice: "67100", net: "-3.51987", netRatio: "-0.0523" },
}

describe("an open position", () => {
  test("has the row's return, the entry with the market's decimals, and the mark", () => {
    const position = { ...positionExample, entryPrice: "67284.18888888" }
    expect(openFigures(position, cells(), at)).toMatchObject({
      ...{ contract: "BTC/USDT", side: "long", leverage: 20, isClosed: false, sign: 1 },
      ...{ roe: "+0.49 %", entry: "67,284.1", exit: "67,300.5", profit: "+0.328\u00a0USDT" },
    })
  })

  test("has no picture before its mark and its market's decimals are known", () => {
    expect(openFigures(positionExample, cells(), { ...at, catalogue: null })).toBeNull()
    expect(openFigures(positionExample, cells({ mark: null, roe: null, unrealised: null }), at)).toBeNull()
  })

  test("of a tiny price has all its zeros, whatever the row shortens", () => {
    const figures = openFigures(positionExample, cells({ mark: "0.0{5}8712" }), at)
    expect(figures?.exit).toBe("0.000008712")
  })
})

describe("a closed position", () => {
  test("has P9's net and its return, and both averages with all their decimals", () => {
    expect(closedFigures(closed, at)).toMatchObject({
      ...{ isClosed: true, sign: -1, roe: "\u22125.23\u202f%", profit: "\u22123.51\u00a0USDT" },
      ...{ entry: "67,284.12345678", exit: "67,100", time: closed.updated },
    })
  })

  test("that came to nothing is neither gain nor loss", () => {
    expect(closedFigures({ ...closed, net: "0", netRatio: "0" }, at)).toMatchObject({
      ...{ sign: 0, roe: "0.00\u202f%", profit: "0\u00a0USDT" },
    })
  })

  test("is written in the reader's language", () => {
    expect(closedFigures(closed, { ...at, language: "de" })).toMatchObject({
      ...{ roe: "\u22125,23\u202f%", entry: "67.284,12345678" },
    })
  })
})
