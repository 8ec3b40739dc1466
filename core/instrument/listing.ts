/** May an instrument be listed, and what is an order of it worth? (exchange.md U1, U3, U4, N5) */

import { type Amount, type Price8, STEP_COUNT_MAX, UNITS_PER_COIN } from "../money/units.ts"
import type { Instrument, SecondInstrument, TradedInstrument } from "./instrument.ts"

/** U3: an index must stand at 0.001 of the quote or above; smaller coins are listed by the thousand (`1000X`). */
const INDEX_PRICE_LEAST = 100_000n
/** Rates lie within −100 % … 1000 %, in 1e-8 (exchange.md section 1). */
const RATE_MAX = 10n ** 9n

/**
 * Everything that forbids listing an instrument, as sentences for the operator, each with its rule; empty when it may
 * be listed. `indexPrice` (1e-8 of the quote) adds U3 for perpetuals and second contracts, where one is known.
 */
export function checkListing(instrument: Instrument, indexPrice?: Price8): string[] {
  const problems = checkSteps(instrument)
  if (instrument.kind === "second") problems.push(...checkPeriods(instrument))
  else problems.push(...checkBookFields(instrument))
  if (instrument.kind !== "spot" && indexPrice !== undefined && indexPrice < INDEX_PRICE_LEAST)
    problems.push(`U3: ${instrument.id} has an index below 0.001, list it by the thousand`)
  return problems
}

/**
 * Turnover of `lots` at `ticks` in 1e-8 of the quote: exact, never rounded (U1).
 * @example BTC/USDT, tick 0.01, lot 0.00001: notional(btc, 6728410, 100000) // 67284.10 USDT for one bitcoin
 */
export function notional(instrument: { notionalUnit: bigint }, ticks: number, lots: number): Amount {
  // A product that is safe as a number is exact, and spares half of the work.
  const product = ticks * lots
  if (Number.isSafeInteger(product)) return (BigInt(product) * instrument.notionalUnit) as Amount
  return (BigInt(ticks) * BigInt(lots) * instrument.notionalUnit) as Amount
}

function checkSteps({ id, tick, lot, notionalUnit }: Instrument): string[] {
  if (tick <= 0n || lot <= 0n) return [`U1: ${id} needs a tick and a lot above 0`]
  const problems: string[] = []
  if ((tick * lot) % UNITS_PER_COIN !== 0n)
    problems.push(`U1: ${id} has tick × lot of ${tick * lot}, which is no whole number of 1e-8 quote units`)
  else if (notionalUnit !== (tick * lot) / UNITS_PER_COIN)
    problems.push(
      `U1: ${id} says K = ${notionalUnit}, but tick × lot / 1e8 is ${(tick * lot) / UNITS_PER_COIN}`,
    )
  if (tick > BigInt(Number.MAX_SAFE_INTEGER) || lot > BigInt(Number.MAX_SAFE_INTEGER))
    problems.push(`U4: ${id} has a tick or lot above 2^53`)
  return problems
}

function checkBookFields(instrument: TradedInstrument): string[] {
  const { id, minQuantity, maxQuantity, maxMarketQuantity, minNotional, band, marketProtection } = instrument
  const problems: string[] = []
  const refuseUnless = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(sentence)
  }
  for (const [name, lots] of Object.entries({ minQuantity, maxQuantity, maxMarketQuantity }))
    refuseUnless(isStepCount(lots), `U4: ${id} has a ${name} of ${lots}, outside 1 … 2^40 lots`)
  refuseUnless(minQuantity <= maxMarketQuantity, `N5: ${id} has minQuantity above maxMarketQuantity`)
  refuseUnless(maxMarketQuantity <= maxQuantity, `N5: ${id} has maxMarketQuantity above maxQuantity`)
  refuseUnless(minNotional >= 0n, `N5: ${id} has a negative minNotional`)
  refuseUnless(band >= 0n && band < UNITS_PER_COIN, `N2: ${id} has a band outside 0 … 100 %`)
  refuseUnless(
    marketProtection > 0n && marketProtection < UNITS_PER_COIN,
    `S4: ${id} has a market protection outside 0 … 100 %`,
  )
  for (const { maker, taker } of instrument.feeSchedule ?? [])
    refuseUnless(
      isFeeRate(maker) && isFeeRate(taker) && maker + taker >= 0n,
      `N5: ${id} has a fee outside −100 … 100 %, or a rebate above the other side's fee`,
    )
  for (const name of ["maxOpenOrders", "maxStops"] as const)
    refuseUnless(
      Number.isSafeInteger(instrument[name]) && instrument[name] >= 1,
      `N5: ${id} needs ${name} of at least 1`,
    )
  return problems
}

function checkPeriods({ id, periods }: SecondInstrument): string[] {
  if (periods.length === 0) return [`N5: ${id} has no period`]
  const seconds = periods.map((period) => period.seconds)
  const problems: string[] = []
  if (new Set(seconds).size !== seconds.length) problems.push(`N5: ${id} has a period twice`)
  for (const period of periods) {
    const { minStake, maxStake, payoutRate } = period
    const isWhole = Number.isSafeInteger(period.seconds) && period.seconds >= 1
    if (!isWhole || minStake <= 0n || minStake > maxStake || payoutRate <= 0n || payoutRate > RATE_MAX)
      problems.push(`N5: ${id} has a wrong period of ${period.seconds} s`)
  }
  return problems
}

const isFeeRate = (rate: bigint) => rate > -UNITS_PER_COIN && rate < UNITS_PER_COIN
const isStepCount = (count: number) => Number.isSafeInteger(count) && count >= 1 && count <= STEP_COUNT_MAX
