/** How is an instrument listed, changed, opened and halted? (exchange.md N3, N5) */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { checkListing } from "#core/instrument/listing.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "./answer.ts"
import type { SetInstrument, SetInstrumentState } from "./command.ts"
import { Market } from "./matching/market.ts"
import { nextFundingAfter, PREMIUM_EVERY_MS } from "./pricing/funding-rate.ts"
import { IndexPrice } from "./pricing/index-price.ts"
import { MARK_EVERY_MS, PerpetualPricing } from "./pricing/perpetual-pricing.ts"
import type { EngineState } from "./state.ts"
import { leaveOpening, stateWithin } from "./trading-stops.ts"

const INSTRUMENTS_MAX = 5_000
export const INDEXES_MAX = 5_000

const DONE: Answer = { ok: true, value: {} }

/**
 * `instrument.set`. A listing that core forbids is `FORMAT` with the reasons. Kind, currencies, tick and lot change only
 * while nobody has an order there and it isn't open: else `TRADING_STATE`.
 */
export function setInstrument(state: EngineState, command: SetInstrument): Answer {
  const { id } = command.instrument
  const reasons = listingProblems(state, command.instrument)
  if (reasons.length > 0) return refuse("FORMAT", { instrument: id, reason: reasons.join("; ") })
  const instrument = { ...command.instrument, state: stateWithin(state, id, command.instrument.state) }
  const known = state.markets.get(instrument.id)
  const before = known?.instrument
  if (!known || !hasSameSteps(known.instrument, instrument)) {
    if (known && (known.instrument.state === "open" || !known.isEmpty))
      return refuse("TRADING_STATE", { state: known.instrument.state })
    const firstTradeId = known?.nextTradeId ?? command.firstTradeId ?? 1
    const book = state.settings.createBook(instrument.notionalUnit)
    const { log, orders, settlement } = state
    state.markets.set(instrument.id, new Market(instrument, { book, log, orders, settlement, firstTradeId }))
  } else known.instrument = instrument
  setPricing(state, instrument, before)
  state.log.push({ type: "instrument", instrument: instrument.id, state: instrument.state })
  return DONE
}

/** `instrument.state` (N3). */
export function setInstrumentState(state: EngineState, command: SetInstrumentState): Answer {
  const market = state.markets.get(command.instrument)
  if (!market) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.instrument })
  if (command.state === "open" && state.stops.audit) return refuse("WRONG_STATE")
  leaveOpening(state, command.instrument)
  market.setState(command.state)
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

function listingProblems(state: EngineState, instrument: TradedInstrument): string[] {
  const problems = checkListing(instrument)
  if (instrument.kind === "perpetual" && 24 % instrument.fundingHours !== 0)
    problems.push(
      `P5: ${instrument.id} has ${instrument.fundingHours} funding hours, which don't divide a day`,
    )
  if (!state.markets.has(instrument.id) && state.markets.size >= INSTRUMENTS_MAX)
    problems.push(`${INSTRUMENTS_MAX} instruments are listed already`)
  return problems
}

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
  state.timers.add({ due: nextMultiple(now, MARK_EVERY_MS), name: "mark", key: id })
  state.timers.add({ due: nextMultiple(now, PREMIUM_EVERY_MS), name: "premium", key: id })
  state.timers.add({ due: nextFundingAfter(now, instrument), name: "funding", key: id })
}

const nextMultiple = (now: number, every: number): number => (Math.floor(now / every) + 1) * every
