/** How does money move without a trade? Transfers, practice money, the operator's capital, corrections (section 2, D6). */

import { formatAmount } from "#core/money/steps.ts"
import type { Problem } from "#core/wire/problem.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { FaucetDraw, MoveCapital, Transfer } from "../command.ts"
import type { JournalKind } from "../event.ts"
import { balanceOf } from "../event-log.ts"
import { checkFrozen, once } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import { BALANCE_LIMIT } from "./ledger.ts"
import type { Purse } from "./purse.ts"
import { isSystemAccount, type SystemAccount } from "./system-accounts.ts"

/** The largest amount that one command moves (exchange.md section 1). */
const INPUT_MAX = 10n ** 22n
/** How long after one draw of practice money there is the next. */
const DRAW_EVERY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** `transfer` (D6): between two wallets of one account holder, at once. */
export function transfer(state: EngineState, command: Transfer): Answer {
  const { account, from, to, currency, amount, key, sentAt } = command
  const body = () => [from, to, currency, amount].join("|")
  return once(state, { kind: "transfer", account, key, sentAt, body }, () => {
    const problem = checkTransfer(state, command)
    if (problem) return { ok: false, problem }
    const source = state.ledger.purse(account, from, currency)
    const target = state.ledger.purse(account, to, currency)
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
  if (!isCurrency(state, currency)) return { name: "UNKNOWN_CURRENCY" }
  if (state.stops.audit) return { name: "TRANSFERS_STOPPED" }
  if (from === to) return { name: "TYPE_COMBINATION" }
  if (amount <= 0n) return { name: "WRONG_SIZE" }
  return (
    checkFunds(state.ledger.purse(account, from, currency), amount) ??
    checkLimit(state.ledger.purse(account, to, currency).available, amount)
  )
}

/** `faucet.draw`: practice money, for a user once a day. What the house draws is its market's, as often as it needs. */
export function drawPractice(state: EngineState, command: FaucetDraw): Answer {
  const { account, amounts, key } = command
  const body = () => amounts.map(({ currency, amount }) => `${currency}:${amount}`).join("|")
  return once(state, { kind: "faucet", account, key, sentAt: undefined, body }, () => {
    const problem = checkDraw(state, command)
    if (problem) return { ok: false, problem }
    const { ledger } = state
    const holder = ledger.holder(account)
    holder.lastDraw = state.log.now
    ledger.open("faucet", key ?? "")
    const purses = amounts.map(({ currency, amount }) => {
      const purse = holder.purse("funding", currency)
      ledger.own(ledger.system("faucet", currency), -amount)
      ledger.available(purse, amount)
      return purse
    })
    ledger.close()
    return moved(state, purses)
  })
}

function checkDraw(state: EngineState, { account, amounts }: FaucetDraw): Problem | undefined {
  const refused = checkFrozen(state, account)
  if (refused) return refused
  const holder = state.ledger.holder(account)
  const { isHouse, lastDraw } = holder
  const left = lastDraw + DRAW_EVERY_MS - state.log.now
  if (!isHouse && lastDraw > 0 && left > 0)
    return { name: "TOO_SOON", values: { hours: Math.ceil(left / HOUR_MS) } }
  for (const { currency, amount } of amounts) {
    if (amount <= 0n) return { name: "WRONG_SIZE" }
    const problem = checkLimit(holder.purse("funding", currency).available, amount)
    if (problem) return problem
  }
  return undefined
}

/** `capital.move` and `ledger.correct`: from one account to another, by their full names. */
export function moveCapital(state: EngineState, command: MoveCapital): Answer {
  const { currency, amount, reason } = command
  const [from, to] = [accountNamed(state, command.from, currency), accountNamed(state, command.to, currency)]
  if (!from) return refuse("FORMAT", { field: "from" })
  if (!to) return refuse("FORMAT", { field: "to" })
  const isFromUser = "holder" in from && !from.holder.isHouse
  if (command.from === command.to || (command.type === "capital.move" && isFromUser))
    return refuse("TYPE_COMBINATION")
  const problem = checkMove(from, to, amount)
  if (problem) return { ok: false, problem }
  const kind: JournalKind = command.type === "capital.move" ? "capital" : "correction"
  state.ledger.open(kind, reason)
  for (const [account, change] of [
    [from, -amount],
    [to, amount],
  ] as const)
    if ("holder" in account) state.ledger.available(account, change)
    else state.ledger.own(account, change)
  state.ledger.close()
  return moved(
    state,
    [from, to].filter((account) => "holder" in account),
  )
}

function checkMove(
  from: Purse | SystemAccount,
  to: Purse | SystemAccount,
  amount: bigint,
): Problem | undefined {
  if (amount <= 0n) return { name: "WRONG_SIZE" }
  if ("holder" in from) {
    const problem = checkFunds(from, amount)
    if (problem) return problem
  } else if (!from.allows(from.balance - amount)) return lacks(amount, from.balance, from.currency)
  if ("holder" in to) return checkLimit(to.available, amount)
  return to.allows(to.balance + amount) ? checkLimit(to.balance, amount) : { name: "AMOUNT_LIMIT" }
}

const HOLDERS_ACCOUNT = /^([A-Za-z0-9-]{1,40})\.(funding|contract|second)\.available$/

/** An account by its full name (section 2). What is held belongs to orders: nobody moves it by hand. */
function accountNamed(state: EngineState, name: string, currency: string): Purse | SystemAccount | undefined {
  if (isSystemAccount(name)) return state.ledger.system(name, currency)
  const [, account, wallet] = HOLDERS_ACCOUNT.exec(name) ?? []
  if (account === undefined) return undefined
  return state.ledger.purse(account, wallet as Purse["wallet"], currency)
}

const checkFunds = ({ available, currency }: Purse, amount: bigint): Problem | undefined =>
  amount <= available ? undefined : lacks(amount, available, currency)

const lacks = (needed: bigint, available: bigint, currency: string): Problem => ({
  name: "INSUFFICIENT_BALANCE",
  values: { needed: formatAmount(needed), available: formatAmount(available), currency },
})

const checkLimit = (balance: bigint, amount: bigint): Problem | undefined =>
  amount > INPUT_MAX || balance + amount >= BALANCE_LIMIT / 2n ? { name: "AMOUNT_LIMIT" } : undefined

/** Is it the base or quote of something that is listed? */
function isCurrency(state: EngineState, currency: string): boolean {
  for (const { instrument } of state.markets.values())
    if (instrument.base === currency || instrument.quote === currency) return true
  return false
}

const moved = ({ log }: EngineState, purses: readonly Purse[]): Answer => ({
  ok: true,
  value: { moved: { id: log.seq, balances: purses.map(balanceOf), time: log.now } },
})
