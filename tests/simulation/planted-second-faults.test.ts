/** Planted faults of second contracts: the books that are kept beside the engine notice each (O1–O5, T4). */

import { expect, test } from "vitest"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { ContractTerms } from "#server/engine/second/second-event.ts"
import { onTold, type PlantedFault, replace } from "./planting.ts"
import { INDEXES } from "./second-commands.ts"
import { SecondRun } from "./second-run.ts"

/** Long enough for the rarest of them with one of the seeds. */
const COMMANDS = 12_000
const SEEDS = [41, 42, 43, 44]
const USERS = 40

/** `atRestart`: the fault is in what a restart takes over. */
interface Fault extends Omit<PlantedFault, "seenBy"> {
  atRestart?: true
}

const indexesOf = ({ state: { seconds } }: Engine) => INDEXES.map((index) => seconds.of(index))

/** Contracts that are written down with other terms than they are told with. */
const onOpened = (engine: Engine, change: (terms: ContractTerms) => ContractTerms) =>
  replace(engine.state.seconds, "open", (open) => (terms) => open(change(terms)))

/** Contracts that are settled by other terms than they were opened with. */
const onEnding = (engine: Engine, change: (terms: ContractTerms) => ContractTerms) => {
  for (const contracts of indexesOf(engine))
    replace(contracts, "next", (next) => () => {
      const contract = next()
      return contract && { ...contract, terms: change(contract.terms) }
    })
}

const onCommand = (engine: Engine, change: (command: Command) => Command) =>
  replace(
    engine,
    "apply",
    (apply) =>
      ((stamped: Parameters<Engine["apply"]>[0]) =>
        apply({ ...stamped, command: change(stamped.command) })) as Engine["apply"],
  )

/** Accounts as they are made, as users come one by one. */
const onAccounts = (
  engine: Engine,
  plant: (account: ReturnType<Engine["state"]["seconds"]["account"]>) => void,
) => {
  const planted = new Set<object>()
  const { seconds } = engine.state
  replace(seconds, "account", (account) => (id) => {
    const own = account(id)
    if (!planted.has(own)) plant(own)
    planted.add(own)
    return own
  })
}

/** What a restart takes over is changed. */
const onSaved = (engine: Engine, change: (saved: ReturnType<Engine["save"]>) => void) =>
  replace(engine, "save", (save) => () => {
    const saved = structuredClone(save())
    change(saved)
    return saved
  })

