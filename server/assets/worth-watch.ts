/**
 * Notes what every account had at the end of a UTC day, and what is put into accounts or taken out of them (L7, L8). It
 * stands around the engine, so that a replay notes the same again: what was noted and not stored when the process ended is
 * noted anew by the next start.
 */

import type { TimeMs } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import type { JournalEvent, JournalKind } from "#server/engine/event.ts"
import { readLedgerAccount, userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { WatchesEngine } from "#server/exchange/watched-engine.ts"
import { amountsOfUsers, countedOf, type OwnAmounts, Valuation } from "./own-worth.ts"

export const DAY_MS = 86_400_000
/** T6: a longer gap between two commands is downtime, and the last prices before it are no prices of its days. */
const DOWNTIME_MS = 60_000
/** Ends of days within one downtime that are caught up, the newest; each takes a copy of the engine's state. */
const MISSED_MAX = 31

/** The end of a UTC day. */
export interface DayEnd {
  /** Command that came first after it. */
  seq: number
  /** 00:00 UTC. */
  time: TimeMs
  /** By user: what they had when the day was over. */
  amounts: ReadonlyMap<number, OwnAmounts>
  /** By the last prices of then; undefined: it lies in a downtime, and only the history may know them. */
  valuation: Valuation | undefined
}

/** Money that one command put into an account, or took out of it. */
interface WorthMove {
  seq: number
  time: TimeMs
  userId: number
  /** 1e-8 USDT, signed; undefined: a price isn't known. */
  value: bigint | undefined
}

/** Journals by which a user's money comes from outside or goes there. What it costs is no move: it is a loss. */
const MOVES: ReadonlySet<JournalKind> = new Set([
  "faucet",
  "deposit",
  "claim",
  "withdrawal",
  "capital",
  "correction",
])

interface WatchParts {
  /** A new engine that stands where this one stands, and knows nothing of it. */
  copyOf(engine: Engine): Engine
  log: { error(values: object, text: string): void }
}

export class WorthWatch implements WatchesEngine {
  readonly #parts: WatchParts
  /** Not stored yet, oldest first. */
  dayEnds: DayEnd[] = []
  moves: WorthMove[] = []

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** Is there something that isn't stored yet? */
  hasNoted(): boolean {
    return this.dayEnds.length > 0 || this.moves.length > 0
  }

  before({ seq, time }: Stamped, engine: Engine): void {
    const since = engine.now
    if (since === 0 || dayOf(time) === dayOf(since)) return
    try {
      if (time - since <= DOWNTIME_MS)
        this.#note(seq, dayOf(time) * DAY_MS, engine, Valuation.ofEngine(engine.state))
      else this.#noteMissed(seq, time, engine)
    } catch (error) {
      // A figure for the eye is never a reason to stop the exchange.
      this.#parts.log.error({ err: error, time }, "what accounts had at the end of a day could not be noted")
    }
  }

  after({ seq, time }: Stamped, { events }: Outcome, engine: Engine): void {
    const amounts = new Map<number, Map<string, bigint>>()
    for (const event of events)
      if (event.type === "journal" && MOVES.has(event.kind)) addLines(amounts, event)
    if (amounts.size === 0) return
    const valuation = Valuation.ofEngine(engine.state)
    for (const [userId, own] of amounts) this.moves.push({ seq, time, userId, value: valuation.worthOf(own) })
  }

  /** A copy does by itself what the engine would have done by the end of each day: rewards, funding, what matures. */
  #noteMissed(seq: number, time: TimeMs, engine: Engine): void {
    const first = Math.max(dayOf(engine.now) + 1, dayOf(time) - MISSED_MAX + 1)
    for (let day = first; day <= dayOf(time); day += 1) {
      const end = day * DAY_MS
      const copy = this.#parts.copyOf(engine)
      if (end - 1 > copy.now) copy.apply({ seq, time: end - 1, command: { type: "clock.tick" } })
      this.#note(seq, end, copy, undefined)
    }
  }

  #note(seq: number, time: TimeMs, { state }: Engine, valuation: Valuation | undefined): void {
    this.dayEnds.push({ seq, time, amounts: amountsOfUsers(state, countedOf), valuation })
  }
}

/** Days since 1970, UTC. */
const dayOf = (time: TimeMs): number => Math.floor(time / DAY_MS)

function addLines(amounts: Map<number, Map<string, bigint>>, { lines }: JournalEvent): void {
  for (const { account, currency, amount } of lines) {
    const of = readLedgerAccount(account)
    // What is lent against open profit isn't counted as worth either.
    if (of?.kind !== "wallet" && of?.kind !== "margin") continue
    const userId = userIdOf(of.owner)
    if (userId === undefined) continue
    const own = amounts.get(userId) ?? new Map<string, bigint>()
    amounts.set(userId, own.set(currency, (own.get(currency) ?? 0n) + amount))
  }
}
