/** Faults of second contracts in engine, journal, restore and read model, which the simulator of the whole server must find. */

import type { Amount, Price8 } from "#core/money/units.ts"
import type { Balance } from "#server/engine/ledger/balance.ts"
import { Ledger } from "#server/engine/ledger/ledger.ts"
import { IndexContracts } from "#server/engine/second/index-contracts.ts"
import type { OpenContract } from "#server/engine/second/open-contract.ts"
import type { ContractTerms } from "#server/engine/second/second-event.ts"
import { StakeAccount } from "#server/engine/second/stake-account.ts"
import { type Timer, TimerQueue } from "#server/engine/timers.ts"
import type { AppliedBatch } from "#server/exchange/exchange.ts"
import { Journal } from "#server/journal/journal.ts"
import { replace } from "../planting.ts"
import { every, inCode, together, type WholeFault } from "./planted-in-code.ts"
import { TRADERS } from "./whole-scene.ts"
import type { ServerParts } from "./whole-server.ts"

/** Settles by other terms than are told. `change` and `back` undo each other. */
const settlesBy = (
  change: (terms: ContractTerms) => ContractTerms,
  back: (terms: ContractTerms) => ContractTerms,
) =>
  together(
    inCode(IndexContracts.prototype, "next", (next) => (self, given) => {
      const contract = next(self, given) as OpenContract | undefined
      return contract && { ...contract, terms: change(contract.terms) }
    }),
    inCode(StakeAccount.prototype, "settled", (settled) => (self, given) => {
      const terms = given[0] as ContractTerms
      Object.assign(terms, back(terms))
      return settled(self, given)
    }),
  )

const opensAt = (terms: ContractTerms, more: bigint): ContractTerms =>
  terms.direction === "bullish"
    ? { ...terms, open: { ...terms.open, price: (terms.open.price + more) as Price8 } }
    : terms
const endsAt = (terms: ContractTerms, moreMs: number): ContractTerms => ({
  ...terms,
  expiry: terms.expiry + moreMs,
})
const LATE_MS = 700

/** Another behaviour of `available` in the journal that settles. */
function atSettlement(
  change: (ledger: Ledger, balance: Balance, paid: bigint) => readonly [Balance, bigint],
) {
  let kind: unknown
  return together(
    inCode(Ledger.prototype, "open", (open) => (self, given) => {
      kind = given[0]
      return open(self, given)
    }),
    inCode(Ledger.prototype, "available", (available) => (self, given) => {
      const [balance, amount] = given as [Balance, bigint]
      return available(self, kind === "second" ? [...change(self, balance, amount)] : given)
    }),
  )
}

/** Changes what a snapshot has. */
const inSnapshots =
  (change: (saved: ReturnType<ServerParts["engine"]["save"]>) => void) =>
  ({ engine }: ServerParts): void =>
    replace(engine, "save", (save) => () => {
      const saved = structuredClone(save())
      change(saved)
      return saved
    })

type Event = AppliedBatch["events"][number][number]
const isEnd = (event: Event): boolean => event.type === "second" && event.contract.status !== "open"

const faults: readonly Omit<WholeFault, "world">[] = [
  {
    name: "a contract is settled twice",
    part: "engine",
    code: inCode(IndexContracts.prototype, "take", (take) => {
      const isTime = every(3)
      return (self, given) => {
        const taken = take(self, given) as OpenContract | undefined
        if (taken && isTime()) self.add({ ...taken, terms: { ...taken.terms } })
        return taken
      }
    }),
  },
  {
    name: "a tie is won by the bullish",
    part: "engine",
    code: settlesBy(
      (terms) => opensAt(terms, -1n),
      (terms) => opensAt(terms, 1n),
    ),
  },
  {
    name: "the tick that decides is passed over, and the next one settles",
    part: "engine",
    code: settlesBy(
      (terms) => endsAt(terms, LATE_MS),
      (terms) => endsAt(terms, -LATE_MS),
    ),
  },
  {
    name: "what a contract pays is booked to another's account",
    part: "engine",
    code: atSettlement((ledger, _, paid) => [ledger.balance(TRADERS[0], "second", "USDT"), paid]),
  },
  {
    name: "nothing gives stakes back after a silence",
    part: "engine",
    code: inCode(TimerQueue.prototype, "add", (add) => (self, given) => {
      const { name } = given[0] as Timer
      return name === "second-refund" ? undefined : add(self, given)
    }),
  },
  {
    name: "the open profits of a side aren't counted",
    part: "engine",
    code: inCode(IndexContracts.prototype, "profitsOf", () => () => 0n as Amount),
  },
  {
    name: "what the day has lost isn't counted",
    part: "engine",
    code: inCode(StakeAccount.prototype, "standing", (standing) => (self, given) => ({
      ...(standing(self, given) as object),
      dayLoss: 0n,
    })),
  },
  {
    name: "a key that opened a contract is forgotten",
    part: "engine",
    server: ({ engine: { state } }) =>
      replace(
        state.keys,
        "recall",
        (recall) => (key, body) => (key.kind === "second" ? undefined : recall(key, body)),
      ),
  },
  {
    name: "the exchange doesn't wake when a silence ends",
    part: "exchange",
    server: ({ engine }) => replace(engine, "nextDue", () => () => undefined),
  },
  {
    name: "an end isn't written",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => {
      const isTime = every(3)
      return (self, [batch]) => {
        const { stamped, events } = batch as AppliedBatch
        const fewer = events.map((own) => own.filter((event) => !isEnd(event) || !isTime()))
        return keep(self, [{ stamped, events: fewer }])
      }
    }),
  },
  {
    name: "a snapshot forgets an open contract",
    part: "restore",
    server: inSnapshots(({ seconds }) => void seconds.contracts.shift()),
  },
  {
    name: "a snapshot forgets when silences end",
    part: "restore",
    server: inSnapshots((saved) => {
      saved.timers = saved.timers.filter(({ name }) => name !== "second-refund")
    }),
  },
  {
    name: "a snapshot forgets what the day has lost",
    part: "restore",
    server: inSnapshots(({ seconds }) => {
      for (const account of seconds.accounts) account.lost = 0n as Amount
    }),
  },
  {
    name: "an end isn't noted",
    part: "read model",
    server: ({ accounts }) => {
      const isTime = every(3)
      replace(
        accounts,
        "take",
        (take) =>
          ({ time, events }) =>
            take({ time, events: events.filter((event) => !isEnd(event) || !isTime()) }),
      )
    },
  },
  {
    name: "an end is told with the stake for what was paid",
    part: "read model",
    server: ({ accounts }) =>
      replace(accounts, "note", (note) => (account, kind, row) => {
        const isOver = kind === "second" && "stake" in row && row.paid !== ""
        note(account, kind, isOver ? { ...row, paid: row.stake } : row)
      }),
  },
  {
    name: "a start forgets the open contracts of the accounts",
    part: "read model",
    server: ({ accounts }) =>
      replace(accounts, "snapshot", (snapshot) => (account) => {
        const { rows, ...state } = snapshot(account)
        return { ...state, rows: { ...rows, second: [] } }
      }),
  },
]

export const secondFaults: readonly WholeFault[] = faults.map((fault) => ({ ...fault, world: "seconds" }))
