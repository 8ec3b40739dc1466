/** Listing and changing of instruments, and their states (N3, N5). */

import type { Instrument, SecondInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { checkListing } from "#core/instrument/listing.ts"
import { nextFundingAfter, PREMIUM_EVERY_MS } from "#core/position/funding-rate.ts"
import { refuse } from "#core/wire/problem.ts"
import { listedOf } from "./all-listed.ts"
import { DONE, type DoneAnswer } from "./answer.ts"
import type { SetInstrument, SetInstrumentState } from "./command.ts"
import { isDelisted, isUnopened, setTimers, stateOnSchedule, withTimes } from "./instrument-schedule.ts"
import { Market } from "./matching/market.ts"
import { IndexPrice } from "./pricing/index-price.ts"
import { MARK_EVERY_MS, PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import type { EngineState } from "./state.ts"
import { leaveOpening } from "./trading-pauses.ts"

const INSTRUMENTS_MAX = 5_000
export const INDEXES_MAX = 5_000

/**
 * `instrument.set`. A listing that core forbids is `FORMAT` with the reasons. Kind, currencies, tick and lot change only
 * while nobody has an order there and it isn't open: else `TRADING_STATE`.
 */
export function setInstrument(state: EngineState, { instrument, firstTradeId }: SetInstrument): DoneAnswer {
  const { id } = instrument
  const reasons = listingProblems(state, instrument)
  if (reasons.length > 0) return refuse("FORMAT", { instrument: id, reason: reasons.join("; ") })
  return instrument.kind === "second"
    ? setSecond(state, instrument)
    : setMarket(state, { instrument, ...(firstTradeId === undefined ? {} : { firstTradeId }) })
}

/** Its terms may change at any time: what is open keeps what it opened with. */
function setSecond(state: EngineState, given: SecondInstrument): DoneAnswer {
  const known = state.seconds.listed.get(given.id)
  const listed = onSchedule(state, given, known?.instrument)
  const listing = known ?? state.seconds.list(listed)
  listing.instrument = listed
  setTimers(state, listed)
  listing.tellInstrument()
  return DONE
}

/** As it is listed now. The times are the operator's: a listing that names none keeps those there were. */
function onSchedule<Given extends Instrument>(
  state: EngineState,
  given: Given,
  before: Instrument | undefined,
): Given {
  const listed = withTimes(given, {
    openAt: given.openAt ?? before?.openAt,
    delistAt: given.delistAt ?? before?.delistAt,
  })
  return { ...listed, state: stateOnSchedule(state, listed, listed.state) }
}

function setMarket(
  state: EngineState,
  command: { instrument: TradedInstrument; firstTradeId?: number },
): DoneAnswer {
  const { id } = command.instrument
  const known = state.markets.get(id)
  const before = known?.instrument
  // A position's size and mark would mean something else.
  if (before && !keepsPositions(before, command.instrument) && hasPositions(state, id))
    return refuse("TRADING_STATE", { state: before.state })
  const instrument = onSchedule(state, command.instrument, before)
  if (!known || !hasSameSteps(known.instrument, instrument)) {
    if (known && (known.instrument.state === "open" || !known.isEmpty))
      return refuse("TRADING_STATE", { state: known.instrument.state })
    const firstTradeId = known?.nextTradeId ?? command.firstTradeId ?? 1
    state.markets.set(instrument.id, createMarket(state, instrument, firstTradeId))
  } else {
    known.instrument = instrument
    state.clearings.perpetual.accounts.solvency.termsChanged(id)
  }
  setPricing(state, instrument, before)
  setTimers(state, instrument)
  state.markets.get(id)?.tellInstrument()
  return DONE
}

/** A market without orders, cleared as its kind asks. */
export function createMarket(
  { settings, log, orders, clearings }: EngineState,
  instrument: TradedInstrument,
  firstTradeId: number,
): Market {
  const book = settings.createBook(instrument.notionalUnit)
  return new Market(instrument, { book, log, orders, clearing: clearings[instrument.kind], firstTradeId })
}

/** `instrument.state` (N3). Nothing opens before its time (`WRONG_STATE`) or after its end (`DELISTED`). */
export function setInstrumentState(state: EngineState, command: SetInstrumentState): DoneAnswer {
  const listed = listedOf(state, command.instrument)
  if (!listed) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.instrument })
  const { now } = state.log
  if (isDelisted(listed.instrument, now)) return refuse("DELISTED", { instrument: command.instrument })
  const isTooSoon = state.pauses.audit !== undefined || isUnopened(listed.instrument, now)
  if (command.state === "open" && isTooSoon) return refuse("WRONG_STATE")
  leaveOpening(state, command.instrument)
  listed.setState(command.state)
  return DONE
}

