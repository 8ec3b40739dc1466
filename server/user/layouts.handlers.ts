/** Handlers of layouts: a user's named desks, read and saved. */

import { refuse } from "#core/wire/problem.ts"
import { type DeskLayout, LAYOUT_FORM, LAYOUTS_MAX } from "#core/workspace/layout.ts"
import { deskLayout } from "#core/workspace/layout-schema.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { type OwnListKind, ownListOf, saveOwnList } from "./own-lists.ts"
import type { UserParts } from "./user-parts.ts"

const LAYOUTS: OwnListKind<DeskLayout> = {
  table: "layouts",
  item: deskLayout,
  form: LAYOUT_FORM,
  most: LAYOUTS_MAX,
}

export const layoutHandlers = ({ database, now }: UserParts): HandlersOf<"layouts" | "saveLayouts"> => ({
  layouts: async (_given, { session }) => {
    const { version, items } = await ownListOf(database, LAYOUTS, session.userId)
    return answer({ version, layouts: items })
  },
  saveLayouts: async ({ version, layouts, removed }, { session: { userId } }) => {
    const given = { userId, changed: layouts, removed, version, now: now() }
    const saved = await saveOwnList(database, LAYOUTS, given)
    if ("limit" in saved) return refuse("LAYOUT_COUNT", { limit: saved.limit })
    return answer({ version: saved.version, merged: saved.merged, layouts: saved.items })
  },
})
