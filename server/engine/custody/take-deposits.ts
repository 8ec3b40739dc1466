/** `custody.seen`, `custody.confirmed`, `custody.vanished`: deposits as their chains report them (D1, D2). */

import { chainAssetOf } from "#core/chain/chain-assets.ts"
import { refuse } from "#core/wire/problem.ts"
import { DONE, type DoneAnswer } from "../answer.ts"
import { INPUT_MAX } from "../ledger/move-money.ts"
import type { EngineState } from "../state.ts"
import type { ConfirmedDeposit, SeenDeposit, VanishedDeposit } from "./custody-command.ts"
import type { DepositView } from "./custody-event.ts"
import { depositKey, remember } from "./custody-state.ts"

/** D1: the same transaction is one deposit however often it is reported. One that had gone may come again (D2). */
export function seeDeposit(state: EngineState, command: SeenDeposit): DoneAnswer {
  const { custody, ledger, log } = state
  const { account, chain, tx, index, address, currency, amount } = command
  const asset = chainAssetOf(chain, currency)
  if (!asset) return refuse("UNKNOWN_CURRENCY")
  if (amount <= 0n || index < 0) return refuse("WRONG_SIZE")
  if (amount > INPUT_MAX) return refuse("AMOUNT_LIMIT")
  const key = depositKey(command)
  const known = custody.deposits.get(key)
  if (custody.finals.has(key) || (known && !isSameAgain(known, command))) return drop(state)
  const { creditAfter, finalAfter, minDeposit } = asset
  const deposit: DepositView = known ?? {
    ...{ id: custody.nextDeposit, account, chain, tx, index, currency, address, amount },
    ...{ confirmations: 0, creditAfter, finalAfter, minDeposit, status: "seen" },
    ...{ seen: log.now, credited: 0, sequence: log.seq },
  }
  if (!known) {
    custody.nextDeposit += 1
    custody.deposits.set(key, deposit)
  }
  deposit.status = "seen"
  deposit.confirmations = 0
  ledger.open("deposit", referenceOf(deposit))
  ledger.own(ledger.system("custody", currency), -amount)
  ledger.own(ledger.system("deposits-clearing", currency), amount)
  ledger.close()
  tell(state, deposit)
  return DONE
}

/** It had gone, and is the same that it was. */
const isSameAgain = (known: DepositView, { account, address, currency, amount }: SeenDeposit): boolean =>
  (known.status === "vanished" || known.status === "reversed") &&
  known.account === account &&
  known.address === address &&
  known.currency === currency &&
  known.amount === amount

/** Counts it up, or down again; credits it and makes it final when its numbers are reached. */
export function confirmDeposit(state: EngineState, command: ConfirmedDeposit): DoneAnswer {
  const deposit = state.custody.deposits.get(depositKey(command))
  if (!deposit || deposit.status === "vanished" || deposit.status === "reversed") return drop(state)
  const confirmations = Math.min(command.confirmations, deposit.finalAfter)
  if (!Number.isSafeInteger(confirmations) || confirmations < 0) return refuse("WRONG_SIZE")
  if (confirmations === deposit.confirmations) return drop(state)
  deposit.confirmations = confirmations
  if (deposit.status === "credited") settle(state, deposit)
  else if (confirmations >= deposit.creditAfter) reachCredit(state, deposit)
  else {
    deposit.status = confirmations > 0 ? "confirming" : "seen"
    tell(state, deposit)
  }
  return DONE
}

/** D1: enough of its own, or together with what its address has waiting. */
function reachCredit(state: EngineState, deposit: DepositView): void {
  const { address, chain, currency } = deposit
  const waiting = [...state.custody.deposits.values()].filter(
    (other) =>
      other !== deposit &&
      other.status === "below-minimum" &&
      other.address === address &&
      other.chain === chain &&
      other.currency === currency,
  )
  const sum = waiting.reduce((total, { amount }) => total + amount, deposit.amount as bigint)
  if (sum < deposit.minDeposit) {
    deposit.status = "below-minimum"
    tell(state, deposit)
    return
  }
  for (const each of [...waiting, deposit].sort((one, other) => one.id - other.id)) credit(state, each)
}

function credit(state: EngineState, deposit: DepositView): void {
  const { ledger, log } = state
  const { account, currency, amount } = deposit
  ledger.open("deposit", referenceOf(deposit))
  ledger.own(ledger.system("deposits-clearing", currency), -amount)
  ledger.available(ledger.balance(account, "funding", currency), amount)
  ledger.close()
  deposit.status = "credited"
  deposit.credited = log.now
  settle(state, deposit)
}

/** Of a credited one: final, if it may be withdrawn from now on. Only its key is kept then. */
function settle(state: EngineState, deposit: DepositView): void {
  if (deposit.confirmations >= deposit.finalAfter) {
    const key = depositKey(deposit)
    deposit.status = "final"
    state.custody.deposits.delete(key)
    remember(state.custody.finals, key)
  }
  tell(state, deposit)
}

/** D2: before the credit its posting is undone; after it the money is taken back as far as it goes, the rest is owed. */
export function loseDeposit(state: EngineState, command: VanishedDeposit): DoneAnswer {
  const { custody, ledger } = state
  const deposit = custody.deposits.get(depositKey(command))
  if (!deposit || deposit.status === "vanished" || deposit.status === "reversed") return drop(state)
  const { account, currency, amount } = deposit
  const isCredited = deposit.status === "credited"
  ledger.open("deposit", referenceOf(deposit))
  if (isCredited) {
    const balance = ledger.balance(account, "funding", currency)
    const taken = balance.available < amount ? balance.available : amount
    ledger.available(balance, -taken)
    ledger.own(ledger.system("claims", currency), taken - amount)
    custody.claims.add(account, currency, amount - taken)
  } else ledger.own(ledger.system("deposits-clearing", currency), -amount)
  ledger.own(ledger.system("custody", currency), amount)
  ledger.close()
  deposit.status = isCredited ? "reversed" : "vanished"
  deposit.confirmations = 0
  deposit.credited = 0
  tell(state, deposit)
  return DONE
}

const referenceOf = ({ id }: DepositView): string => `deposit:${id}`

function tell({ log }: EngineState, deposit: DepositView): void {
  deposit.sequence = log.seq
  log.push({ type: "deposit", deposit: { ...deposit } })
}

/** It was said before, or comes too late: nothing changes. */
function drop({ custody }: EngineState): DoneAnswer {
  custody.dropped += 1
  return DONE
}
