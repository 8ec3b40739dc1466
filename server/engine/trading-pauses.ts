/** Pauses by the exchange itself, in which markets are cancel-only: after a start (N6), and by the self-audit. */

import type { InstrumentState } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import { refuse } from "#core/wire/problem.ts"
import { allListed, listedOf } from "./all-listed.ts"
import { DONE, type DoneAnswer } from "./answer.ts"
import type { StartClock, StopForAudit } from "./command.ts"
import { checkBooks } from "./ledger/check-books.ts"
import type { EngineState } from "./state.ts"

/** N6: how long users get, and how much longer after a long silence. */
const PAUSE_MS = 10_000
const LONG_PAUSE_MS = 60_000
const LONG_SILENCE_MS = 300_000
/** How long marks have to come again before they liquidate anybody. */
const FRESH_MARKS_MS = 10_000

/** Plain data, so that a snapshot can carry it. */
export interface TradingPauses {
  /** Instruments that are cancel-only since a start, and open when the timer `start` fires. */
  opening: string[]
  /** N6: contracts are liquidated from then on only, so that marks are fresh. */
  liquidatesFrom?: TimeMs
  /** The self-audit has stopped trading. */
  audit?: { reason: string; wereOpen: string[] }
}

/** For snapshots. */
export const copyPauses = ({ opening, audit, liquidatesFrom }: TradingPauses): TradingPauses => ({
  opening: [...opening],
  ...(liquidatesFrom !== undefined && { liquidatesFrom }),
  ...(audit && { audit: { reason: audit.reason, wereOpen: [...audit.wereOpen] } }),
})

/**
 * `clock.start`, the first command of every start: what was open is cancel-only for a while, so that its owners get
 * their moment. `silence`: how long nothing was heard. An engine without instruments has nothing to wait for.
 */
export function startClock(state: EngineState, command: StartClock, silence: TimeMs): DoneAnswer {
  if (command.stopsPerCommand !== undefined) state.stopsPerCommand = command.stopsPerCommand
  if (command.exposureLimit !== undefined) state.seconds.exposureLimit = command.exposureLimit
  if (command.settlesContracts) state.clearings.perpetual.beginToSettle()
  const pause = pauseAfterStart(command, silence)
  const opening = new Set(state.pauses.opening)
  state.timers.remove("start", "")
  for (const id of closeOpen(state)) opening.add(id)
  state.pauses.opening = [...opening].sort()
  if (opening.size === 0) return DONE
  if (pause > 0) state.timers.add({ due: state.log.now + pause, name: "start", key: "" })
  else openAfterStart(state)
  return DONE
}

/** N6: how long the pause of this start lasts, ms. */
export const pauseAfterStart = ({ pauseMs }: StartClock, silence: TimeMs): TimeMs =>
  pauseMs ?? (silence > LONG_SILENCE_MS ? LONG_PAUSE_MS : PAUSE_MS)

/** Makes what is open cancel-only; by id, as a restored engine knows no other order (T1). */
function closeOpen(state: EngineState): string[] {
  const open = allListed(state).filter(({ instrument }) => instrument.state === "open")
  for (const listed of open) listed.setState("cancel-only")
  return open.map(({ instrument }) => instrument.id)
}

/** The moment is over. */
export function openAfterStart(state: EngineState): void {
  const { opening } = state.pauses
  state.pauses.opening = []
  state.pauses.liquidatesFrom = state.log.now + FRESH_MARKS_MS
  for (const id of opening) listedOf(state, id)?.setState("open")
}

/** `audit.stop`: everything cancel-only, transfers stopped, until `audit.resume`. */
export function stopForAudit(state: EngineState, { reason }: StopForAudit): DoneAnswer {
  if (state.pauses.audit) return DONE
  const wereOpen = new Set(state.pauses.opening)
  state.timers.remove("start", "")
  state.pauses.opening = []
  for (const id of closeOpen(state)) wereOpen.add(id)
  state.pauses.audit = { reason, wereOpen: [...wereOpen].sort() }
  state.log.push({ type: "audit", isStopped: true, reason })
  return DONE
}

/** `audit.resume`: what was open opens again, if a full recount finds nothing. Nothing is healed by it. */
export function resumeAfterAudit(state: EngineState): DoneAnswer {
  const { audit } = state.pauses
  if (!audit) return refuse("WRONG_STATE")
  const [wrong] = checkBooks(state)
  if (wrong !== undefined) return refuse("WRONG_STATE", { reason: wrong })
  delete state.pauses.audit
  for (const id of audit.wereOpen) listedOf(state, id)?.setState("open")
  state.log.push({ type: "audit", isStopped: false, reason: audit.reason })
  return DONE
}

/** The state that a listing which asks for this one gets: what a pause keeps cancel-only stays so. */
export function stateWithin({ pauses }: EngineState, id: string, wanted: InstrumentState): InstrumentState {
  const { opening, audit } = pauses
  if (wanted !== "open" || !(audit || opening.includes(id))) return wanted
  if (audit && !audit.wereOpen.includes(id)) audit.wereOpen = [...audit.wereOpen, id].sort()
  return "cancel-only"
}

/** The operator or the schedule decides about an instrument: the end of a pause does not reopen it. */
export function leaveOpening({ pauses }: EngineState, id: string): void {
  pauses.opening = pauses.opening.filter((other) => other !== id)
  if (pauses.audit) pauses.audit.wereOpen = pauses.audit.wereOpen.filter((other) => other !== id)
}
