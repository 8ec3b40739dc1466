/** What happens by itself when its time has come? (exchange.md T2, T3, T5) */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { nextFundingAfter, PREMIUM_EVERY_MS } from "./pricing/funding-rate.ts"
import type { PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import { MARK_EVERY_MS } from "./pricing/perpetual-pricing.ts"
import type { EngineState } from "./state.ts"
import type { Timer, TimerName } from "./timers.ts"
import { openAfterStart } from "./trading-stops.ts"
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
    fire(state, timer)
  }
}

function fire(state: EngineState, { name, key, due }: Timer): void {
  if (name === "housekeeping") forgetKeys(state, due)
  else if (name === "house-net") state.ledger.tellHouseNet()
  else if (name === "start") openAfterStart(state)
  else if (name === "levels") beginDay(state, due)
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
    state.log.push(pricing.settleFunding(instrument, due))
    return nextFundingAfter(due, instrument)
  }
  if (name === "premium") {
    pricing.takePremium(instrument, due)
    return due + PREMIUM_EVERY_MS
  }
  const mark = pricing.takeMark(instrument, due)
  if (mark) state.log.push(mark)
  return due + MARK_EVERY_MS
}

function forgetKeys(state: EngineState, now: TimeMs): void {
  state.keys.forget(now)
  const due = state.keys.nextDue()
  if (due !== undefined) state.timers.add({ due, name: "housekeeping", key: "keys" })
}
