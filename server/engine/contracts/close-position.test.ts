/** Positions are closed whole, in part, all at once, and turned around in one command (P22). */

import { beforeEach, describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import type { ClosePosition, Command, PositionSlot } from "#server/engine/command.ts"
import {
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  TestExchange,
} from "#tests/support/test-exchange.ts"

let market: TestExchange

/** Index and mark at 100; one tick is 1 USDT, one lot 1 ABC; `ann` has 1,000 USDT, `cat` plenty. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument(), { isFunded: false })
  market.fund("ann", "USDT", 1_000, "contract")
  market.fund("cat", "USDT", 10_000_000, "contract")
  market.quote(100)
  market.tick(1_000)
})

const part = () => market.engine.state.clearings.perpetual.accounts.known("ann")?.known(PERPETUAL)
const sizes = () => {
  const { net, long, short } = part()?.positions ?? {}
  return [net, long, short].map((position) => Number(formatAmount((position?.size ?? 0n) as Amount)))
}
const of = { account: "ann", instrument: PERPETUAL, slot: "net" as PositionSlot }
const close = (more: Partial<ClosePosition> = {}) => market.run({ type: "position.close", ...of, ...more })
const reverse = (more: { slot?: PositionSlot; clientOrderId?: string } = {}) =>
  market.run({ type: "position.reverse", ...of, ...more })
const send = (command: Command) => refusalOf(market.run(command))

function long(lots: number, more = {}) {
  market.sell("cat", 100, lots)
  market.buy("ann", 100, lots, more)
}

describe("position.close", () => {
  test("closes all of it by market, or a part, or rests with a limit", () => {
    long(10)
    market.buy("cat", 99, 20)
    expect(orderOf(close({ quantity: 4 as Lots }))).toMatchObject({
      executed: 4,
      reduceOnly: true,
      side: "sell",
    })
    const { id } = orderOf(close({ price: 110 as Ticks, quantity: 100 as Lots }))
    expect(market.engine.order(id)).toMatchObject({ status: "new", quantity: 6 })
    expect(orderOf(close()).executed).toBe(6)
    expect([sizes()[0], market.engine.order(id)]).toEqual([0, undefined])
  })

  test("a key closes once, and the order is found by it", () => {
    long(10)
    market.buy("cat", 99, 20)
    const once = () => orderOf(close({ quantity: 4 as Lots, clientOrderId: "k", keysMax: 10 }))
    expect(once()).toEqual(once())
    expect(sizes()[0]).toBe(6)
    expect(refusalOf(close({ clientOrderId: "k", keysMax: 10 }))).toBe("KEY_CONFLICT")
    expect(refusalOf(market.run({ type: "order.query", account: "ann", clientOrderId: "k" }))).toBeUndefined()
  })

  test("what isn't there can't be closed", () => {
    expect(refusalOf(close())).toBe("UNKNOWN_POSITION")
    expect(refusalOf(close({ instrument: "NO_SUCH" }))).toBe("UNKNOWN_INSTRUMENT")
    long(1)
    expect(refusalOf(close({ quantity: 0.5 as Lots }))).toBe("LOT")
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
    expect(refusalOf(close())).toBe("TRADING_STATE")
  })

  test("all at once tells what became of each", () => {
    send({ type: "position-mode.set", account: "ann", mode: "hedge" })
    long(5, { positionSide: "long" })
    market.buy("cat", 100, 3)
    market.sell("ann", 100, 3, { positionSide: "short" })
    market.buy("cat", 99, 10)
    market.sell("cat", 101, 10)
    const { answer } = market.run({ type: "position.close-all", account: "ann" })
    expect(answer).toMatchObject({
      ok: true,
      value: { closed: [{ slot: "long" }, { slot: "short" }] },
    })
    expect(sizes()).toEqual([0, 0, 0])
  })
})

describe("position.reverse", () => {
  test("closes and opens the other way, and the take-profit ends with what was closed", () => {
    long(10)
    send({ type: "position.tpsl", ...of, takeProfit: { price: 120 as Ticks } })
    market.buy("cat", 99, 20)
    expect(orderOf(reverse())).toMatchObject({ side: "sell", executed: 10, status: "filled" })
    expect([sizes()[0], part()?.positions.net.pairs]).toEqual([-10, []])
  })

  test("all or nothing: not where the book has one of both alone", () => {
    long(10)
    market.buy("cat", 99, 19)
    expect(refusalOf(reverse())).toBe("FOK_NOT_FILLABLE")
    expect(sizes()[0]).toBe(10)
    market.buy("cat", 98, 1)
    expect(refusalOf(reverse())).toBeUndefined()
    expect(sizes()[0]).toBe(-10)
  })

  test("all or nothing: not where the other side couldn't be paid", () => {
    long(90)
    market.buy("cat", 92, 200)
    expect(refusalOf(reverse())).toBe("INSUFFICIENT_MARGIN")
    expect([sizes()[0], refusalOf(close())]).toEqual([90, undefined])
  })

  test("an isolated one pays with what it releases", () => {
    send({ type: "margin-mode.set", account: "ann", instrument: PERPETUAL, mode: "isolated" })
    long(99)
    market.buy("cat", 100, 200)
    expect(refusalOf(reverse())).toBe("INSUFFICIENT_MARGIN") // 1,000 less three fees of 4.95
    close({ quantity: 2 as Lots })
    expect(refusalOf(reverse())).toBeUndefined()
    expect(sizes()[0]).toBe(-97)
  })

  test("in hedge mode the position of the other side grows", () => {
    send({ type: "position-mode.set", account: "ann", mode: "hedge" })
    long(10, { positionSide: "long" })
    market.buy("cat", 100, 22)
    market.sell("ann", 100, 2, { positionSide: "short" })
    expect(refusalOf(reverse())).toBe("UNKNOWN_POSITION")
    expect(refusalOf(reverse({ slot: "long", clientOrderId: "r" }))).toBeUndefined()
    expect(sizes()).toEqual([0, 0, -12])
  })
})
