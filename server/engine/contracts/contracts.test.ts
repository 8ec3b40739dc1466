/**
 * Positions from their first fill to their end: margin, modes, funding, liquidation (L5, P5, P6, P7, P8, P10, P11, P12, P13,
 * P14, P15, P16, P17, P18, P19, P20, P21, P22, P26, P27, P28, P29, P30).
 */

import { beforeEach, describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const HOUR = 3_600_000

let market: TestExchange

/** Index and first mark at 100; cat is rich, ann and bob have 1,000 each. One tick is 1 USDT, one lot 1 ABC. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument(), { isFunded: false }, 8 * HOUR)
  for (const [account, usdt] of [
    ["ann", 1_000],
    ["bob", 1_000],
    ["cat", 10_000_000],
  ] as const)
    market.fund(account, "USDT", usdt, "contract")
  market.quote(100)
  market.tick(1_000)
})

const wallet = (account = "ann") => market.engine.state.ledger.balance(account, "contract", "USDT")
const cash = (account = "ann") => formatAmount(wallet(account).available)
const held = (account = "ann") => formatAmount(wallet(account).held)
const part = (account = "ann") =>
  market.engine.state.clearings.perpetual.accounts.known(account)?.known(PERPETUAL)
const sizeOf = (account = "ann", slot: "net" | "long" | "short" = "net") =>
  formatAmount((part(account)?.positions[slot].size ?? 0n) as Amount)
const insurance = () => formatAmount(market.engine.state.ledger.system("insurance", "USDT").balance)
const send = (command: Command) => refusalOf(market.run(command))

/** `ann` trades with `cat`, who quotes first. */
function trade(side: "buy" | "sell", price: number, lots: number, more = {}) {
  if (side === "buy") market.sell("cat", price, lots)
  else market.buy("cat", price, lots)
  return side === "buy" ? market.buy("ann", price, lots, more) : market.sell("ann", price, lots, more)
}

/** The index, and the marks of the next two seconds with it. */
function moveTo(price: number) {
  // A jump is believed when the last quote is older than a second (P1).
  const before = market.tick(1_500).events
  market.quote(price)
  return [...before, ...market.tick(1_000).events, ...market.tick(1_000).events]
}

const of = <Type extends EngineEvent["type"]>(events: readonly EngineEvent[], type: Type) =>
  events.filter((event): event is EngineEvent & { type: Type } => event.type === type)

describe("a position", () => {
  test("P7, P8, P18: averages what it opens, realises what it closes, and pays the fee from the wallet", () => {
    trade("buy", 100, 2)
    trade("buy", 110, 2)
    expect([sizeOf(), sizeOf("cat")]).toEqual(["4", "-4"])
    expect(cash()).toBe("999.79") // fees 0.10 + 0.11
    trade("sell", 120, 1)
    expect(sizeOf()).toBe("3")
    expect(cash()).toBe("1014.73") // 120 − 105, fee 0.06
  })

  test("P8: one fill closes it and opens the other way", () => {
    trade("buy", 100, 2)
    trade("sell", 100, 5)
    expect([sizeOf(), sizeOf("cat")]).toEqual(["-3", "3"])
  })

  test("L5: a loss beyond the cash is lent while another profit covers it, and repaid first", () => {
    send({ type: "position-mode.set", account: "ann", mode: "hedge" })
    trade("buy", 100, 40, { positionSide: "long" })
    trade("sell", 100, 40, { positionSide: "short" })
    moveTo(130)
    trade("buy", 128, 40, { positionSide: "short", reduceOnly: true })
    expect(formatAmount(wallet().advance)).not.toBe("0")
    expect(cash()).toBe("0")
    market.fund("ann", "USDT", 500, "contract")
    expect(formatAmount(wallet().advance)).toBe("0")
  })
})

describe("what an order needs", () => {
  test("P11, P12, P15: quoting both sides costs only the larger; what more would need is refused", () => {
    expect(refusalOf(market.buy("ann", 100, 90))).toBeUndefined()
    expect(refusalOf(market.sell("ann", 101, 90))).toBeUndefined()
    expect(refusalOf(market.buy("ann", 100, 10))).toBe("INSUFFICIENT_MARGIN")
    expect(held()).toBe("0")
  })

  test("P13: an isolated order is paid in advance, used by its fill, and returned at its end", () => {
    send({ type: "margin-mode.set", account: "ann", instrument: PERPETUAL, mode: "isolated" })
    const { id } = orderOf(market.buy("ann", 100, 10))
    expect([cash(), held()]).toEqual(["899.5", "100.5"]) // a tenth of 1,000, and the taker's fee
    market.sell("cat", 100, 4)
    expect(formatAmount(part()?.positions.net.margin ?? (0n as Amount))).toBe("40")
    expect(held()).toBe("60.3")
    market.cancel("ann", id)
    expect([cash(), held()]).toEqual(["959.92", "0"]) // maker's fee 0.08
  })

  test("P6, P14: no more than the tiers allow at the chosen leverage", () => {
    market.fund("ann", "USDT", 1_000_000, "contract")
    expect(refusalOf(market.buy("ann", 100, 1_001))).toBe("TIER_LIMIT")
    send({ type: "leverage.set", account: "ann", instrument: PERPETUAL, leverage: 5 })
    expect(refusalOf(market.buy("ann", 100, 2_500))).toBeUndefined()
  })

  test("P16: open profit can't leave the account", () => {
    trade("buy", 100, 50)
    moveTo(103)
    const out = (usdt: number) =>
      send({
        type: "transfer",
        account: "ann",
        from: "contract",
        to: "funding",
        currency: "USDT",
        amount: coins(usdt),
        key: `k${usdt}`,
      })
    expect(out(500)).toBe("INSUFFICIENT_MARGIN") // 997.5 − 515
    expect(out(480)).toBeUndefined()
  })

  test("P17: a resting order that its account can't bear any more ends, and the next one is taken", () => {
    const resting = orderOf(trade("buy", 100, 90))
    const { id } = orderOf(market.buy("ann", 95, 9))
    expect(resting.status).toBe("filled")
    market.buy("bob", 95, 5)
    market.quote(94)
    const { events } = market.tick(1_000)
    expect(of(events, "liquidation")).toEqual([])
    market.sell("cat", 95, 9)
    expect(market.engine.order(id)).toBeUndefined()
    expect([sizeOf(), sizeOf("bob")]).toEqual(["90", "5"])
  })
})

describe("modes", () => {
  test("P19: switch only without positions and orders; in hedge mode orders name their side", () => {
    expect(refusalOf(market.buy("ann", 99, 1, { positionSide: "long" }))).toBe("POSITION_SIDE")
    trade("buy", 100, 1)
    expect(send({ type: "position-mode.set", account: "ann", mode: "hedge" })).toBe("MODE_LOCKED")
    const isolated = {
      type: "margin-mode.set",
      account: "ann",
      instrument: PERPETUAL,
      mode: "isolated",
    } as const
    expect(send(isolated)).toBe("MODE_LOCKED")
    trade("sell", 100, 1)
    expect(send({ type: "position-mode.set", account: "ann", mode: "hedge" })).toBeUndefined()
    expect(refusalOf(market.buy("ann", 99, 1))).toBe("POSITION_SIDE")
    trade("buy", 100, 3, { positionSide: "long" })
    trade("sell", 100, 2, { positionSide: "short" })
    expect([sizeOf("ann", "long"), sizeOf("ann", "short")]).toEqual(["3", "-2"])
  })

  test("P20: leverage changes where size and margin allow it", () => {
    const leverage = (to: number) =>
      send({ type: "leverage.set", account: "ann", instrument: PERPETUAL, leverage: to })
    expect([leverage(0), leverage(11), leverage(2.5)]).toEqual(Array(3).fill("LEVERAGE_RANGE"))
    trade("buy", 100, 50)
    expect(leverage(4)).toBe("INSUFFICIENT_MARGIN")
    expect(leverage(8)).toBeUndefined()
  })

  test("P20, P21: isolated margin goes in and out within its bounds, and lower leverage asks for it", () => {
    send({ type: "margin-mode.set", account: "ann", instrument: PERPETUAL, mode: "isolated" })
    trade("buy", 100, 10)
    const move = (usdt: number) =>
      send({
        type: "position.margin",
        account: "ann",
        instrument: PERPETUAL,
        slot: "net",
        amount: coins(usdt),
      })
    const leverage = (to: number) =>
      send({ type: "leverage.set", account: "ann", instrument: PERPETUAL, leverage: to })
    expect(leverage(5)).toBe("ADD_MARGIN_FIRST")
    expect(move(-1)).toBe("INSUFFICIENT_MARGIN")
    expect(move(5_000)).toBe("INSUFFICIENT_MARGIN")
    const keyed = { amount: coins(100), key: "once" }
    for (let sent = 0; sent < 2; sent += 1)
      expect(
        send({ type: "position.margin", account: "ann", instrument: PERPETUAL, slot: "net", ...keyed }),
      ).toBeUndefined()
    expect(leverage(5)).toBeUndefined()
    expect(move(-1)).toBe("INSUFFICIENT_MARGIN")
    expect(leverage(10)).toBeUndefined()
    expect(move(-100)).toBeUndefined()
    expect(
      send({ type: "position.margin", account: "bob", instrument: PERPETUAL, slot: "net", amount: coins(1) }),
    ).toBe("UNKNOWN_POSITION")
  })
})

describe("reduce-only (P22)", () => {
  test("needs a position, is cut to it, and ends with it", () => {
    expect(refusalOf(market.sell("ann", 101, 1, { reduceOnly: true }))).toBe("REDUCE_ONLY_NO_POSITION")
    trade("buy", 100, 5)
    const { id } = orderOf(market.sell("ann", 120, 5, { reduceOnly: true }))
    market.buy("cat", 100, 8)
    const close = orderOf(market.market("ann", "sell", 8, { reduceOnly: true }))
    expect(close).toMatchObject({ executed: 5, status: "expired", reason: "REDUCE_ONLY" })
    expect(market.engine.order(id)).toBeUndefined()
    expect(sizeOf()).toBe("0")
  })

  test("a stop may wait for a position, and is asked for margin when it fires (S9)", () => {
    market.sell("cat", 101, 1)
    market.buy("bob", 101, 1)
    const { id } = orderOf(market.stop("ann", "buy", 105, { price: 106, quantity: 10_000 }))
    market.sell("cat", 105, 1)
    const { events } = market.buy("bob", 105, 1)
    expect(of(events, "order").find(({ order }) => order.id === id)?.order).toMatchObject({
      status: "rejected",
      refusal: "TIER_LIMIT",
    })
  })
})

test("P5: funding moves from the payer to the receiver, to the unit", () => {
  trade("buy", 100, 10)
  const before = [wallet().available, wallet("cat").available]
  market.time = 16 * HOUR - 7_000
  market.quote(100)
  // Bids far above the index: a premium at its bound.
  market.buy("house-maker", 120, 100)
  market.sell("house-maker", 121, 100)
  market.tick(2_000)
  market.quote(100)
  const { events } = market.tick(5_000)
  const [rate] = of(events, "funding-rate")
  const paid = of(events, "funding-paid")
  expect(rate?.rate).toBe(300_000n)
  const due = coins(10 * 0.003 * Number(formatAmount((paid[0]?.mark ?? 0n) as bigint as Amount)))
  expect(paid.map(({ account, amount }) => [account, amount])).toEqual([
    ["ann", -due],
    ["cat", due],
  ])
  expect([wallet().available - (before[0] ?? 0n), wallet("cat").available - (before[1] ?? 0n)]).toEqual([
    -due,
    due,
  ])
})

describe("a liquidation", () => {
  const long = () => trade("buy", 100, 90)

  test("P10, P24: comes with the mark that brings the margin ratio to 100 %, and not before", () => {
    long()
    expect(of(moveTo(94), "liquidation")).toEqual([]) // 455.5 / 423
    expect(of(moveTo(93), "liquidation")).toHaveLength(1) // 365.5 / 418.5
  })

  test("P26, P27, P28: the last of it is taken over at the bankruptcy price, and the fund sells it", () => {
    long() // fee 4.5, equity 995.5
    const resting = orderOf(market.buy("ann", 80, 1))
    market.buy("cat", 93, 90)
    const [taken] = of(moveTo(93), "liquidation")
    expect(market.engine.order(resting.id)).toBeUndefined()
    // 93 − (995.5 − 630) / 90 = 88.94, up to a tick
    expect(taken).toMatchObject({ step: "take-over", size: coins(90), price: coins(89), fee: 0n })
    expect([sizeOf(), cash()]).toEqual(["0", "5.5"])
    market.tick(60_000)
    expect(insurance()).toBe("360") // bought at 89, sold at 93
  })

  test("P29: the fund keeps what it can bear and works it off, a part each second", () => {
    market.run({
      type: "capital.move",
      from: "faucet",
      to: "insurance",
      currency: "USDT",
      amount: coins(5_000),
      reason: "test",
    })
    long()
    moveTo(93)
    expect([sizeOf(), sizeOf("house-fund")]).toEqual(["0", "90"])
    market.buy("cat", 93, 3)
    market.tick(1_000)
    expect(sizeOf("house-fund")).toBe("87")
  })

  test("P30: what the fund can't bear is closed against who earned most on the other side", () => {
    long()
    const events = moveTo(93)
    expect(of(events, "deleveraged")).toMatchObject([{ account: "cat", size: coins(90), price: coins(89) }])
    expect([sizeOf(), sizeOf("cat"), sizeOf("house-fund")]).toEqual(["0", "0", "0"])
  })

  test("P27: a large position is reduced to the tier below first, and pays its fee to the fund", () => {
    market.fund("bob", "USDT", 30_000, "contract")
    for (const account of ["bob", "cat"])
      market.run({ type: "leverage.set", account, instrument: PERPETUAL, leverage: 5 })
    market.sell("cat", 100, 1_500)
    market.buy("bob", 100, 1_500) // fee 75: equity 30,925
    market.buy("cat", 83, 400)
    const liquidations = of(moveTo(84), "liquidation")
    // Down to 100,000: 1,190 lots stay; a fee of 1 % of 310 × 83
    expect(liquidations).toMatchObject([{ step: "reduce", size: coins(310), fee: coins(257.3) }])
    expect([sizeOf("bob"), insurance()]).toEqual(["1190", "257.3"])
  })

  test("P27: whoever has less than two thirds left after a part of it traded is taken over at once", () => {
    const tiers = [
      { cap: coins(10_000), leverageMax: 10, rate: 1_000_000n },
      { cap: coins(1_000_000), leverageMax: 5, rate: 2_000_000n },
    ]
    const instrument = perpetualInstrument({ tiers, liquidationFee: 3_000_000n })
    market.run({ type: "instrument.set", instrument })
    market.fund("bob", "USDT", 2_102.5, "contract")
    for (const account of ["bob", "cat"])
      market.run({ type: "leverage.set", account, instrument: PERPETUAL, leverage: 5 })
    market.sell("cat", 100, 150)
    market.buy("bob", 100, 150) // fee 7.5: at 80 an equity of 95 is just above two thirds of 140
    market.buy("cat", 80, 20)
    const liquidations = of(moveTo(80), "liquidation")
    // The fee of 48 leaves 47 of the 72 that two thirds would be.
    expect(liquidations).toMatchObject([
      { step: "reduce", size: coins(20), fee: coins(48) },
      { step: "take-over", size: coins(130), equity: 47n * 10n ** 16n, maintenance: 108n * 10n ** 16n },
    ])
    expect(sizeOf("bob")).toBe("0")
  })

  test("P27: in hedge mode long and short go against each other first, and the user is told of both", () => {
    send({ type: "position-mode.set", account: "ann", mode: "hedge" })
    trade("buy", 100, 64, { positionSide: "long" })
    expect(orderOf(trade("sell", 100, 10, { positionSide: "short" })).status).toBe("filled")
    const told = [92, 86, 82, 80, 78].flatMap((price) => of(moveTo(price), "liquidation"))
    expect(told.slice(0, 2)).toMatchObject([
      { slot: "long", step: "reduce", size: coins(10), fee: 0n },
      { slot: "short", step: "reduce", size: coins(10), fee: 0n },
    ])
    expect(told[0]?.price).toBe(told[1]?.price)
    expect(sizeOf("ann", "short")).toBe("0")
  })

  test("P27: an isolated position is liquidated by itself", () => {
    send({ type: "margin-mode.set", account: "ann", instrument: PERPETUAL, mode: "isolated" })
    trade("buy", 100, 10)
    const before = cash()
    market.buy("cat", 94, 10)
    expect(of(moveTo(94), "liquidation")).toMatchObject([
      { step: "take-over", size: coins(10), price: coins(90) },
    ])
    expect([cash(), sizeOf()]).toEqual([before, "0"])
  })

  test("N6: after a restart marks have ten seconds to be fresh", () => {
    long()
    market.run({ type: "clock.start", pauseMs: 0 })
    expect(of(moveTo(93), "liquidation")).toEqual([])
    market.quote(93)
    expect(of(market.tick(8_000).events, "liquidation")).toHaveLength(1)
  })

  test("N3: nobody is liquidated while trading is paused", () => {
    long()
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
    expect(of(moveTo(90), "liquidation")).toEqual([])
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "open" })
    expect(of(market.tick(1_000).events, "liquidation")).toHaveLength(1)
  })
})
