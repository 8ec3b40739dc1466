/** What a withdrawal is asked before it is taken, in the order of D3: everything but codes and passwords, which come before. */

import { type ChainAsset, chainAssetOf } from "#core/chain/chain-assets.ts"
import { divideUp } from "#core/money/rounding.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type Amount, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { AccountId } from "../command.ts"
import { INPUT_MAX } from "../ledger/move-money.ts"
import { checkFrozen } from "../orders/envelope.ts"
import type { EngineState } from "../state.ts"
import type { RequestWithdrawal } from "./custody-command.ts"

/** What limits are counted in. */
const VALUED_IN = "USDT"
/** D4: of the last 24 hours, until identity is verified. */
export const DAILY_LIMIT = (1000n * UNITS_PER_COIN) as Amount

/** D4: at the index, else at the last price; 1e-8 USDT, rounded up. Null: neither is known. */
export function worthOf({ markets, indexes }: EngineState, currency: string, amount: Amount): Amount | null {
  if (currency === VALUED_IN) return amount
  const pair = `${currency}_${VALUED_IN}`
  const price: Price8 | undefined = indexes.get(pair)?.last ?? markets.get(pair)?.lastPrice
  return price ? (divideUp(amount * price, UNITS_PER_COIN) as Amount) : null
}

/** D1: credited, but its chain may still take it back; 1e-8 of the currency. */
export function notFinalOf({ custody }: EngineState, account: AccountId, currency: string): bigint {
  let sum = 0n
  for (const deposit of custody.deposits.values())
    if (deposit.account === account && deposit.currency === currency && deposit.status === "credited")
      sum += deposit.amount
  return sum
}

/** Nothing leaves now, whoever asks. */
export function checkStopped({ pauses, custody }: EngineState): Problem | undefined {
  if (pauses.audit) return { name: "TRANSFERS_STOPPED" }
  if (custody.frozen !== undefined) return { name: "WITHDRAWALS_FROZEN", values: { reason: custody.frozen } }
  return undefined
}

/** Nothing of this user leaves now. */
export const checkUser = (state: EngineState, account: AccountId): Problem | undefined =>
  checkFrozen(state, account) ?? (state.custody.claims.has(account) ? { name: "CLAIMS_OPEN" } : undefined)

/** What is asked for can be had, or why not. `worth` as {@link worthOf} says. */
export function checkRequest(
  state: EngineState,
  command: RequestWithdrawal,
  worth: Amount | null,
): ChainAsset | Problem {
  const { account, chain, currency, amount, identity } = command
  const refused = checkUser(state, account)
  if (refused) return refused
  const asset = chainAssetOf(chain, currency)
  if (!asset) return { name: "UNKNOWN_CURRENCY" }
  if (worth === null && identity !== "verified") return { name: "IDENTITY_NEEDED" }
  const stopped = checkStopped(state)
  if (stopped) return stopped
  if (!state.custody.isOpen(chain, currency)) return { name: "CHAIN_CLOSED", values: { currency } }
  if (amount <= 0n || !(command.waitMs >= 0)) return { name: "WRONG_SIZE" }
  return checkLimits(state, command, asset, worth) ?? checkFunds(state, command, asset) ?? asset
}

function checkLimits(
  { custody, log }: EngineState,
  { account, currency, amount, identity, addressReadyAt, restUntil, hasSecondProof }: RequestWithdrawal,
  { minWithdrawal }: ChainAsset,
  worth: Amount | null,
): Problem | undefined {
  if (amount < minWithdrawal)
    return { name: "MIN_WITHDRAWAL", values: { least: formatAmount(minWithdrawal), currency } }
  if (log.now < addressReadyAt && !hasSecondProof)
    return { name: "ADDRESS_WAITING", values: hoursTo(addressReadyAt - log.now) }
  if (log.now < restUntil) return { name: "REST_AFTER_CHANGE", values: hoursTo(restUntil - log.now) }
  if (identity === "verified") return undefined
  const left = DAILY_LIMIT - custody.usedBy(account, log.now)
  if ((worth ?? 0n) <= left) return undefined
  return { name: "DAILY_LIMIT", values: { left: formatAmount(left > 0n ? left : 0n), currency: VALUED_IN } }
}

const HOUR_MS = 3_600_000
const hoursTo = (ms: number) => ({ hours: Math.ceil(ms / HOUR_MS) })

/** `withdrawable = available − not final` covers amount and fee (D1). */
function checkFunds(
  state: EngineState,
  { account, currency, amount }: RequestWithdrawal,
  { withdrawalFee }: ChainAsset,
): Problem | undefined {
  if (amount > INPUT_MAX) return { name: "AMOUNT_LIMIT" }
  const { available } = state.ledger.balance(account, "funding", currency)
  const needed = amount + withdrawalFee
  if (needed > available)
    return {
      name: "INSUFFICIENT_BALANCE",
      values: { needed: formatAmount(needed), available: formatAmount(available), currency },
    }
  const most = available - notFinalOf(state, account, currency)
  if (needed <= most) return undefined
  return {
    name: "NOT_FINAL",
    values: { needed: formatAmount(needed), available: formatAmount(most > 0n ? most : 0n), currency },
  }
}
