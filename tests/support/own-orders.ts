/** Places a journey's own orders far enough from the market's price to stay open. */

import { expect, type Locator, type Page } from "@playwright/test"
import type { ServerOrder, Trader } from "./page-trader.ts"
import { getFrom } from "./signed-up.ts"

/** A share of the market's best bid, to the tick: 0.9 buys far below, 1.1 sells far above. */
export async function priceAt(base: string, symbol: string, share: number): Promise<string> {
  const { data } = await getFrom<{ bids: [string, string][] }>(base, `/market/depth?symbol=${symbol}&limit=5`)
  const best = data.bids[0]?.[0] ?? ""
  return (Number(best) * share).toFixed(best.split(".")[1]?.length ?? 0)
}

/** Places a limit order as any program would. */
export async function place(trader: Trader, order: object): Promise<ServerOrder> {
  const answer = await trader.post<ServerOrder>("/spot/place", {
    instrument: "BTC_USDT",
    type: "limit",
    side: "buy",
    quantity: "0.00100",
    ...order,
  })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data
}

/** Answers the question before an order is sent, whether or not it warns. */
export const sendAsked = (page: Page): Promise<void> =>
  page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^(Buy|Sell|Send anyway)/ })
    .click()

/** A row of any list of own orders, by the order's id. */
export const rowOf = (page: Page, { id }: Pick<ServerOrder, "id">): Locator =>
  page.locator(`[data-order="${id}"]`)

export const panelOf = (page: Page): Locator => page.getByRole("region", { name: "Orders and balances" })
