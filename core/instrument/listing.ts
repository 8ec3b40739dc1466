/** Checks whether an instrument may be listed, and values an order of it (U1, U3, U4, N5). */

import { type Amount, type Price8, STEP_COUNT_MAX, UNITS_PER_COIN } from "../money/units.ts"
import type { Instrument, SecondInstrument, TradedInstrument } from "./instrument.ts"

/** U3: an index must stand at 0.001 of the quote or above; smaller coins are listed by the thousand (`1000X`). */
const INDEX_PRICE_LEAST = 100_000n
/** Rates are within −100 % … 1000 %, in 1e-8. */
const RATE_MAX = 10n ** 9n

/**
 * Everything that forbids listing an instrument, as sentences for the operator; empty when it may
 * be listed. `indexPrice` (1e-8 of the quote) adds U3 for perpetuals and second contracts, where one is known.
 */
export function checkListing(instrument: Instrument, indexPrice?: Price8): string[] {
  const problems = [...checkSteps(instrument), ...checkTimes(instrument)]
  if (instrument.kind === "second") problems.push(...checkPeriods(instrument))
  else problems.push(...checkBookFields(instrument))
  if (instrument.kind !== "spot" && indexPrice !== undefined && indexPrice < INDEX_PRICE_LEAST)
    problems.push(`${instrument.id} has an index below 0.001, list it by the thousand`)
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

/** U1, U4: turnover is a whole number of units, and tick and lot are safe as numbers. */
function checkSteps({ id, tick, lot, notionalUnit }: Instrument): string[] {
  if (tick <= 0n || lot <= 0n) return [`${id} needs a tick and a lot above 0`]
  const problems: string[] = []
  if ((tick * lot) % UNITS_PER_COIN !== 0n)
    problems.push(`${id} has tick × lot of ${tick * lot}, which is no whole number of 1e-8 quote units`)
  else if (notionalUnit !== (tick * lot) / UNITS_PER_COIN)
    problems.push(`${id} says K = ${notionalUnit}, but tick × lot / 1e8 is ${(tick * lot) / UNITS_PER_COIN}`)
  if (tick > BigInt(Number.MAX_SAFE_INTEGER) || lot > BigInt(Number.MAX_SAFE_INTEGER))
    problems.push(`${id} has a tick or lot above 2^53`)
  return problems
}

/** N5: times are whole milliseconds, and an instrument opens before it ends. */
export function checkTimes({
  id,
  openAt,
  delistAt,
}: Pick<Instrument, "id" | "openAt" | "delistAt">): string[] {
  const problems: string[] = []
  for (const [name, time] of Object.entries({ openAt, delistAt }))
    if (time !== undefined && !(Number.isSafeInteger(time) && time > 0))
      problems.push(`${id} has a ${name} of ${time}, which is no time in ms`)
  if (openAt !== undefined && delistAt !== undefined && openAt >= delistAt)
    problems.push(`${id} would open at ${openAt}, not before it is delisted at ${delistAt}`)
  return problems
}

/** N5, and the ranges that U4, N2 and S4 ask for. */
function checkBookFields(instrument: TradedInstrument): string[] {
  const { id, minQuantity, maxQuantity, maxMarketQuantity, minNotional, band, marketProtection } = instrument
  const problems: string[] = []
  const refuseUnless = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(sentence)
  }
  for (const [name, lots] of Object.entries({ minQuantity, maxQuantity, maxMarketQuantity }))
    refuseUnless(isStepCount(lots), `${id} has a ${name} of ${lots}, outside 1 … 2^40 lots`)
  refuseUnless(minQuantity <= maxMarketQuantity, `${id} has minQuantity above maxMarketQuantity`)
  refuseUnless(maxMarketQuantity <= maxQuantity, `${id} has maxMarketQuantity above maxQuantity`)
  refuseUnless(minNotional >= 0n, `${id} has a negative minNotional`)
  refuseUnless(band >= 0n && band < UNITS_PER_COIN, `${id} has a band outside 0 … 100 %`)
  refuseUnless(
    marketProtection > 0n && marketProtection < UNITS_PER_COIN,
    `${id} has a market protection outside 0 … 100 %`,
  )
  for (const { maker, taker } of instrument.feeSchedule ?? [])
    refuseUnless(
      isFeeRate(maker) && isFeeRate(taker) && maker + taker >= 0n,
      `${id} has a fee outside −100 … 100 %, or a rebate above the other side's fee`,
    )
  if (instrument.kind === "spot" && instrument.feeIn !== "quote")
    refuseUnless(
      (instrument.feeSchedule ?? []).every(({ maker, taker }) => maker >= 0n && taker >= 0n),
      `${id} has a rebate, which needs fees in the quote: nothing comes in that could pay it in the base`,
    )
  for (const name of ["maxOpenOrders", "maxStops"] as const)
    refuseUnless(
      Number.isSafeInteger(instrument[name]) && instrument[name] >= 1,
      `${id} needs ${name} of at least 1`,
    )
  return problems
}

/** O4: periods differ, with a payout and a range of stakes each. */
function checkPeriods({ id, periods }: SecondInstrument): string[] {
  if (periods.length === 0) return [`${id} has no period`]
  const seconds = periods.map((period) => period.seconds)
  const problems: string[] = []
  if (new Set(seconds).size !== seconds.length) problems.push(`${id} has a period twice`)
  for (const period of periods) {
    const { minStake, maxStake, payoutRate } = period
    const isWhole = Number.isSafeInteger(period.seconds) && period.seconds >= 1
    if (!isWhole || minStake <= 0n || minStake > maxStake || payoutRate <= 0n || payoutRate > RATE_MAX)
      problems.push(`${id} has a wrong period of ${period.seconds} s`)
  }
  return problems
}

const isFeeRate = (rate: bigint) => rate > -UNITS_PER_COIN && rate < UNITS_PER_COIN
const isStepCount = (count: number) => Number.isSafeInteger(count) && count >= 1 && count <= STEP_COUNT_MAX
