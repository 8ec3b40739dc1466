/** Movements of money without a trade: transfers, practice money, the operator's capital, corrections (D6). */

import { formatAmount } from "#core/money/steps.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import { allListed } from "../all-listed.ts"
import type { MoveAnswer } from "../answer.ts"
import type { FaucetDraw, MoveCapital, Transfer } from "../command.ts"
import { collectClaims } from "../custody/claims.ts"
import { freeFees, roomOf } from "../custody/custody-room.ts"
import type { JournalKind } from "../event.ts"
import { balanceOf } from "../event-log.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import { withdrawableOf } from "../risk/perpetual/standing.ts"
import type { EngineState } from "../state.ts"
import type { Balance } from "./balance.ts"
import { BALANCE_LIMIT } from "./ledger.ts"
import { readLedgerAccount } from "./ledger-account.ts"
import type { SystemAccount } from "./system-account.ts"

/** The largest amount that one command moves (U2). */
export const INPUT_MAX = 10n ** 22n
/** How long after one draw of practice money there is the next. */
const DRAW_EVERY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** `transfer` (D6): between two wallets of one account, at once. */
export function transfer(state: EngineState, command: Transfer): MoveAnswer {
  const { account, from, to, currency, amount, key, keysMax, sentAt } = command
  const body = () => [from, to, currency, amount].join("|")
  return once(state, { kind: "transfer", account, key, keysMax, sentAt, body }, () => {
    const problem = checkTransfer(state, command)
    if (problem) return { ok: false, problem }
    const source = state.ledger.balance(account, from, currency)
    const target = state.ledger.balance(account, to, currency)
    state.ledger.open("transfer", key)
    state.ledger.available(source, -amount)
    state.ledger.available(target, amount)
    state.ledger.close()
    return moved(state, [source, target])
  })
}

function checkTransfer(state: EngineState, command: Transfer): Problem | undefined {
  const { account, from, to, currency, amount } = command
  const refused = checkFrozen(state, account)
  if (refused) return refused
  if (from === "funding" && state.custody.claims.has(account)) return { name: "CLAIMS_OPEN" }
  if (!isCurrency(state, currency)) return { name: "UNKNOWN_CURRENCY" }
  if (state.pauses.audit) return { name: "TRANSFERS_STOPPED" }
  if (from === to) return { name: "TYPE_COMBINATION" }
  if (amount <= 0n) return { name: "WRONG_SIZE" }
  return (
    checkFunds(state.ledger.balance(account, from, currency), amount) ??
    (from === "contract" ? checkContractMargin(state, command) : undefined) ??
    checkLimit(state.ledger.balance(account, to, currency).available, amount)
  )
}

/** P16, N4: open profit can't leave, nor money while a position stands at a price that does. */
function checkContractMargin(
  { clearings, ledger, markets }: EngineState,
  { account, currency, amount }: Transfer,
): Problem | undefined {
  const own = clearings.perpetual.accounts.known(account)
  if (!own || own.wallet.currency !== currency || ledger.account(account).isHouse) return undefined
  for (const part of own.sortedParts()) {
    const market = markets.get(part.instrument)
    const stale = part.hasPosition() ? market?.clearing.checkState(market.instrument) : undefined
    if (stale) return stale
  }
  const most = withdrawableOf(own, clearings.perpetual.pricesOf)
  if (amount <= most) return undefined
  return {
    name: "INSUFFICIENT_MARGIN",
    values: { needed: formatAmount(amount), available: formatAmount(most), currency },
  }
}

/** `faucet.draw`: practice money, for a user once a day. What the house draws is its market's, as often as it needs. */
export function drawPractice(state: EngineState, command: FaucetDraw): MoveAnswer {
  const { account, amounts, key, keysMax } = command
  const body = () => amounts.map(({ currency, amount }) => `${currency}:${amount}`).join("|")
  return once(state, { kind: "faucet", account, key, keysMax, sentAt: undefined, body }, () => {
    const problem = checkDraw(state, command)
    if (problem) return { ok: false, problem }
    const { ledger } = state
    const drawing = ledger.account(account)
    drawing.lastDraw = state.log.now
    ledger.open("faucet", key ?? "")
    const balances = amounts.map(({ currency, amount }) => {
      const balance = drawing.balance("funding", currency)
      ledger.own(ledger.system("faucet", currency), -amount)
      ledger.available(balance, amount)
      return balance
    })
    ledger.close()
    return moved(state, balances)
  })
}

