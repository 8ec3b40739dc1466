/** Which mistakes could be made? Each changes a running engine in one place; the suite must notice every one. */

import type { Amount } from "#core/money/units.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { Order } from "#server/engine/matching/order.ts"

/** `auditor`: seen by what the engine tells and holds. `twin`: seen beside an engine that hasn't it. */
interface PlantedFault {
  name: string
  seenBy: "auditor" | "twin"
  plant(engine: Engine): void
}

/** Puts another behaviour in place of a method; `original` is the one before. */
function replace<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => Target[Name],
): void {
  const original = target[name]
  const bound = typeof original === "function" ? (original.bind(target) as Target[Name]) : original
  Object.defineProperty(target, name, { value: make(bound), writable: true, configurable: true })
}

const forEachMarket = (engine: Engine, plant: (market: ReturnType<typeof marketsOf>[number]) => void) => {
  for (const market of marketsOf(engine)) plant(market)
}
const marketsOf = (engine: Engine) => [...engine.state.markets.values()]

/** Before an order is accepted, while its terms can still be made wrong. */
const onAccept = (engine: Engine, change: (order: Order) => void) =>
  forEachMarket(engine, (market) =>
    replace(market, "accept", (accept) => (order, seat, hold) => {
      change(order)
      accept(order, seat, hold)
    }),
  )

/** Changes or drops what is told; undefined drops. */
const onTold = (engine: Engine, change: (event: EngineEvent, count: number) => EngineEvent | undefined) => {
  let count = 0
  replace(engine.state.log, "push", (push) => (event) => {
    count += 1
    const told = change(event, count)
    if (told) push(told)
  })
}

/** One unit from one account to another, as a journal that balances: only who knows the rules sees it. */
function steal(engine: Engine, order: Order, currency: string): void {
  const { ledger } = engine.state
  const purse = ledger.purse(order.account, "funding", currency)
  if (purse.holder.isHouse || purse.available < 1n) return
  ledger.open("fee", `trade:${order.instrument}:0`)
  ledger.available(purse, -1n)
  ledger.own(ledger.system("rounding", currency), 1n)
  ledger.close()
}

const money: readonly PlantedFault[] = [
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
    plant: ({ state: { settlement } }) =>
      replace(settlement, "settle", (settle) => (trade, instrument) => {
        for (const order of [trade.maker, trade.taker]) {
          const rest = order.feeFine % 100_000_000n
          if (rest > 0n) order.feeFine += 100_000_000n - rest
        }
        settle(trade, instrument)
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
    plant: ({ state: { settlement } }) =>
      replace(settlement, "setHold", (setHold) => (order, amount) => {
        if (amount > 0n || order.status === "new") setHold(order, amount)
      }),
  },
  {
    name: "what an ended order held is released twice",
    seenBy: "auditor",
    plant: ({ state: { settlement, ledger } }) =>
      replace(settlement, "setHold", (setHold) => (order, amount) => {
        const { hold, pays } = order
        setHold(order, amount)
        if (amount === 0n && pays && pays.held >= hold) ledger.freeze(pays, -hold, order.id)
      }),
  },
  {
    name: "an order holds a unit less than it may cost",
    seenBy: "auditor",
    plant: ({ state: { settlement } }) =>
      replace(
        settlement,
        "setHold",
        (setHold) => (order, amount) =>
          setHold(order, (amount > 1n && order.side === "buy" ? amount - 1n : amount) as Amount),
      ),
  },
  {
    name: "a hold isn't taken",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "freeze", (freeze) => (purse, amount, id) => {
        if (amount < 0n) freeze(purse, amount, id)
      }),
  },
  {
    name: "what DECREMENT takes off stays held",
    seenBy: "auditor",
    plant: ({ state: { settlement } }) => replace(settlement, "shrinkHold", () => () => undefined),
  },
  {
    name: "a trade isn't posted",
    seenBy: "auditor",
    plant: ({ state: { settlement } }) => {
      let count = 0
      replace(settlement, "settle", (settle) => (trade, instrument) => {
        count += 1
        if (count % 20 !== 0) settle(trade, instrument)
      })
    },
  },
  {
    name: "a trade is posted twice",
    seenBy: "auditor",
    plant: ({ state: { settlement } }) =>
      replace(settlement, "settle", (settle) => (trade, instrument) => {
        settle(trade, instrument)
        settle(trade, instrument)
      }),
  },
  {
    name: "a trade is posted at another turnover",
    seenBy: "auditor",
    plant: ({ state: { settlement } }) =>
      replace(
        settlement,
        "settle",
        (settle) => (trade, instrument) =>
          settle({ ...trade, turnover: (trade.turnover - 1n) as Amount }, instrument),
      ),
  },
  {
    name: "goods go to another wallet",
    seenBy: "auditor",
    plant: (engine) =>
      onAccept(engine, (order) => {
        if (order.gains) order.gains = engine.state.ledger.purse("u1", "funding", order.gains.currency)
      }),
  },
  {
    name: "a unit of the price improvement is kept",
    seenBy: "auditor",
    plant: (engine) =>
      replace(engine.state.settlement, "settle", (settle) => (trade, instrument) => {
        settle(trade, instrument)
        steal(engine, trade.taker, instrument.quote)
      }),
  },
  {
    name: "a house account's purse is left out of the minute's journal",
    seenBy: "auditor",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "tellHouseNet", (tell) => () => {
        const purse = ledger.purse("house-maker", "funding", "USDT")
        purse.toldAvailable = purse.available
        tell()
      }),
  },
]

