/** Checks what older snapshots of the market's state keep alive. */

import { snapshot } from "valtio"
import { expect, test } from "vitest"
import type { Market } from "#core/wire/market.ts"
import { market, writeCatalogue } from "./market-store.ts"

const listed = (id: string) => ({ id }) as Market

test("a panel that hasn't rendered since the list of markets came anew keeps no older list", () => {
  writeCatalogue([listed("BTC_USDT")])
  const older = snapshot(market)
  writeCatalogue([listed("BTC_USDT"), listed("ETH_USDT")])
  expect(older.catalogue?.all).toBe(market.catalogue?.all)
  expect([...(older.catalogue?.byId.keys() ?? [])]).toEqual(["BTC_USDT", "ETH_USDT"])
})

test("those that show the list hear of a new one", () => {
  writeCatalogue([listed("BTC_USDT")])
  const older = snapshot(market)
  writeCatalogue([listed("BTC_USDT")])
  expect(snapshot(market).catalogue).not.toBe(older.catalogue)
})
