/** Fires the timers that are due (T2, T3, T5). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { nextFundingAfter, PREMIUM_EVERY_MS } from "#core/position/funding-rate.ts"
import { endAiDay } from "./ai/end-ai-day.ts"
import { DeleveragingRanks } from "./contracts/deleveraging-ranks.ts"
import { liquidate } from "./contracts/liquidate.ts"
import { payFunding } from "./contracts/pay-funding.ts"
import { workOffFund } from "./contracts/take-over.ts"
import { endWait } from "./custody/decide-withdrawals.ts"
import { delist, openOnTime } from "./instrument-schedule.ts"
import { expireOrders } from "./orders/expire-orders.ts"
import { fireOnMark, fireReached } from "./orders/place-order.ts"
import { runOut } from "./orders/run-countdowns.ts"
import { expirePaused } from "./paused/end-paused.ts"
import type { PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import { MARK_EVERY_MS } from "./pricing/perpetual-pricing.ts"
import { INTEREST_EVERY_MS } from "./risk/perpetual/open-interest.ts"
import { raiseLossLimit } from "./second/loss-limit.ts"
import { refundSilent } from "./second/settle-seconds.ts"
import type { EngineState } from "./state.ts"
import type { Timer, TimerName } from "./timers.ts"
import { openAfterStart } from "./trading-pauses.ts"
import { runTwaps } from "./twap/run-twaps.ts"
import { beginDay } from "./users.ts"

/** T6: a longer gap between two commands is downtime. */
const DOWNTIME_MS = 60_000

/** T5: after downtime these fire once, at their last moment, instead of for each one missed. */
const COALESCED_EVERY_MS: Partial<Record<TimerName, TimeMs>> = {
  mark: MARK_EVERY_MS,
  premium: PREMIUM_EVERY_MS,
}

interface PerpetualTimer extends Timer {
  name: "mark" | "premium" | "funding"
}

/** Fires all that is due by `time`, in order, each with its due time as now (T2). */
export function fireTimers(state: EngineState, time: TimeMs): void {
  const isAfterDowntime = time - state.log.now > DOWNTIME_MS
  for (let timer = state.timers.take(time); timer; timer = state.timers.take(time)) {
    const every = isAfterDowntime ? COALESCED_EVERY_MS[timer.name] : undefined
    if (every !== undefined && timer.due + every <= time) {
      state.timers.add({ ...timer, due: Math.floor(time / every) * every })
      continue
    }
    state.log.now = timer.due
    fire(state, timer, time)
  }
}

/** `time`: of the command that lets it fire. */
function fire(state: EngineState, { name, key, due }: Timer, time: TimeMs): void {
  if (name === "housekeeping") forgetKeys(state, due)
  else if (name === "house-net") {
    state.clearings.perpetual.settleHouse()
    state.ledger.tellHouseNet()
  } else if (name === "start") openAfterStart(state)
  else if (name === "levels") beginDay(state, due)
  else if (name === "open") openOnTime(state, key)
  else if (name === "delist") delist(state, key)
  else if (name === "second-refund") refundSilent(state, key)
  else if (name === "loss-limit") raiseLossLimit(state, key)
  else if (name === "withdraw-wait") endWait(state, Number(key))
  else if (name === "ai-day") endAiDay(state, due)
  else if (name === "countdown") runOut(state, due)
  else if (name === "expiry") expireOrders(state, due)
  else if (name === "paused") expirePaused(state, due)
  else if (name === "twap") runTwaps(state, due, time)
  else if (name === "stops") fireReached(state, key, time)
  else firePerpetual(state, { name, key, due })
}

function firePerpetual(state: EngineState, { name, key, due }: PerpetualTimer): void {
  const pricing = state.pricings.get(key)
  const instrument = state.markets.get(key)?.instrument
  if (!pricing || instrument?.kind !== "perpetual")
    throw new Error(`timer ${name} of ${key}, which is no perpetual`)
  state.timers.add({ name, key, due: firePricing(state, name, { pricing, instrument, due }) })
}

/** Answers when it is due again. */
function firePricing(
  state: EngineState,
  name: "mark" | "premium" | "funding",
  { pricing, instrument, due }: { pricing: PerpetualPricing; instrument: PerpetualInstrument; due: TimeMs },
): TimeMs {
  if (name === "funding") {
    const settled = pricing.settleFunding(instrument, due)
    state.log.push(settled)
    payFunding(state, instrument, settled)
    return nextFundingAfter(due, instrument)
  }
  if (name === "premium") {
    pricing.takePremium(instrument, due)
    return due + PREMIUM_EVERY_MS
  }
  if (due % INTEREST_EVERY_MS === 0) sampleInterest(state, instrument.id, due)
  const mark = pricing.takeMark(instrument, due)
  if (mark) {
    state.log.push(mark)
    state.clearings.perpetual.accounts.solvency.marked(instrument.id, mark.mark)
    actOnMark(state, instrument, mark.mark)
  }
  return due + MARK_EVERY_MS
}

/** P31: at a fixed step, whatever the mark and the trading state. */
function sampleInterest({ log, clearings }: EngineState, instrument: string, time: TimeMs): void {
  const size = clearings.perpetual.accounts.interest.of(instrument)
  log.push({ type: "open-interest", instrument, size, time, isSample: true })
}

/**
 * P24: what a new mark sets off, in this order: stops, take-profits and stop-losses, liquidation, then the work of the fund; only while trading is open
 * (N3), and some moments after a restart (N6).
 */
function actOnMark(state: EngineState, { id, state: trading }: PerpetualInstrument, mark: Price8): void {
  if (trading !== "open" || state.log.now < (state.pauses.liquidatesFrom ?? 0)) return
  const market = state.markets.get(id)
  if (market) fireOnMark(state, market, mark)
  const ranks = new DeleveragingRanks(state)
  liquidate(state, id, ranks)
  workOffFund(state, id, ranks)
  ranks.end()
  // A take-over may have closed a position without a walk, in any contract of a cross account.
  for (const turned of state.clearings.perpetual.accounts.turnedIn()) state.markets.get(turned)?.endLeftOver()
}

function forgetKeys(state: EngineState, now: TimeMs): void {
  state.keys.forget(now)
  const due = state.keys.nextDue()
  if (due !== undefined) state.timers.add({ due, name: "housekeeping", key: "keys" })
}