function checkDraw(state: EngineState, command: FaucetDraw): Problem | undefined {
  const refused = checkFrozen(state, command.account)
  if (refused) return refused
  const account = state.ledger.account(command.account)
  const { isHouse, lastDraw } = account
  const left = lastDraw + DRAW_EVERY_MS - state.log.now
  if (!isHouse && lastDraw > 0 && left > 0)
    return { name: "TOO_SOON", values: { hours: Math.ceil(left / HOUR_MS) } }
  for (const { currency, amount } of command.amounts) {
    if (amount <= 0n) return { name: "WRONG_SIZE" }
    const problem = checkLimit(account.balance("funding", currency).available, amount)
    if (problem) return problem
  }
  return undefined
}

/** `capital.move` and `ledger.correct`: from one account to another, by their full names. */
export function moveCapital(state: EngineState, command: MoveCapital): MoveAnswer {
  const { currency, amount, reason } = command
  const [from, to] = [accountNamed(state, command.from, currency), accountNamed(state, command.to, currency)]
  if (!from) return refuse("FORMAT", { field: "from" })
  if (!to) return refuse("FORMAT", { field: "to" })
  const isFromUser = "account" in from && !from.account.isHouse
  if (command.from === command.to || (command.type === "capital.move" && isFromUser))
    return refuse("TYPE_COMBINATION")
  const problem = checkMove(state, from, to, amount)
  if (problem) return { ok: false, problem }
  const kind: JournalKind = command.type === "capital.move" ? "capital" : "correction"
  state.ledger.open(kind, reason)
  for (const [end, change] of [
    [from, -amount],
    [to, amount],
  ] as const)
    if ("account" in end) state.ledger.available(end, change)
    else state.ledger.own(end, change)
  state.ledger.close()
  return moved(
    state,
    [from, to].filter((end) => "account" in end),
  )
}

function checkMove(
  state: EngineState,
  from: Balance | SystemAccount,
  to: Balance | SystemAccount,
  amount: bigint,
): Problem | undefined {
  if (amount <= 0n) return { name: "WRONG_SIZE" }
  if ("account" in from) {
    const problem = checkFunds(from, amount)
    if (problem) return problem
  } else if (!from.allows(from.balance - amount)) return lacks(amount, from.balance, from.currency)
  const kept = checkKept(state, from, to, amount)
  if (kept) return kept
  if ("account" in to) return checkLimit(to.available, amount)
  return to.allows(to.balance + amount) ? checkLimit(to.balance, amount) : { name: "AMOUNT_LIMIT" }
}

/** What deposits and withdrawals may still need isn't moved away by hand. */
function checkKept(
  state: EngineState,
  from: Balance | SystemAccount,
  to: Balance | SystemAccount,
  amount: bigint,
): Problem | undefined {
  const { currency } = from
  const most =
    !("account" in from) && from.name === "fees"
      ? freeFees(state, currency)
      : !("account" in to) && to.name === "custody"
        ? roomOf(state, currency)
        : amount
  return amount > most ? lacks(amount, most, currency) : undefined
}

/** What belongs to deposits and withdrawals on their way (D1–D5). */
const CLEARED: ReadonlySet<string> = new Set(["deposits-clearing", "withdrawals-clearing", "claims"])

/**
 * An account by its full name. Nobody moves by hand what is held (it belongs to orders) or what is cleared for an
 * instrument (it belongs to positions) or for a chain.
 */
function accountNamed(
  state: EngineState,
  name: string,
  currency: string,
): Balance | SystemAccount | undefined {
  const account = readLedgerAccount(name)
  if (account?.kind === "system")
    return account.instrument === undefined && !CLEARED.has(name)
      ? state.ledger.system(name, currency)
      : undefined
  if (account?.kind !== "wallet" || account.part !== "available") return undefined
  return state.ledger.balance(account.owner, account.wallet, currency)
}

export const checkFunds = ({ available, currency }: Balance, amount: bigint): Problem | undefined =>
  amount <= available ? undefined : lacks(amount, available, currency)

const lacks = (needed: bigint, available: bigint, currency: string): Problem => ({
  name: "INSUFFICIENT_BALANCE",
  values: { needed: formatAmount(needed), available: formatAmount(available), currency },
})

const checkLimit = (balance: bigint, amount: bigint): Problem | undefined =>
  amount > INPUT_MAX || balance + amount >= BALANCE_LIMIT / 2n ? { name: "AMOUNT_LIMIT" } : undefined

/** Is it the base or quote of something that is listed? */
export function isCurrency(state: EngineState, currency: string): boolean {
  for (const { instrument } of allListed(state))
    if (instrument.base === currency || instrument.quote === currency) return true
  return false
}

function moved(state: EngineState, balances: readonly Balance[]): MoveAnswer {
  const { log } = state
  collectClaims(state)
  return { ok: true, value: { moved: { id: log.seq, balances: balances.map(balanceOf), time: log.now } } }
}
