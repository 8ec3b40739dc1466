/** What is listed, whatever its kind: a market with a book, or a second contract. */

import type { Instrument, InstrumentState } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"

/** Its state or one of its times has changed (N3, N5). */
export interface InstrumentEvent {
  type: "instrument"
  instrument: string
  state: InstrumentState
  openAt?: TimeMs
  delistAt?: TimeMs
}

/** Something with a state and times (N3, N5). */
export interface Listed {
  instrument: Instrument
  /** Changes the state and tells it. */
  setState(state: InstrumentState): void
  /** Reports state and times as they now are. */
  tellInstrument(): void
}

export function instrumentEvent({ id, state, openAt, delistAt }: Instrument): InstrumentEvent {
  return {
    type: "instrument",
    instrument: id,
    state,
    ...(openAt === undefined ? {} : { openAt }),
    ...(delistAt === undefined ? {} : { delistAt }),
  }
}
