/** Holds what is stored of second contracts against the auditor's: each once with its end, its money moved once each way. */

import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { Contract, Ended, Tick } from "../second-texts.ts"
import type { FalseTables } from "./false-tables.ts"
import { must } from "./whole-auditor.ts"

interface KnownSeconds {
  /** All that there ever were, by id. */
  contracts: ReadonlyMap<number, Contract>
  /** Those of them that have ended, by id. */
  ends: ReadonlyMap<number, Ended>
  house: { available: bigint; held: bigint }
  /** `account currency` → sum of all that was posted there. */
  posted: ReadonlyMap<string, bigint>
}

export function checkSecondTables(tables: FalseTables, known: KnownSeconds): void {
  checkContracts(tables, known)
  checkJournals(tables, known)
  checkBill(tables, known)
  const { house, posted } = known
  for (const part of ["available", "held"] as const) {
    const stored = tables.balances.get(`option-house.${part} USDT`) ?? 0n
    must(stored === house[part], `the house is stored with ${stored} ${part}, the rules say ${house[part]}`)
  }
  for (const [name, amount] of posted) {
    const stored = tables.balances.get(name) ?? 0n
    must(stored === amount, `${name} is stored with ${stored}, and its journals come to ${amount}`)
  }
}

function checkContracts(tables: FalseTables, { contracts, ends }: KnownSeconds): void {
  const stored = tables.table("second_contracts")
  must(stored.size === contracts.size, `${stored.size} contracts are stored, there were ${contracts.size}`)
  for (const contract of contracts.values()) {
    const row = stored.get(String(contract.id))
    const text = row && COLUMNS.map((column) => row[column]).join(" ")
    const wanted = valuesOf(contract, ends.get(contract.id)).join(" ")
    must(text === wanted, `contract ${contract.id} is stored as ${text}, and ought to be ${wanted}`)
  }
}

/** One that holds, and of what has ended one that pays: nothing is settled twice. */
function checkJournals(tables: FalseTables, { contracts, ends }: KnownSeconds): void {
  const kinds = new Map<string, string[]>()
  for (const { reference, kind } of tables.table("ledger_journals").values()) {
    const name = String(reference)
    if (name.startsWith("second:")) kinds.set(name, [...(kinds.get(name) ?? []), String(kind)])
  }
  for (const { id } of contracts.values()) {
    const told = (kinds.get(`second:${id}`) ?? []).sort().join()
    const wanted = ends.has(id) ? "second,second-hold" : "second-hold"
    must(told === wanted, `contract ${id} has journals of ${told}, and ought to have ${wanted}`)
  }
  must(kinds.size === contracts.size, `${kinds.size} contracts have journals, there were ${contracts.size}`)
}

/** The transaction history of who opened it has what an end brought or took, and nobody else's has anything of it. */
function checkBill(tables: FalseTables, { contracts, ends }: KnownSeconds): void {
  const sums = new Map<string, bigint>()
  for (const { user_id, kind, instrument, reference, amount } of tables.table("bill").values()) {
    if (kind !== "second") continue
    const name = `u${user_id} ${instrument} ${reference}`
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(String(amount)))
  }
  for (const { id, account, instrument, stake } of contracts.values()) {
    const paid = ends.get(id)?.paid ?? stake
    const name = `${account} ${instrument} second:${id}`
    const told = sums.get(name) ?? 0n
    must(
      told === paid - stake,
      `the history of ${account} has ${told} of contract ${id}, not ${paid - stake}`,
    )
    sums.delete(name)
  }
  must(sums.size === 0, `a history has ${[...sums.keys()].join()}, where no contract is`)
}

const COLUMNS = [
  ...["id", "user_id", "instrument", "index_id", "request_key", "direction", "seconds", "stake", "profit"],
  ...["payout_rate", "open_seq", "open_time", "open_price", "opened", "expiry", "status", "sequence"],
  ...["before_seq", "before_time", "before_price", "settle_seq", "settle_time", "settle_price"],
  ...["paid", "settled"],
]

const ticks = (tick: Tick | undefined) => (tick ? [tick.seq, tick.time, tick.price] : ["", "", ""])

/** As {@link COLUMNS}. */
const valuesOf = (of: Contract, end: Ended | undefined) => [
  ...[of.id, userIdOf(of.account), of.instrument, of.index, of.key, of.direction, of.seconds, of.stake],
  ...[of.profit, of.rate, of.open.seq, of.open.time, of.open.price, of.opened, of.expiry],
  ...[end?.status ?? "open", end?.sequence ?? of.sequence, ...ticks(end?.before), ...ticks(end?.settle)],
  ...[end?.paid ?? "", end?.at ?? ""],
]
