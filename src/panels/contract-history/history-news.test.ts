/** New rows come into the lists that they belong to, once and in the server's order. */

import { expect, test } from "vitest"
import { noticeExample, perpetualFillExample, perpetualOrderExample } from "#core/wire/contract.ts"
import type { OwnFill, OwnOrder } from "#core/wire/private-rows.ts"
import { fillNews, noticeNews, orderNews, withNews } from "./history-news.ts"

const order = (id: number, sequence: number, updated = 5) => ({
  ...perpetualOrderExample,
  ...{ id, sequence, updated, status: "filled" as const },
})
const ids = (rows: readonly { id: unknown }[]) => rows.map(({ id }) => id)

test("what has ended comes on top, once, those of one command with the higher id first", () => {
  const read = [order(2, 20), order(1, 10)]
  const ended: OwnOrder[] = [order(3, 30), order(4, 30), order(2, 20)]
  expect(ids(withNews(read, orderNews(ended, {}), false))).toEqual([4, 3, 2, 1])
})

test("of nothing new the rows read are the same", () => {
  const read = [order(2, 20)]
  expect(withNews(read, orderNews([order(2, 20)], {}), false)).toBe(read)
})

test("what lies beyond the pages read waits for its page", () => {
  const news = orderNews([order(3, 30), order(1, 10)], {})
  expect(ids(withNews([order(2, 20)], news, true))).toEqual([3, 2])
  expect(ids(withNews([order(2, 20)], news, false))).toEqual([3, 2, 1])
})

test("other contracts, days and kinds of market stay away", () => {
  const spot = { ...order(9, 90), kind: "spot" } as unknown as OwnOrder
  const other = { ...order(8, 80), instrument: "ETH_USDT_PERP" }
  const asked = { instrument: "BTC_USDT_PERP", from: 10, to: 20 }
  const news = orderNews([spot, other, order(7, 70, 9), order(6, 60, 10), order(5, 50, 21)], asked)
  expect(ids(news.rows)).toEqual([6])
})

test("both sides of one trade stand there, the newer trade first", () => {
  const fill = (trade: number, order: number) => ({ ...perpetualFillExample, trade, order })
  const live: OwnFill[] = [fill(2, 1), fill(3, 1), fill(2, 4)]
  const shown = withNews([fill(1, 1)], fillNews(live, {}), false)
  expect(shown.map(({ trade, order }) => [trade, order])).toEqual([
    [3, 1],
    [2, 4],
    [2, 1],
    [1, 1],
  ])
})

test("notices of a kind come by their numbers, not by their letters", () => {
  const notice = (id: string, kind: "funding" | "liquidation") => ({ ...noticeExample, id, kind })
  const live = [notice("99-1", "funding"), notice("100-2", "funding"), notice("100-10", "funding")]
  const news = noticeNews([...live, notice("101-0", "liquidation")], ["funding"], {})
  expect(ids(withNews([notice("98-0", "funding")], news, false))).toEqual(["100-10", "100-2", "99-1", "98-0"])
})
