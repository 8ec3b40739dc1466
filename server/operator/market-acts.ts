/** Operator's acts on a market: when it opens and when it ends (N5), and where a simulated price walks. */

import type { Kysely } from "kysely"
import type { Instrument } from "#core/instrument/instrument.ts"
import { refuse } from "#core/wire/index.ts"
import { answer } from "../calls/handler.ts"
import type { CommandDoor } from "../exchange/command-door.ts"
import type { Tables } from "../storage/schema.ts"
import type { Acts } from "./acts.ts"
import { writeDown } from "./audit.ts"

export interface MarketActParts {
  database: Kysely<Tables>
  now(): number
  exchange: Pick<CommandDoor, "submit">
  /** As everybody reads it: the state and times that the engine has told last. */
  instrument(id: string): Instrument | undefined
  /** Lets a simulated price walk; undefined: the setting doesn't allow it. False: there is no such market. */
  walk: ((instrument: string, walk: { factor: number; ms: number }) => boolean) | undefined
}

/** The change that is asked for is told in its answer: the listing follows when the exchange has kept it. */
export function marketActs(parts: MarketActParts): Pick<Acts, "operatorSchedule" | "operatorWalk"> {
  return {
    operatorSchedule: async ({ instrument: id, by, reason, ...asked }) => {
      const known = parts.instrument(id)
      if (!known) return refuse("UNKNOWN_INSTRUMENT", { instrument: id })
      const openAt = asked.openAt ?? known.openAt ?? 0
      const delistAt = asked.delistAt ?? known.delistAt ?? 0
      const scheduled = await parts.exchange.submit({
        type: "instrument.schedule",
        instrument: id,
        ...(openAt > 0 ? { openAt } : {}),
        ...(delistAt > 0 ? { delistAt } : {}),
      })
      if (!scheduled.ok) {
        const { name, values } = scheduled.problem
        return name === "DELISTED" ? refuse(name, values) : refuse("FORMAT", values)
      }
      const before = `${timeOf(known.openAt)} … ${timeOf(known.delistAt)}`
      await writeDown(parts, {
        by,
        action: "schedule",
        reason,
        detail: `${id}: ${before} → ${timeOf(openAt)} … ${timeOf(delistAt)}`,
      })
      const { state } = parts.instrument(id) ?? known
      return answer({ instrument: id, state, openAt, delistAt })
    },

    operatorWalk: async ({ instrument, percent, seconds, by, reason }) => {
      const { walk, now } = parts
      if (!walk) return refuse("WRONG_STATE")
      const ms = seconds * 1000
      const until = now() + ms
      if (!walk(instrument, { factor: percent / 100, ms }))
        return refuse("UNKNOWN_INSTRUMENT", { instrument })
      const detail = `${instrument}: to ${percent} % within ${seconds} s`
      await writeDown(parts, { by, action: "walk", reason, detail })
      return answer({ instrument, until })
    },
  }
}

const timeOf = (time = 0): string => (time > 0 ? new Date(time).toISOString() : "–")
