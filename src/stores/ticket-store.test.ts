/** What a tap in the book does to the ticket, and which unit its amount has. */

import { beforeEach, describe, expect, test } from "vitest"
import {
  clearAmount,
  endTicket,
  fillFromChart,
  fillTicket,
  pickPrice,
  pickSide,
  pickType,
  showMarket,
  ticket,
} from "./ticket-store.ts"

const BESIDE = { keepsSide: true }
const ON_PHONE = { keepsSide: false }

beforeEach(() => {
  showMarket("none")
  fillTicket({ type: "limit", side: "buy", unit: "base", amount: "" })
  showMarket("BTC_USDT")
})

test("a level of the book is joined by its own side while nobody chose one", () => {
  pickPrice("BTC_USDT", { side: "sell", price: "68003.0" }, BESIDE)
  expect(ticket).toMatchObject({ side: "sell", price: "68003.0", isFromBook: true })
  pickPrice("BTC_USDT", { side: "buy", price: "67998.0" }, BESIDE)
  expect(ticket).toMatchObject({ side: "buy", price: "67998.0" })
})

test("a side that was chosen beside the book stays, until another market; where the ticket isn't seen the level decides", () => {
  pickSide("BTC_USDT", "buy")
  pickPrice("BTC_USDT", { side: "sell", price: "68003.0" }, BESIDE)
  expect(ticket).toMatchObject({ side: "buy", price: "68003.0" })
  pickPrice("BTC_USDT", { side: "sell", price: "68003.0" }, ON_PHONE)
  expect(ticket.side).toBe("sell")
  pickPrice("ETH_USDT", { side: "buy", price: "3000.0" }, BESIDE)
  expect(ticket.side).toBe("buy")
})

test("a level says where a trailing stop begins to follow, and nothing of its side", () => {
  pickType("trailing-stop")
  pickPrice("BTC_USDT", { side: "sell", price: "68003.0" }, ON_PHONE)
  expect(ticket).toMatchObject({ type: "trailing-stop", side: "buy", stop: "68003.0", price: "" })
})

test("a market order leaves the unit of later limit orders alone", () => {
  pickType("market")
  expect(ticket.unit).toBe("quote")
  fillTicket({ amount: "250" })
  pickPrice("BTC_USDT", { side: "buy", price: "67998.0" }, BESIDE)
  // 250 USDT stay 250 USDT; the next ticket counts coins again.
  expect(ticket).toMatchObject({ type: "limit", unit: "quote", amount: "250" })
  clearAmount()
  expect(ticket.unit).toBe("base")
  fillTicket({ unit: "quote" })
  pickType("market")
  pickType("limit")
  expect(ticket.unit).toBe("quote")
})

test("with its screen goes what was typed, habits stay", () => {
  pickSide("BTC_USDT", "sell")
  fillTicket({ price: "1", amount: "2", unit: "quote", validity: "ioc" })
  endTicket()
  expect(ticket).toMatchObject({ price: "", stop: "", amount: "", isSideChosen: false, isPriceOffered: true })
  expect(ticket).toMatchObject({ side: "sell", validity: "ioc", unit: "quote" })
})

describe("an order chosen on the chart", () => {
  test.each([
    ["spot", "limit", { type: "limit", price: "65000.5", stop: "" }],
    ["spot", "stop", { type: "stop-limit", price: "65000.5", stop: "65000.5" }],
    ["perpetual", "stop", { type: "stop-market", stop: "65000.5", closesPosition: false }],
  ] as const)(
    "fills side, type and price of a %s %s, and leaves the amount to the user",
    (kind, chosen, filled) => {
      endTicket()
      fillTicket({ closesPosition: true })
      fillFromChart({ id: "BTC_USDT", kind }, { side: "sell", kind: chosen, price: "65000.5" })
      expect(ticket).toMatchObject({ ...filled, side: "sell", amount: "", isAmountNext: true, isOpen: false })
    },
  )
})
