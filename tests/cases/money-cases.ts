/** Fees, reservations and conversions of published cases, by the ledger and the roundings that run in production. */

import * as z from "zod/mini"
import { Decimal } from "#core/money/decimal.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { EventLog } from "#server/engine/event-log.ts"
import type { Balance } from "#server/engine/ledger/balance.ts"
import { Ledger } from "#server/engine/ledger/ledger.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor, decimal, readAs, text, whole } from "./read-inputs.ts"

/** `0.00001 ETH`. */
const commission = z.string().check(z.regex(/^\d+(?:\.\d+)? \w+$/))
const PART = z.object({ qty: decimal, price: decimal, commission })
const FILL = z.extend(PART, { side: z.enum(["buy", "sell"]) })
type Fill = z.output<typeof FILL>
const RESERVATION = z.object({ pending: whole, resolve: text })
const EXCHANGE = z.object({
  send: z.string().check(z.regex(/^\d+(?:\.\d+)? \w+$/)),
  rate: decimal,
  scales: z.record(z.string(), z.int()),
})
type Exchange = z.output<typeof EXCHANGE>

export const moneyAdapters: Readonly<Record<string, Adapter>> = {
  "spot.base_fee_reduces_qty": adapterFor(z.object({ fills: z.array(FILL) }), ({ fills }) => {
    const holding = new Holding()
    const steps = fills.map((fill) => holding.take(fill))
    return Object.fromEntries(steps.map((quantity, at) => [`qty_${at + 1}`, quantity]))
  }),
  "spot.round_trip": adapterFor(z.object({ buy: PART, sell: PART }), ({ buy, sell }) => {
    const holding = new Holding()
    const qty_after_buy = holding.take({ side: "buy", ...buy })
    const qty_after_sell = holding.take({ side: "sell", ...sell })
    const gain = new Decimal(sell.price).minus(buy.price).times(sell.qty)
    const [fee = "0"] = sell.commission.split(" ")
    return { qty_after_buy, qty_after_sell, realised_pnl: gain.minus(fee).toFixed() }
  }),
  "ledger.two_phase": (inputs) =>
    "flag" in inputs ? isReserved(inputs) : twoPhase(readAs(RESERVATION, inputs)),
  "ledger.linked_exchange": adapterFor(EXCHANGE, linkedExchange),
}

/** A ledger, and one holder's balance of one currency. */
function openBalance(): { ledger: Ledger; balance: Balance; pay: (amount: bigint) => void } {
  const ledger = new Ledger({ log: new EventLog(), houseAccounts: new Set(), houseMoved: () => undefined })
  const balance = ledger.balance("case", "funding", "CASE")
  const pay = (amount: bigint) => {
    ledger.open("capital", "case")
    ledger.own(ledger.system(amount > 0n ? "faucet" : "fees", "CASE"), -amount)
    ledger.available(balance, amount)
    ledger.close()
  }
  return { ledger, balance, pay }
}

/** What is held of a base currency that pays its own commissions. */
class Holding {
  readonly #balance = openBalance()
  #base: string | undefined

  take({ side, qty, commission }: Fill): string {
    const [fee = "0", currency] = commission.split(" ")
    // The fee of a buy is in what is received.
    if (side === "buy") this.#base ??= currency
    this.#balance.pay(side === "buy" ? amountOf(qty) : -amountOf(qty))
    if (currency === this.#base && amountOf(fee) > 0n) this.#balance.pay(-amountOf(fee))
    return formatAmount(this.#balance.balance.available)
  }
}

/** A reservation that is then posted in part or in full, or voided; all amounts whole. */
function twoPhase({ pending, resolve }: z.output<typeof RESERVATION>): Record<string, string> {
  const [, verb = "", text] = /^(post|void)(?: (\d+))?/.exec(resolve) ?? []
  if (verb === "") throw new CannotRun(`can't read how it is resolved: ${resolve}`)
  const { ledger, balance, pay } = openBalance()
  pay(pending)
  ledger.freeze(balance, pending, 1)
  const before = { pending: balance.held, posted: pending - balance.available - balance.held }
  const posted = verb === "void" ? 0n : text === undefined ? pending : BigInt(text)
  ledger.open("trade", "case")
  ledger.held(balance, -posted)
  ledger.own(ledger.system("fees", "CASE"), posted)
  ledger.close()
  ledger.freeze(balance, -balance.held, 1)
  return {
    debits_pending_after_pending: String(before.pending),
    debits_posted_after_pending: String(before.posted),
    debits_pending_final: String(balance.held),
    debits_posted_final: String(pending - balance.available),
  }
}

/** May this be reserved, beside what was debited and reserved before? Ours is the stricter of both flags: I2. */
function isReserved(inputs: Record<string, unknown>): { accepted: boolean } {
  const { flag } = inputs
  const of = (name: string) => readAs(whole, inputs[name] ?? "0")
  const [gains, spends] =
    flag === "credits_must_not_exceed_debits" ? ["debits", "credits"] : ["credits", "debits"]
  const { ledger, balance, pay } = openBalance()
  if (of(`${gains}_posted`) > 0n) pay(of(`${gains}_posted`))
  try {
    const spent = of(`${spends}_posted`)
    ledger.open("capital", "case")
    ledger.available(balance, -spent)
    ledger.own(ledger.system("fees", "CASE"), spent)
    ledger.close()
    ledger.freeze(balance, of(`${spends}_pending`) + of("new_pending"), 1)
    return { accepted: true }
  } catch {
    return { accepted: false }
  }
}

/** U5: a conversion is rounded to the nearest unit of what is received. */
function linkedExchange({ send, rate, scales }: Exchange): Record<string, string> {
  const [sent = "", from = ""] = send.split(" ")
  const to = Object.keys(scales).find((currency) => currency !== from) ?? ""
  const debit = BigInt(new Decimal(sent).times(10 ** (scales[from] ?? 0)).toFixed(0))
  const places = new Decimal(rate).decimalPlaces()
  const scaled = BigInt(new Decimal(rate).times(new Decimal(10).pow(places)).toFixed(0))
  const by = 10n ** BigInt(places + (scales[from] ?? 0))
  const credit = divideNearest(debit * scaled * 10n ** BigInt(scales[to] ?? 0), by)
  return {
    [`debit_${from.toLowerCase()}`]: String(debit),
    [`credit_${to.toLowerCase()}`]: String(credit),
  }
}

function amountOf(text: string): Amount {
  const parsed = parseAmount(text)
  if (!parsed.ok) throw new CannotRun(`${text} is ${parsed.problem}`)
  return parsed.value
}
