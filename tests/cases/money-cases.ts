/** Fees, reservations and conversions of published cases, by the ledger and the roundings that run in production. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { Decimal } from "#core/money/decimal.ts"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import { EventLog } from "#server/engine/event-log.ts"
import { Ledger } from "#server/engine/ledger/ledger.ts"
import type { Purse } from "#server/engine/ledger/purse.ts"
import { divideNearest } from "#server/engine/rounding.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { type Adapter, CannotRun } from "./case-file.ts"

export const moneyAdapters: Readonly<Record<string, Adapter>> = {
  "fee.simple": (inputs) => ({ fee: simpleFee(inputs as Record<string, string>) }),
  "spot.base_fee_reduces_qty": ({ fills }) => {
    const holding = new Holding()
    const steps = (fills as Fill[]).map((fill) => holding.take(fill))
    return Object.fromEntries(steps.map((quantity, at) => [`qty_${at + 1}`, quantity]))
  },
  "spot.round_trip": ({ buy, sell }) => {
    const holding = new Holding()
    const bought = { side: "buy", ...(buy as Omit<Fill, "side">) } as const
    const sold = { side: "sell", ...(sell as Omit<Fill, "side">) } as const
    const qty_after_buy = holding.take(bought)
    const qty_after_sell = holding.take(sold)
    const gain = new Decimal(sold.price).minus(bought.price).times(sold.qty)
    const [fee = "0"] = sold.commission.split(" ")
    return { qty_after_buy, qty_after_sell, realised_pnl: gain.minus(fee).toFixed() }
  },
  "ledger.two_phase": (inputs) => ("flag" in inputs ? isReserved(inputs) : twoPhase(inputs)),
  "ledger.linked_exchange": (inputs) => linkedExchange(inputs as unknown as Exchange),
}

interface Fill {
  side: "buy" | "sell"
  qty: string
  price: string
  /** `0.00001 ETH`. */
  commission: string
}

/** A ledger, and one holder's purse of one currency. */
function openPurse(): { ledger: Ledger; purse: Purse; pay: (amount: bigint) => void } {
  const ledger = new Ledger({ log: new EventLog(), houseAccounts: new Set(), houseMoved: () => undefined })
  const purse = ledger.purse("case", "funding", "CASE")
  const pay = (amount: bigint) => {
    ledger.open("capital", "case")
    ledger.own(ledger.system(amount > 0n ? "faucet" : "fees", "CASE"), -amount)
    ledger.available(purse, amount)
    ledger.close()
  }
  return { ledger, purse, pay }
}

/** What is held of a base currency that pays its own commissions. */
class Holding {
  readonly #purse = openPurse()
  #base: string | undefined

  take({ side, qty, commission }: Fill): string {
    const [fee = "0", currency] = commission.split(" ")
    // The fee of a buy is in what is received.
    if (side === "buy") this.#base ??= currency
    this.#purse.pay(side === "buy" ? amountOf(qty) : -amountOf(qty))
    if (currency === this.#base && amountOf(fee) > 0n) this.#purse.pay(-amountOf(fee))
    return formatAmount(this.#purse.purse.available)
  }
}

/** One trade through the engine, on a market of the case's own prices and rate, with the fee in the quote. */
function simpleFee(inputs: Record<string, string>): string {
  const { amount = "", price = "", liquidity = "", rate = "" } = inputs
  const [tick, lot] = [stepOf(price), stepOf(amount)]
  if ((tick * lot) % UNITS_PER_COIN !== 0n) throw new CannotRun("price and amount have too many decimals")
  const instrument: SpotInstrument = spotInstrument({
    tick,
    lot,
    notionalUnit: (tick * lot) / UNITS_PER_COIN,
    feeIn: "quote",
    maxQuantity: STEP_COUNT_MAX as Lots,
    maxMarketQuantity: STEP_COUNT_MAX as Lots,
    feeSchedule: [{ maker: amountOf(rate), taker: amountOf(rate) }],
  })
  const engine = createEngine()
  let seq = 0
  const run = (command: Parameters<typeof engine.apply>[0]["command"]) => {
    seq += 1
    return engine.apply({ seq, time: 0, command })
  }
  run({ type: "instrument.set", instrument })
  const amounts = ["ABC", "USDT"].map((currency) => ({ currency, amount: (10n ** 22n) as Amount }))
  for (const account of ["maker", "taker"]) run({ type: "faucet.draw", account, amounts })
  const order = {
    type: "order.place",
    instrument: instrument.id,
    orderType: "limit",
    price: Number(amountOf(price) / tick) as Ticks,
    quantity: Number(amountOf(amount) / lot) as Lots,
  } as const
  run({ ...order, account: "maker", side: "sell" })
  const { events } = run({ ...order, account: "taker", side: "buy" })
  const fill = events.find((event) => event.type === "fill" && event.account === liquidity)
  if (fill?.type !== "fill") throw new CannotRun(`no fill of a ${liquidity}`)
  return formatAmount(fill.fee)
}

/** A reservation that is then posted in part or in full, or voided; all amounts whole. */
function twoPhase(inputs: Record<string, unknown>): Record<string, string> {
  const pending = BigInt(String(inputs.pending))
  const [, verb = "", text] = /^(post|void)(?: (\d+))?/.exec(String(inputs.resolve)) ?? []
  if (verb === "") throw new CannotRun(`can't read how it is resolved: ${inputs.resolve}`)
  const { ledger, purse, pay } = openPurse()
  pay(pending)
  ledger.freeze(purse, pending, 1)
  const before = { pending: purse.held, posted: pending - purse.available - purse.held }
  const posted = verb === "void" ? 0n : text === undefined ? pending : BigInt(text)
  ledger.open("trade", "case")
  ledger.held(purse, -posted)
  ledger.own(ledger.system("fees", "CASE"), posted)
  ledger.close()
  ledger.freeze(purse, -purse.held, 1)
  return {
    debits_pending_after_pending: String(before.pending),
    debits_posted_after_pending: String(before.posted),
    debits_pending_final: String(purse.held),
    debits_posted_final: String(pending - purse.available),
  }
}

/** May this be reserved, beside what was debited and reserved before? Ours is the stricter of both flags: I2. */
function isReserved(inputs: Record<string, unknown>): { accepted: boolean } {
  const { flag } = inputs
  const of = (name: string) => BigInt(String(inputs[name] ?? "0"))
  const [gains, spends] =
    flag === "credits_must_not_exceed_debits" ? ["debits", "credits"] : ["credits", "debits"]
  const { ledger, purse, pay } = openPurse()
  if (of(`${gains}_posted`) > 0n) pay(of(`${gains}_posted`))
  try {
    const spent = of(`${spends}_posted`)
    ledger.open("capital", "case")
    ledger.available(purse, -spent)
    ledger.own(ledger.system("fees", "CASE"), spent)
    ledger.close()
    ledger.freeze(purse, of(`${spends}_pending`) + of("new_pending"), 1)
    return { accepted: true }
  } catch {
    return { accepted: false }
  }
}

interface Exchange {
  /** `100.00 USD`. */
  send: string
  rate: string
  /** Decimals by currency, in the order of sending and receiving. */
  scales: Record<string, number>
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

/** The step that a text's decimals need. */
const stepOf = (text: string): bigint => 10n ** BigInt(8 - new Decimal(text).decimalPlaces())
