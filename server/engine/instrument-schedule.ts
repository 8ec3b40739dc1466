/** Opening and delisting of instruments at their times (N5). */

import type { Instrument, InstrumentState } from "#core/instrument/instrument.ts"
import { checkTimes } from "#core/instrument/listing.ts"
import type { TimeMs } from "#core/money/units.ts"
import { isOpen } from "#core/order/order-status.ts"
import { refuse } from "#core/wire/problem.ts"
import { listedOf } from "./all-listed.ts"
import { DONE, type DoneAnswer } from "./answer.ts"
import type { ScheduleInstrument } from "./command.ts"
import { settleDelisted } from "./contracts/settle-delisted.ts"
import { endPausedIn } from "./paused/end-paused.ts"
import type { EngineState } from "./state.ts"
import { leaveOpening, stateWithin } from "./trading-pauses.ts"

/** True from its end on (N5). */
export const isDelisted = ({ delistAt }: Pick<Instrument, "delistAt">, now: TimeMs): boolean =>
  delistAt !== undefined && delistAt <= now

/** True until it opens (N5). */
export const isUnopened = ({ openAt }: Pick<Instrument, "openAt">, now: TimeMs): boolean =>
  openAt !== undefined && openAt > now

/**
 * `instrument.schedule`. A market whose opening is set into the future is halted until then; one whose opening is taken
 * away opens. `UNKNOWN_INSTRUMENT`; `DELISTED`: its end has come, which is for good; `FORMAT` with the reason for times
 * that no listing may have, and for an end that isn't ahead.
 */
export function scheduleInstrument(state: EngineState, command: ScheduleInstrument): DoneAnswer {
  const { instrument: id, delistAt } = command
  const listed = listedOf(state, id)
  if (!listed) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
  const { now } = state.log
  if (isDelisted(listed.instrument, now)) return refuse("DELISTED", { instrument: id })
  const reasons = checkTimes({ id, ...withTimes({}, command) })
  if (delistAt !== undefined && delistAt <= now) reasons.push(`${id} can't be delisted in the past`)
  if (reasons.length > 0) return refuse("FORMAT", { instrument: id, reason: reasons.join("; ") })
  const { openAt: _, delistAt: __, ...same } = listed.instrument
  const wasUnopened = isUnopened(listed.instrument, now)
  const scheduled: Instrument = withTimes(same, command)
  listed.instrument = scheduled
  setTimers(state, scheduled)
  const wanted = wasUnopened ? "open" : scheduled.state
  listed.setState(stateOnSchedule(state, scheduled, wanted))
  return DONE
}

/** The fields with those of the times that are given. */
export function withTimes<Fields extends object>(
  fields: Fields,
  { openAt, delistAt }: { openAt?: TimeMs | undefined; delistAt?: TimeMs | undefined },
): Fields {
  return {
    ...fields,
    ...(openAt === undefined ? {} : { openAt }),
    ...(delistAt === undefined ? {} : { delistAt }),
  }
}

/** The state that an instrument gets which is to have this one: its times and the exchange's pauses come first. */
export function stateOnSchedule(
  state: EngineState,
  instrument: Pick<Instrument, "id" | "openAt" | "delistAt">,
  wanted: InstrumentState,
): InstrumentState {
  const { now } = state.log
  if (isDelisted(instrument, now) || isUnopened(instrument, now)) return "halted"
  return stateWithin(state, instrument.id, wanted)
}

/** Timers for what of its times lies ahead, in place of those there are. What its times halt, no pause opens. */
export function setTimers(state: EngineState, instrument: Instrument): void {
  const { timers, log } = state
  const { id, openAt, delistAt } = instrument
  if (isDelisted(instrument, log.now) || isUnopened(instrument, log.now)) leaveOpening(state, id)
  timers.remove("open", id)
  timers.remove("delist", id)
  if (openAt !== undefined && openAt > log.now) timers.add({ due: openAt, name: "open", key: id })
  if (delistAt !== undefined && delistAt > log.now) timers.add({ due: delistAt, name: "delist", key: id })
}

/** The timer `open`: trading begins, unless the self-audit has stopped it everywhere. */
export function openOnTime(state: EngineState, id: string): void {
  const listed = listedOf(state, id)
  if (listed) listed.setState(stateOnSchedule(state, listed.instrument, "open"))
}

/**
 * The timer `delist`: halted for good; every order there is cancelled, in order of id, those that are paused end, and a contract's positions settle.
 * Second contracts that are open settle as they would have.
 */
export function delist(state: EngineState, id: string): void {
  const listed = listedOf(state, id)
  if (!listed) return
  leaveOpening(state, id)
  listed.setState("halted")
  const market = state.markets.get(id)
  if (!market) return
  const orders = [...state.orders.values()].filter((order) => order.instrument === id)
  orders.sort((one, other) => one.id - other.id)
  // The end of one leg has ended the other (S16).
  for (const order of orders) if (isOpen(order)) market.cancel(order, "DELISTED")
  endPausedIn(state, id, "DELISTED")
  if (market.instrument.kind === "perpetual") settleDelisted(state, market.instrument)
}
