/** Planted faults of deposits and withdrawals: the oracle beside the engine notices each (D1–D5, I10). */

import { expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { CustodyRun } from "./custody-run.ts"
import { onTold, replace } from "./planting.ts"

const COMMANDS = 6_000
const SEEDS = [51, 52]

/** The engine gets other commands than the oracle. */
const onCommand = (engine: Engine, change: (command: Command) => Command) =>
  replace(
    engine,
    "apply",
    (apply) =>
      ((stamped: Parameters<Engine["apply"]>[0]) =>
        apply({ ...stamped, command: change(stamped.command) })) as Engine["apply"],
  )

/** Lines on the exchange's own accounts are booked otherwise. */
const onOwn = (engine: Engine, name: string, change: (amount: bigint) => bigint) =>
  replace(engine.state.ledger, "own", (own) => (account, amount) => {
    if (account.name !== name) return own(account, amount)
    account.balance = (account.balance + change(amount) - amount) as Amount
    return own(account, amount)
  })

const faults: readonly { name: string; plant: (engine: Engine) => void }[] = [
  {
    name: "a final deposit is forgotten, and credited again when it is seen again",
    plant: ({ state }) => replace(state.custody.finals, "add", () => () => state.custody.finals),
  },
  {
    name: "a deposit is credited with one confirmation too few",
    plant: (engine) =>
      onCommand(engine, (command) =>
        command.type === "custody.confirmed"
          ? { ...command, confirmations: command.confirmations + 1 }
          : command,
      ),
  },
  {
    name: "a reorganisation is forgotten",
    plant: (engine) =>
      onCommand(engine, (command) =>
        command.type === "custody.vanished" ? { type: "clock.tick" } : command,
      ),
  },
  {
    name: "a claim is forgotten",
    plant: ({ state }) => replace(state.custody.claims, "add", () => () => undefined),
  },
  {
    name: "who owes may ask for withdrawals",
    plant: ({ state }) => replace(state.custody.claims, "has", () => () => false),
  },
  {
    name: "the limit isn't given back",
    plant: ({ state }) => replace(state.custody, "giveBack", () => () => undefined),
  },
  {
    name: "the limit counts nothing",
    plant: ({ state }) => replace(state.custody, "usedBy", () => () => 0n as Amount),
  },
  {
    name: "the limit's day is half as long",
    plant: ({ state }) =>
      replace(state.custody, "usedBy", (usedBy) => (account, now) => usedBy(account, now + 43_200_000)),
  },
  {
    name: "a withdrawal that was cancelled can still be sent",
    plant: ({ state }) => {
      const { withdrawals } = state.custody
      replace(withdrawals, "delete", (remove) => (id) => {
        const withdrawal = withdrawals.get(id)
        if (!withdrawal || withdrawal.status === "final") return remove(id)
        withdrawals.set(id, { ...withdrawal, status: "approved" })
        return true
      })
    },
  },
  {
    name: "one person approves what takes two",
    plant: (engine) =>
      replace(engine.state.custody.withdrawals, "get", (get) => (id) => {
        const withdrawal = get(id)
        if (withdrawal?.worth) withdrawal.worth = 1n as Amount
        return withdrawal
      }),
  },
  {
    name: "a fee is booked twice",
    plant: (engine) => onOwn(engine, "fees", (amount) => (amount > 0n ? 2n * amount : amount)),
  },
  {
    name: "a network cost is paid twice",
    plant: ({ state }) => replace(state.custody.costs, "has", () => () => false),
  },
  {
    name: "what is final doesn't leave custody",
    plant: (engine) => onOwn(engine, "custody", (amount) => (amount > 0n ? amount - 1n : amount)),
  },
  {
    name: "a freeze of all withdrawals does nothing",
    plant: (engine) =>
      onCommand(engine, (command) =>
        command.type === "withdrawals.freeze" ? { ...command, isFrozen: false } : command,
      ),
  },
  {
    name: "a withdrawal that failed is told as final",
    plant: (engine) =>
      onTold(engine, (event) =>
        event.type === "withdrawal" && event.withdrawal.status === "failed"
          ? { ...event, withdrawal: { ...event.withdrawal, status: "final" } }
          : event,
      ),
  },
]

test.each(faults)(
  "$name",
  ({ plant }) => {
    const runs = SEEDS.map((seed) => () => {
      const run = new CustodyRun(seed, plant)
      for (let place = 0; place < COMMANDS; place += 1) run.step()
    })
    const seen = runs.some((run) => {
      try {
        run()
        return false
      } catch {
        return true
      }
    })
    expect(seen).toBe(true)
  },
  120_000,
)