const faults: readonly Fault[] = [
  {
    name: "bullish wins where bearish does",
    plant: (engine) =>
      onEnding(engine, (terms) => ({
        ...terms,
        direction: terms.direction === "bullish" ? "bearish" : "bullish",
      })),
  },
  {
    name: "a tie is won by the bullish",
    plant: (engine) =>
      onEnding(engine, (terms) =>
        terms.direction === "bullish"
          ? { ...terms, open: { ...terms.open, price: (terms.open.price - 1n) as Price8 } }
          : terms,
      ),
  },
  {
    name: "a tick at the very millisecond of the expiry is passed over",
    plant: (engine) => onEnding(engine, (terms) => ({ ...terms, expiry: terms.expiry + 1 })),
  },
  {
    name: "a tick of the millisecond before the expiry decides",
    plant: (engine) => onEnding(engine, (terms) => ({ ...terms, expiry: terms.expiry - 1 })),
  },
  {
    name: "the open price is that of the tick before",
    plant: (engine) =>
      replace(engine.state.seconds, "open", (open) => (terms) => {
        const before = engine.state.indexes.get(terms.index)?.before
        open(before ? { ...terms, open: before } : terms)
      }),
  },
  {
    name: "the silence is measured from the open tick",
    plant: (engine) =>
      onTold(engine, (event) => {
        if (event.type === "index") {
          const index = engine.state.indexes.get(event.index)
          const first = engine.state.seconds.of(event.index).next()?.terms.open
          if (index && first) index.before = first
        }
        return event
      }),
  },
  {
    name: "no timer refunds after a silence",
    plant: ({ state: { timers } }) =>
      replace(timers, "add", (add) => (timer) => {
        if (timer.name !== "second-refund") add(timer)
      }),
  },
  {
    name: "the timer of a silence is a second late",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) =>
          add(timer.name === "second-refund" ? { ...timer, due: timer.due + 1_000 } : timer),
      ),
  },
  {
    name: "a shorter contract doesn't move the timer of its index",
    plant: (engine) => {
      const { timers } = engine.state
      replace(timers, "remove", (remove) => (name, key) => {
        if (name !== "second-refund") remove(name, key)
      })
      replace(timers, "add", (add) => (timer) => {
        const isThere = timers.list().some(({ name, key }) => name === timer.name && key === timer.key)
        if (!(timer.name === "second-refund" && isThere)) add(timer)
      })
    },
  },
  {
    name: "a profit is a unit too high",
    plant: (engine) => onOpened(engine, (terms) => ({ ...terms, profit: (terms.profit + 1n) as Amount })),
  },
  {
    name: "the house doesn't hold what it may owe",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "own", (own) => (account, amount) => {
        own(
          account.name === "option-house.held" ? ledger.system("option-house.available", "USDT") : account,
          amount,
        )
      }),
  },
  {
    name: "a unit of each lost stake goes to another account",
    plant: ({ state: { ledger } }) =>
      replace(ledger, "own", (own) => (account, amount) => {
        const isLost = account.name === "option-house.available" && amount > 500_000_000n
        own(account, isLost ? amount - 1n : amount)
        if (isLost) own(ledger.system("rounding", account.currency), 1n)
      }),
  },
  {
    name: "the exposure of a direction isn't counted",
    plant: (engine) => {
      for (const contracts of indexesOf(engine)) replace(contracts, "profitsOf", () => () => 0n as Amount)
    },
  },
  {
    name: "the exposure of a start isn't taken",
    plant: (engine) =>
      onCommand(engine, (command) => {
        if (command.type !== "clock.start") return command
        const { exposureLimit: _, ...same } = command
        return same
      }),
  },
  {
    name: "losses of the day don't count towards the limit",
    plant: (engine) =>
      onAccounts(engine, (account) =>
        replace(account, "standing", (standing) => (now) => ({ ...standing(now), dayLoss: 0n as Amount })),
      ),
  },
  {
    name: "a day that won gives room for more",
    plant: (engine) =>
      onAccounts(engine, (account) =>
        replace(account, "standing", (standing) => (now) => {
          const { dayLoss, lossLimit, ...same } = standing(now)
          const more = dayLoss < 0n && lossLimit !== undefined ? ((lossLimit - dayLoss) as Amount) : lossLimit
          return { ...same, dayLoss, lossLimit: more }
        }),
      ),
  },
  {
    name: "an open stake doesn't count towards the limit",
    plant: (engine) =>
      onAccounts(engine, (account) =>
        replace(account, "standing", (standing) => (now) => ({ ...standing(now), openStakes: 0n as Amount })),
      ),
  },
  {
    name: "a higher limit is in force at once",
    plant: (engine) =>
      onAccounts(engine, (account) =>
        replace(account, "limitEvent", (limitEvent) => () => {
          if (account.next) account.limit = account.next.limit ?? undefined
          return limitEvent()
        }),
      ),
  },
  {
    name: "a frozen account may open",
    plant: (engine) =>
      onCommand(engine, (command) =>
        command.type === "user.freeze" ? { ...command, isFrozen: false } : command,
      ),
  },
  {
    name: "a price that was seen isn't looked at",
    plant: (engine) =>
      onCommand(engine, (command) => {
        if (command.type !== "second.open" || command.seenPrice === undefined) return command
        const { seenPrice: _, maxMove: __, ...same } = command
        return same
      }),
  },
  {
    name: "a known key opens again",
    plant: ({ state: { keys } }) => replace(keys, "recall", () => () => undefined),
  },
  {
    name: "a market that is closed takes contracts",
    plant: ({ state: { seconds } }) => {
      for (const listing of seconds.listed.values()) replace(listing, "setState", () => () => undefined)
    },
  },
  {
    name: "a restart forgets the timers of silences",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, (saved) => {
        saved.timers = saved.timers.filter(({ name }) => name !== "second-refund")
      }),
  },
  {
    name: "a restart forgets what the day has lost",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, (saved) => {
        for (const account of saved.seconds.accounts) account.lost = 0n as Amount
      }),
  },
  {
    name: "a restart forgets a contract",
    atRestart: true,
    plant: (engine) => onSaved(engine, (saved) => void saved.seconds.contracts.shift()),
  },
  {
    name: "a restart takes the last tick for the one before it",
    atRestart: true,
    plant: (engine) =>
      onSaved(engine, (saved) => {
        for (const index of saved.indexes) if (index.before && index.last) index.last = index.before.price
      }),
  },
  {
    name: "an end isn't told",
    plant: (engine) =>
      onTold(engine, (event, count) => (event.type === "second" && count % 50 === 0 ? undefined : event)),
  },
  {
    name: "an end is told with another tick",
    plant: (engine) =>
      onTold(engine, (event, count) =>
        event.type === "second" && event.contract.before && count % 50 === 0
          ? { ...event, contract: { ...event.contract, settle: event.contract.before } }
          : event,
      ),
  },
]

/** What says so first; undefined: nothing does. */
function seenIn(fault: Fault, seed: number): string | undefined {
  const swaps = fault.atRestart ?? false
  const run = new SecondRun(seed, createEngine(fault.settings), { users: USERS, swaps })
  fault.plant(run.engine)
  try {
    for (let place = 0; place < COMMANDS; place += 1) run.step()
  } catch (error) {
    return String(error)
  }
  return undefined
}

test.each(faults.map((fault) => [fault.name, fault] as const))(
  "%s",
  (_, fault) => {
    const seen = SEEDS.map((seed) => seenIn(fault, seed))
    expect(seen.find((text) => text !== undefined)).toBeDefined()
  },
  120_000,
)

test("without a fault nothing is seen", () => {
  for (const seed of SEEDS) expect(seenIn({ name: "none", plant: () => undefined }, seed)).toBeUndefined()
})
