/** Handlers of layouts: a user's named desks, read and saved. */

import { refuse } from "#core/wire/problem.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { layoutsOf, saveLayoutsOf } from "./layouts.ts"
import type { UserParts } from "./user-parts.ts"

export const layoutHandlers = ({ database, now }: UserParts): HandlersOf<"layouts" | "saveLayouts"> => ({
  layouts: async (_given, { session }) => answer(await layoutsOf(database, session.userId)),
  saveLayouts: async ({ version, layouts, removed }, { session }) => {
    const given = { version, now: now() }
    const saved = await saveLayoutsOf(database, session.userId, { layouts, removed }, given)
    return "limit" in saved ? refuse("LAYOUT_COUNT", { limit: saved.limit }) : answer(saved)
  },
})
