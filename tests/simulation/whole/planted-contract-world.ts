/** Faults of contracts in engine, journal, restore, read model and stream, which the simulator of the whole server must find. */

import type { Amount, Price8 } from "#core/money/units.ts"
import { Ledger } from "#server/engine/ledger/ledger.ts"
import type { SystemAccount } from "#server/engine/ledger/system-account.ts"
import { ContractAccounts } from "#server/engine/risk/perpetual/contract-accounts.ts"
import type { ContractPrices } from "#server/engine/risk/perpetual/contract-prices.ts"
import { PerpetualClearing } from "#server/engine/risk/perpetual/perpetual-clearing.ts"
import { SolvencyWatch } from "#server/engine/risk/perpetual/solvency-watch.ts"
import type { AppliedBatch } from "#server/exchange/exchange.ts"
import { PositionRecords } from "#server/exchange/position-records.ts"
import { Journal } from "#server/journal/journal.ts"
import { replace } from "../planting.ts"
import { every, inCode, together, type WholeFault } from "./planted-in-code.ts"
import type { ServerParts } from "./whole-server.ts"

/** Books what liquidations bring the fund, or take from it, elsewhere. */
function fundsMoney(isMeant: (amount: bigint) => boolean, instead: string) {
  let kind: unknown
  const open = inCode(Ledger.prototype, "open", (own) => (self, given) => {
    kind = given[0]
    return own(self, given)
  })
  const own = inCode(Ledger.prototype, "own", (original) => (self, [account, amount]) => {
    const { name, currency } = account as SystemAccount
    const isFund = name === "insurance" && kind !== "capital" && isMeant(amount as bigint)
    return original(self, [isFund ? self.system(instead, currency) : account, amount])
  })
  return together(open, own)
}

interface SavedAccount {
  parts: unknown[][]
}

/** Changes what a snapshot has of each contract account's part. */
const inSnapshots =
  (change: (part: unknown[]) => void) =>
  ({ engine }: ServerParts): void =>
    replace(engine, "save", (save) => () => {
      const saved = structuredClone(save())
      const { perpetual } = saved.clearings as unknown as Record<"perpetual", { accounts: SavedAccount[] }>
      for (const { parts } of perpetual.accounts) for (const part of parts) change(part)
      return saved
    })

const faults: readonly Omit<WholeFault, "world">[] = [
  {
    name: "who should receive funding pays it",
    part: "engine",
    code: inCode(PerpetualClearing.prototype, "pricesIfAny", (pricesIfAny) => (self, given) => {
      const prices = pricesIfAny(self, given) as ContractPrices | undefined
      return prices && { ...prices, mark: -prices.mark as Price8 }
    }),
  },
  {
    name: "what an order held stays held when it ends",
    part: "engine",
    code: inCode(Ledger.prototype, "freeze", (freeze) => (self, given) => {
      const [balance, amount] = given as [{ wallet: string }, bigint]
      if (balance.wallet !== "contract" || amount > 0n) freeze(self, given)
    }),
  },
  {
    name: "what liquidations bring the fund is booked as fees",
    part: "engine",
    code: fundsMoney((amount) => amount > 0n, "fees"),
  },
  {
    name: "what a bankrupt lacks isn't the fund's",
    part: "engine",
    code: fundsMoney((amount) => amount < 0n, "faucet"),
  },
  {
    name: "nobody is liquidated",
    part: "engine",
    code: inCode(SolvencyWatch.prototype, "unproven", () => () => []),
  },
  {
    name: "a position's carry is lost",
    part: "engine",
    code: inCode(ContractAccounts.prototype, "changed", (changed) => (self, given) => {
      const position = given[1] as { held: { cost: bigint } }
      position.held = { ...position.held, cost: (position.held.cost / 10n ** 8n) * 10n ** 8n }
      return changed(self, given)
    }),
  },
  {
    name: "what is sent again with its key is done again",
    part: "engine",
    server: ({ engine: { state } }) => replace(state.keys, "recall", () => () => undefined),
  },
  {
    name: "a position is told without its margin",
    part: "engine",
    server: ({ engine }) =>
      replace(engine, "apply", (apply) => (stamped) => {
        const outcome = apply(stamped)
        const events = outcome.events.map((event) =>
          event.type === "position" ? { ...event, margin: 0n as Amount } : event,
        )
        return { ...outcome, events }
      }),
  },
  {
    name: "the records of positions aren't written",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => {
      const isTime = every(6)
      return (self, [batch]) => {
        const { stamped, events } = batch as AppliedBatch
        const fewer = events.map((own) => own.filter(({ type }) => type !== "position-record" || !isTime()))
        return keep(self, [{ stamped, events: fewer }])
      }
    }),
  },
  {
    name: "a snapshot forgets the leverage",
    part: "restore",
    server: inSnapshots((part) => {
      part[1] = 20
    }),
  },
  {
    name: "a snapshot forgets the margin mode",
    part: "restore",
    server: inSnapshots((part) => {
      part[2] = "cross"
    }),
  },
  {
    name: "funding isn't counted in the record of a position",
    part: "exchange",
    code: inCode(PositionRecords.prototype, "follow", (follow) => (self, [stamped, events]) => {
      const own = events as AppliedBatch["events"][number]
      return follow(self, [stamped, own.filter(({ type }) => type !== "funding-paid")])
    }),
  },
  {
    name: "a position isn't noted",
    part: "read model",
    server: ({ accounts }) => {
      const isTime = every(5)
      replace(accounts, "note", (note) => (account, kind, row) => {
        if (kind !== "position" || !isTime()) note(account, kind, row)
      })
    },
  },
  {
    name: "a start forgets the open positions of the accounts",
    part: "read model",
    server: ({ accounts }) =>
      replace(accounts, "snapshot", (snapshot) => (account) => {
        const { rows, ...state } = snapshot(account)
        return { ...state, rows: { ...rows, position: [] } }
      }),
  },
  {
    name: "a mark is told a tick beside",
    part: "read model",
    server: ({ model }) =>
      replace(model, "take", (take) => (batch) => {
        const events = batch.events.map((event) =>
          event.type === "mark" ? { ...event, mark: (event.mark + 10_000_000n) as Price8 } : event,
        )
        take({ ...batch, events })
      }),
  },
  {
    name: "a change of the open interest isn't told",
    part: "read model",
    server: ({ model }) => {
      const isTime = every(4)
      replace(model, "take", (take) => (batch) => {
        const events = batch.events.filter(({ type }) => type !== "open-interest" || !isTime())
        take({ ...batch, events })
      })
    },
  },
]

export const contractFaults: readonly WholeFault[] = faults.map((fault) => ({ ...fault, world: "contracts" }))
