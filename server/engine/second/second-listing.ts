/** A second contract as it is listed: no book of its own, it opens and settles on ticks of its index (N5, O4). */

import type { InstrumentState, SecondInstrument } from "#core/instrument/instrument.ts"
import type { EventLog } from "../event-log.ts"
import { instrumentEvent, type Listed } from "../listed.ts"

export class SecondListing implements Listed {
  instrument: SecondInstrument
  readonly #log: EventLog

  constructor(instrument: SecondInstrument, log: EventLog) {
    this.instrument = instrument
    this.#log = log
  }

  setState(state: InstrumentState): void {
    this.instrument = { ...this.instrument, state }
    this.tellInstrument()
  }

  tellInstrument(): void {
    this.#log.push(instrumentEvent(this.instrument))
  }
}
