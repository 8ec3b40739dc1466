/** Handlers of templates: a user's named sets of indicators, read and saved. */

import { refuse } from "#core/wire/problem.ts"
import { type ChartTemplate, TEMPLATE_FORM, TEMPLATES_MAX } from "#core/workspace/chart-template.ts"
import { chartTemplate } from "#core/workspace/layout-schema.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { type OwnListKind, ownListOf, saveOwnList } from "./own-lists.ts"
import type { UserParts } from "./user-parts.ts"

const TEMPLATES: OwnListKind<ChartTemplate> = {
  table: "chart_templates",
  item: chartTemplate,
  form: TEMPLATE_FORM,
  most: TEMPLATES_MAX,
}

export const templateHandlers = ({
  database,
  now,
}: UserParts): HandlersOf<"templates" | "saveTemplates"> => ({
  templates: async (_given, { session }) => {
    const { version, items } = await ownListOf(database, TEMPLATES, session.userId)
    return answer({ version, templates: items })
  },
  saveTemplates: async ({ version, templates, removed }, { session: { userId } }) => {
    const given = { userId, changed: templates, removed, version, now: now() }
    const saved = await saveOwnList(database, TEMPLATES, given)
    if ("limit" in saved) return refuse("TEMPLATE_COUNT", { limit: saved.limit })
    return answer({ version: saved.version, merged: saved.merged, templates: saved.items })
  },
})
