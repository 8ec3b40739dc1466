/** Does a device remember which list of own orders was open, and nothing that would hide orders later? */

import { expect, test } from "vitest"
import { parseOrdersView } from "./orders-view-store.ts"
import { ALL_TIME } from "./period.ts"

test("the open list and its markets are kept; side, status and days are not", () => {
  const kept = JSON.stringify({
    tab: "fills",
    scope: "market",
    side: "buy",
    status: "filled",
    period: { span: "week" },
  })
  expect(parseOrdersView(kept)).toEqual({
    tab: "fills",
    filter: { scope: "market", side: "all", status: "all", period: ALL_TIME },
  })
})

test.each([null, "", "{", "null", '{"tab":"secrets","scope":7}'])(
  "%j means positions, or all open orders",
  (text) => {
    expect(parseOrdersView(text)).toEqual({
      tab: "positions",
      filter: { scope: "all", side: "all", status: "all", period: ALL_TIME },
    })
  },
)
