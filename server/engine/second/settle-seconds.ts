/** Settles second contracts: by the tick that decides them (O2, T4), or back to their owners after a silence (O3). */

import {
  paidBack,
  refundDue,
  type SecondOutcome,
  settledBy,
  type TickRef,
} from "#core/second/second-contract.ts"
import type { IndexPrice } from "../pricing/index-price.ts"
import type { EngineState } from "../state.ts"
import { OPTION_HOUSE } from "./house-accounts.ts"
import type { IndexContracts } from "./index-contracts.ts"
import { type OpenContract, viewEnded } from "./open-contract.ts"

/** T4: the index has a new tick; all that end at or before it are settled, by expiry, then id. */
export function settleSeconds(state: EngineState, index: IndexPrice): void {
  const contracts = state.seconds.known(index.name)
  const next = contracts?.next()
  if (!contracts || !next || next.terms.expiry > index.lastTime) return
  const settle = index.lastTick()
  const { before } = index
  // What was open before this tick opened on an earlier one.
  if (!settle || !before) throw new Error(`${index.name} has no tick before its contracts end`)
  for (let due = contracts.next(); due && due.terms.expiry <= settle.time; due = contracts.next()) {
    contracts.take()
    end(state, due, settledBy(due.terms, before, settle), before, settle)
  }
}

/** The timer `second-refund`: gives back what no tick has decided in time, and looks again when that may be so next. */
export function refundSilent(state: EngineState, name: string): void {
  const contracts = state.seconds.of(name)
  const before = state.indexes.get(name)?.lastTick()
  contracts.refundTimer = undefined
  if (!before) return
  for (
    let due = contracts.next();
    due && refundDue(due.terms.expiry, before.time) <= state.log.now;
    due = contracts.next()
  ) {
    contracts.take()
    end(state, due, "refunded", before)
  }
  armRefund(state, contracts)
}

/**
 * Sees to it that the timer of the index fires by the time at which its next contract is to be refunded. Ticks move that
 * time on; the timer isn't moved with each of them, but looks anew when it fires.
 */
export function armRefund({ timers, indexes }: EngineState, contracts: IndexContracts): void {
  const { index: key, refundTimer } = contracts
  const next = contracts.next()
  const last = indexes.get(key)?.lastTime
  if (!next || last === undefined) return
  const due = refundDue(next.terms.expiry, last)
  if (refundTimer !== undefined && refundTimer <= due) return
  if (refundTimer !== undefined) timers.remove("second-refund", key)
  timers.add({ due, name: "second-refund", key })
  contracts.refundTimer = due
}

/**
 * It is open no more: what both sides held goes where it belongs, in one journal. Thousands may end at one tick, so nothing is
 * made on the way that isn't told.
 */
function end(
  { ledger, log }: EngineState,
  { terms, owner, balance }: OpenContract,
  status: SecondOutcome,
  before: TickRef,
  settle?: TickRef,
): void {
  const { currency, stake, profit } = terms
  const paid = paidBack(status, stake, profit)
  ledger.open("second", `second:${terms.id}`)
  ledger.held(balance, -stake)
  ledger.own(ledger.system(OPTION_HOUSE.held, currency), -profit)
  ledger.available(balance, paid)
  ledger.own(ledger.system(OPTION_HOUSE.available, currency), stake + profit - paid)
  ledger.close()
  owner.settled(terms, status, log.now)
  const contract = viewEnded(terms, { status, before, settle, paid, settled: log.now, sequence: log.seq })
  log.push({ type: "second", contract })
}
