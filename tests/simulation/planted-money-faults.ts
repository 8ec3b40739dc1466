/** Planted faults of holds, postings and fees. */

import type { Amount } from "#core/money/units.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { Order } from "#server/engine/matching/order.ts"
import { onAccept, type PlantedFault, replace } from "./planting.ts"

/** One unit from one account to another, as a journal that balances: only who knows the rules sees it. */
function steal(engine: Engine, order: Order, currency: string): void {
  const { ledger } = engine.state
  const balance = ledger.balance(order.account, "funding", currency)
  if (balance.account.isHouse || balance.available < 1n) return
  ledger.open("fee", `trade:${order.instrument}:0`)
  ledger.available(balance, -1n)
  ledger.own(ledger.system("rounding", currency), 1n)
  ledger.close()
}

export const moneyFaults: readonly PlantedFault[] = [
  {
    name: "a unit of each fee goes to another account",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "own", (own) => (account, amount) => {
        const isFee = account.name === "fees" && amount > 0n
        own(account, isFee ? amount - 1n : amount)
        if (isFee) own(ledger.system("rounding", account.currency), 1n)
      }),
  },
  {
    name: "a unit of each fee is lost",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(
        ledger,
        "own",
        (own) => (account, amount) =>
          own(account, account.name === "fees" && amount > 0n ? amount - 1n : amount),
      ),
  },
  {
    name: "takers pay no fee",
    seenBy: "auditor",
    plant: (engine) =>
      onAccept(engine, (order) => {
        order.takerRate = 0n
      }),
  },
  {
    name: "makers pay what takers pay",
    seenBy: "auditor",
    plant: (engine) =>
      onAccept(engine, (order) => {
        order.makerRate = order.takerRate
      }),
  },
  {
    name: "a fee is rounded up with each fill instead of once an order",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.spot, "fill", (fill) => (trade, instrument) => {
        for (const order of [trade.maker, trade.taker]) {
          const rest = order.feeFine % 100_000_000n
          if (rest > 0n) order.feeFine += 100_000_000n - rest
        }
        fill(trade, instrument)
      }),
  },
  {
    name: "house accounts pay fees",
    seenBy: "auditor",
    plant: (engine) =>
      onAccept(engine, (order) => {
        order.takerRate = 50_000n
      }),
  },
  {
    name: "what an ended order held isn't released",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.spot, "hold", (hold) => (order, amount) => {
        if (amount > 0n || order.status === "new") hold(order, amount)
      }),
  },
  {
    name: "what an ended order held is released twice",
    seenBy: "auditor",
    plant: ({ state: { clearings, ledger } }) =>
      replace(clearings.spot, "hold", (hold) => (order, amount) => {
        const { hold: before, spot } = order
        hold(order, amount)
        if (amount === 0n && spot && spot.pays.held >= before) ledger.freeze(spot.pays, -before, order.id)
      }),
  },
  {
    name: "an order holds a unit less than it may cost",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(
        clearings.spot,
        "hold",
        (hold) => (order, amount) =>
          hold(order, (amount > 1n && order.side === "buy" ? amount - 1n : amount) as Amount),
      ),
  },
  {
    name: "a hold isn't taken",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "freeze", (freeze) => (balance, amount, id) => {
        if (amount < 0n) freeze(balance, amount, id)
      }),
  },
  {
    name: "what DECREMENT takes off stays held",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) => replace(clearings.spot, "lostLots", () => () => undefined),
  },
  {
    name: "a trade isn't posted",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) => {
      let count = 0
      replace(clearings.spot, "fill", (fill) => (trade, instrument) => {
        count += 1
        if (count % 20 !== 0) fill(trade, instrument)
      })
    },
  },
  {
    name: "a trade is posted twice",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.spot, "fill", (fill) => (trade, instrument) => {
        fill(trade, instrument)
        fill(trade, instrument)
      }),
  },
  {
    name: "a trade is posted at another turnover",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(
        clearings.spot,
        "fill",
        (fill) => (trade, instrument) =>
          fill({ ...trade, turnover: (trade.turnover - 1n) as Amount }, instrument),
      ),
  },
  {
    name: "goods go to another wallet",
    seenBy: "auditor",
    plant: (engine) =>
      onAccept(engine, (order) => {
        const { spot } = order
        if (spot)
          order.spot = { ...spot, gains: engine.state.ledger.balance("u1", "funding", spot.gains.currency) }
      }),
  },
  {
    name: "a unit of the price improvement is kept",
    seenBy: "auditor",
    plant: (engine) =>
      replace(engine.state.clearings.spot, "fill", (fill) => (trade, instrument) => {
        fill(trade, instrument)
        steal(engine, trade.taker, instrument.quote)
      }),
  },
  {
    name: "a house account's balance is left out of the minute's journal",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "tellHouseNet", (tell) => () => {
        const balance = ledger.balance("house-maker", "funding", "USDT")
        balance.toldAvailable = balance.available
        tell()
      }),
  },
]
