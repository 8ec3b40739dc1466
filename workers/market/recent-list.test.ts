/** The list of markets looked at last stands in that order and follows it. Through the desk. */

import { expect, test } from "vitest"
import { FakePage } from "./fake-page.ts"
import { FakeSurroundings, fakeLists, fakeMarket } from "./fake-surroundings.ts"
import { MarketDesk } from "./market-desk.ts"
import type { ListView } from "./view.ts"

test("those looked at last come as they are given, until a head sorts them", async () => {
  const world = new FakeSurroundings()
  world.answers = fakeLists(["BTC_USDT", "ETH_USDT", "SOL_USDT"].map((id) => fakeMarket(id)))
  const desk = new MarketDesk(world)
  const page = new FakePage(desk, world)
  await desk.start({ apiBase: "http://host", socketUrl: "ws://host/socket", language: "en" })
  page.look()
  const ask = async (favourites: string[], more: Partial<ListView> = {}) => {
    const list: ListView = {
      ...{ kind: "spot", chip: "recent", query: "", sort: "recent", direction: "up" },
      ...{ favourites, first: 0, last: 20, hold: false, ...more },
    }
    await desk.show({ list, tickers: [], book: null, tape: null, chart: null, hud: false })
    await world.advance(1200)
    return page.list?.ids
  }
  expect(await ask(["SOL_USDT", "GONE_USDT", "BTC_USDT"])).toEqual(["SOL_USDT", "BTC_USDT"])
  expect(await ask(["BTC_USDT", "SOL_USDT"])).toEqual(["BTC_USDT", "SOL_USDT"])
  const byName = { sort: "name", direction: "down" } as const
  expect(await ask(["BTC_USDT", "SOL_USDT"], byName)).toEqual(["SOL_USDT", "BTC_USDT"])
})
