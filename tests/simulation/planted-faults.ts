/** Planted faults: each changes a running engine in one place, and the suite must notice every one. */

import type { Amount, Lots } from "#core/money/units.ts"
import { createCreditClearings } from "#tests/support/credit-clearing.ts"
import { moneyFaults } from "./planted-money-faults.ts"
import { forEachMarket, onAccept, onTold, type PlantedFault, replace } from "./planting.ts"

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
      replace(log, "balanceChanged", (balanceChanged) => (balance) => {
        count += 1
        if (count % 40 !== 0) balanceChanged(balance)
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
    name: "an iceberg shows more than was chosen",
    seenBy: "twin",
    plant: (engine) =>
      onAccept(engine, ({ conditions }) => {
        if (conditions?.shown) conditions.shown = (conditions.shown + 1) as typeof conditions.shown
      }),
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
    plant: (engine) =>
      forEachMarket(engine, (market) => replace(market, "reachStops", () => () => undefined)),
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
    name: "an account may have one key alone",
    seenBy: "twin",
    plant: ({ state: { keys } }) =>
      replace(keys, "checkRoom", (check) => (account, ownMax) => check(account, ownMax && 1)),
  },
  {
    name: "a frozen user may place",
    seenBy: "twin",
    plant: ({ state: { ledger } }) => {
      for (const account of ledger.accounts())
        Object.defineProperty(account, "isFrozen", { get: () => false, set: () => undefined })
    },
  },
  {
    name: "turnover is counted twice",
    seenBy: "twin",
    plant: ({ state: { ledger } }) => {
      for (const account of ledger.accounts())
        replace(account, "countTurnover", (count) => (turnover, now) => count((turnover * 2n) as Amount, now))
    },
  },
  {
    name: "an order stays open when its time has come",
    seenBy: "auditor",
    plant: ({ state: { timers } }) =>
      replace(timers, "add", (add) => (timer) => {
        if (timer.name !== "expiry") add(timer)
      }),
  },
  {
    name: "an order expires a second late",
    seenBy: "auditor",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) => add(timer.name === "expiry" ? { ...timer, due: timer.due + 1_000 } : timer),
      ),
  },
  {
    name: "a countdown that has run out cancels nothing",
    seenBy: "auditor",
    plant: ({ state: { timers } }) =>
      replace(timers, "add", (add) => (timer) => {
        if (timer.name !== "countdown") add(timer)
      }),
  },
  {
    name: "a countdown runs out a second late",
    seenBy: "auditor",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) => add(timer.name === "countdown" ? { ...timer, due: timer.due + 1_000 } : timer),
      ),
  },
  {
    name: "a lot of what is paused is lost",
    seenBy: "auditor",
    plant: ({ state: { paused } }) =>
      replace(paused, "add", (add) => (group) => {
        const [first, ...others] = group.view.parts
        if (first) group.view.parts = [{ ...first, quantity: (first.quantity - 1) as Lots }, ...others]
        add(group)
      }),
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

/** On an engine whose clearing refuses fills (P17). */
const refusing = { settings: { createClearings: createCreditClearings } }
const clearing: readonly PlantedFault[] = [
  {
    name: "a fill is booked that clearing refuses",
    seenBy: "auditor",
    ...refusing,
    plant: ({ state: { clearings } }) =>
      replace(clearings.spot, "judgeFill", () => (_maker, _taker, quantity) => quantity),
  },
  {
    name: "a trial doesn't ask clearing",
    seenBy: "auditor",
    ...refusing,
    plant: ({ state: { clearings } }) => replace(clearings.spot, "trialJudge", () => () => undefined),
  },
  {
    name: "a trial forgets what it has filled",
    seenBy: "auditor",
    ...refusing,
    plant: ({ state: { clearings } }) =>
      replace(clearings.spot, "trialJudge", (trialJudge) => (taker) => {
        const judge = trialJudge(taker)
        return judge && { ...judge, filled: () => undefined }
      }),
  },
  {
    name: "a maker that clearing refuses stays open",
    seenBy: "auditor",
    ...refusing,
    plant: (engine) =>
      forEachMarket(engine, (market) =>
        replace(market, "makerEnded", (makerEnded) => (maker) => {
          if (maker.reason !== "MARGIN") makerEnded(maker)
        }),
      ),
  },
]

export const plantedFaults: readonly PlantedFault[] = [...moneyFaults, ...told, ...order, ...clearing]
