/** Handlers of drawings: what a user drew on a market's chart, read and saved. */

import { refuse } from "#core/wire/problem.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { drawingsOf, mergeSaved } from "./drawings.ts"
import type { UserParts } from "./user-parts.ts"

export const drawingHandlers = ({ database, now }: UserParts): HandlersOf<"drawings" | "saveDrawings"> => ({
  drawings: async ({ instrument }, { session }) =>
    answer(await drawingsOf(database, { userId: session.userId, instrument })),
  saveDrawings: async ({ instrument, version, drawings, removed }, { session }) => {
    const owner = { userId: session.userId, instrument }
    const saved = await mergeSaved(database, owner, { drawings, removed }, { version, now: now() })
    return "limit" in saved ? refuse("DRAWING_COUNT", { limit: saved.limit }) : answer(saved)
  },
})