/** The index of this name, made if there is room; undefined beyond {@link INDEXES_MAX}. */
export function indexNamed(state: EngineState, name: string): IndexPrice | undefined {
  const known = state.indexes.get(name)
  if (known || state.indexes.size >= INDEXES_MAX) return known
  const index = new IndexPrice(name, state.settings.indexWeights)
  state.indexes.set(name, index)
  return index
}

function listingProblems(state: EngineState, instrument: Instrument): string[] {
  const problems = checkListing(instrument)
  const { delistAt } = instrument
  const known = listedOf(state, instrument.id)
  if (delistAt !== undefined && delistAt <= state.log.now && delistAt !== known?.instrument.delistAt)
    problems.push(`${instrument.id} can't be delisted in the past`)
  if (instrument.kind === "perpetual" && 24 % instrument.fundingHours !== 0)
    problems.push(`${instrument.id} has ${instrument.fundingHours} funding hours, which don't divide a day`)
  if (instrument.kind === "perpetual" && instrument.quote !== "USDT")
    problems.push(`${instrument.id} is quoted in ${instrument.quote}; contracts settle in USDT`)
  if (instrument.kind === "second" && instrument.quote !== "USDT")
    problems.push(`${instrument.id} is quoted in ${instrument.quote}; second contracts settle in USDT`)
  if (known && (known.instrument.kind === "second") !== (instrument.kind === "second"))
    problems.push(`${instrument.id} is listed as ${known.instrument.kind} already`)
  if (!known && state.markets.size + state.seconds.listed.size >= INSTRUMENTS_MAX)
    problems.push(`${INSTRUMENTS_MAX} instruments are listed already`)
  return problems
}

const hasPositions = ({ clearings }: EngineState, id: string): boolean =>
  clearings.perpetual.accounts.partsWithPositions(id).length > 0

const keepsPositions = (before: TradedInstrument, after: TradedInstrument): boolean =>
  hasSameSteps(before, after) &&
  (before.kind !== "perpetual" || (after.kind === "perpetual" && before.index === after.index))

const hasSameSteps = (a: TradedInstrument, b: TradedInstrument): boolean =>
  a.kind === b.kind &&
  a.base === b.base &&
  a.quote === b.quote &&
  a.tick === b.tick &&
  a.lot === b.lot &&
  a.notionalUnit === b.notionalUnit

/** A perpetual has prices of its own and three timers; what changes them starts them anew. */
function setPricing(
  state: EngineState,
  instrument: TradedInstrument,
  before: TradedInstrument | undefined,
): void {
  const { id } = instrument
  if (instrument.kind !== "perpetual") {
    for (const name of ["mark", "premium", "funding"] as const) state.timers.remove(name, id)
    state.pricings.delete(id)
    return
  }
  const market = state.markets.get(id)
  const index = indexNamed(state, instrument.index)
  if (!market || !index) throw new Error(`no market or no index for ${id}`)
  const goesOn =
    before?.kind === "perpetual" && before.index === instrument.index && hasSameSteps(before, instrument)
  if (!goesOn) state.pricings.set(id, new PerpetualPricing(market, index))
  const { now } = state.log
  for (const name of ["mark", "premium", "funding"] as const) state.timers.remove(name, id)
  if (isDelisted(instrument, now)) return
  state.timers.add({ due: nextMultiple(now, MARK_EVERY_MS), name: "mark", key: id })
  state.timers.add({ due: nextMultiple(now, PREMIUM_EVERY_MS), name: "premium", key: id })
  state.timers.add({ due: nextFundingAfter(now, instrument), name: "funding", key: id })
}

const nextMultiple = (now: number, every: number): number => (Math.floor(now / every) + 1) * every