const told: readonly PlantedFault[] = [
  {
    name: "a journal isn't told",
    seenBy: "auditor",
    plant: (engine) =>
      onTold(engine, (event, count) => (event.type === "journal" && count % 40 === 0 ? undefined : event)),
  },
  {
    name: "a balance isn't told",
    seenBy: "auditor",
    plant: ({ state: { log } }) => {
      let count = 0
      replace(log, "purseChanged", (purseChanged) => (purse) => {
        count += 1
        if (count % 40 !== 0) purseChanged(purse)
      })
    },
  },
  {
    name: "a fill is told to the other side",
    seenBy: "auditor",
    plant: (engine) =>
      onTold(engine, (event) => (event.type === "fill" ? { ...event, account: "u2" } : event)),
  },
  {
    name: "a fill isn't told",
    seenBy: "auditor",
    plant: (engine) =>
      onTold(engine, (event, count) => (event.type === "fill" && count % 10 === 0 ? undefined : event)),
  },
  {
    name: "an order that was filled isn't told",
    seenBy: "auditor",
    plant: ({ state: { log } }) =>
      replace(log, "orderChanged", (orderChanged) => (order) => {
        if (order.executed === 0 || order.status === "partly-filled") orderChanged(order)
      }),
  },
  {
    name: "a trade's number is used twice",
    seenBy: "auditor",
    plant: (engine) =>
      onTold(engine, (event, count) =>
        event.type === "trade" && count % 10 === 0 ? { ...event, id: event.id - 1 } : event,
      ),
  },
]

const order: readonly PlantedFault[] = [
  {
    name: "a new order is put before those that wait at its price",
    seenBy: "twin",
    plant: (engine) =>
      forEachMarket(engine, ({ book }) =>
        replace(book, "add", (add) => (newcomer) => {
          const before = book.queue(newcomer.side, newcomer.price)
          for (const earlier of before) book.remove(earlier)
          add(newcomer)
          for (const earlier of before) add(earlier)
        }),
      ),
  },
  {
    name: "an order that was reduced loses its place",
    seenBy: "twin",
    plant: (engine) =>
      forEachMarket(engine, ({ book }) =>
        replace(book, "reduce", (reduce) => (reduced, by) => {
          reduce(reduced, by)
          book.remove(reduced)
          book.add(reduced)
        }),
      ),
  },
  {
    name: "one may trade with oneself",
    seenBy: "twin",
    plant: (engine) => onAccept(engine, (placed) => void Object.assign(placed, { stp: "NONE" })),
  },
  {
    name: "a level forgets what was taken off an order",
    seenBy: "auditor",
    plant: (engine) =>
      forEachMarket(engine, ({ book }) =>
        replace(book, "reduce", (reduce) => (reduced, by) => {
          reduce(reduced, by)
          if (reduced.level) reduced.level.total += by
        }),
      ),
  },
  {
    name: "an ended order stays in the book",
    seenBy: "auditor",
    plant: (engine) =>
      forEachMarket(engine, ({ book }) =>
        replace(book, "remove", (remove) => (leaving) => {
          if (leaving.id % 7 !== 0) remove(leaving)
        }),
      ),
  },
  {
    name: "stops don't fire",
    seenBy: "twin",
    plant: (engine) => forEachMarket(engine, (market) => replace(market, "takeFiredStops", () => () => [])),
  },
  {
    name: "a key is forgotten at once, so that a command acts twice",
    seenBy: "twin",
    plant: ({ state: { keys } }) => replace(keys, "recall", () => () => undefined),
  },
  {
    name: "a key is answered to whoever sends another body with it",
    seenBy: "twin",
    plant: ({ state: { keys } }) => replace(keys, "recall", () => (name) => keys.answerTo(name)),
  },
  {
    name: "a frozen user may place",
    seenBy: "twin",
    plant: ({ state: { ledger } }) => {
      for (const holder of ledger.holders())
        Object.defineProperty(holder, "isFrozen", { get: () => false, set: () => undefined })
    },
  },
  {
    name: "turnover is counted twice",
    seenBy: "twin",
    plant: ({ state: { ledger } }) => {
      for (const holder of ledger.holders())
        replace(holder, "countTurnover", (count) => (turnover, now) => count((turnover * 2n) as Amount, now))
    },
  },
  {
    name: "a timer fires once and never again",
    seenBy: "twin",
    plant: ({ state: { timers } }) => {
      let fired = 0
      replace(timers, "take", (take) => (time) => {
        const timer = fired < 30 ? take(time) : undefined
        if (timer) fired += 1
        return timer
      })
    },
  },
  {
    name: "a stale sequence is accepted",
    seenBy: "auditor",
    plant: (engine) =>
      replace(engine, "apply", (apply) => (stamped) => {
        if (stamped.seq <= engine.state.log.seq) engine.state.log.seq = stamped.seq - 1
        return apply(stamped)
      }),
  },
  {
    name: "a command of the past is accepted",
    seenBy: "auditor",
    plant: (engine) =>
      replace(engine, "apply", (apply) => (stamped) => {
        engine.state.log.now = Math.min(engine.state.log.now, stamped.time)
        return apply(stamped)
      }),
  },
]

export const plantedFaults: readonly PlantedFault[] = [...money, ...told, ...order]
