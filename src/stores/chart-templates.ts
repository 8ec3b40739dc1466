/**
 * Named sets of indicators with their settings and panes, put on any chart by one press. Kept as {@link OwnList} says;
 * panels/chart/follow-templates.ts takes them to the server.
 */

import { type ChartTemplate, TEMPLATE_NAME_MAX, TEMPLATES_MAX } from "#core/workspace/chart-template.ts"
import { cleanName } from "#core/workspace/layout.ts"
import { readSetup } from "./chart-setup.ts"
import { changeSetup, chartSettings, setupOf } from "./chart-store.ts"
import { newItemId, OwnList } from "./own-list.ts"

const NOT_IN_NAMES = /\p{C}/gu

export const templateList = new OwnList<ChartTemplate>({
  key: "saker:chart-templates",
  field: "templates",
  most: TEMPLATES_MAX,
  read: readTemplate,
  areAlike: (a, b) => a.name === b.name && contentOf(a) === contentOf(b),
})

export const chartTemplates = templateList.shown

/** Why a template can't be kept: without a name, or there are too many. */
export type TemplateRefusal = "nameless" | "full"

/** Put into what this release draws: templates of others, older or newer, have every indicator then. */
function readTemplate(stored: unknown): ChartTemplate | undefined {
  const { id, name, studies, panes }: Partial<Record<keyof ChartTemplate, unknown>> = Object(stored)
  if (typeof name !== "string" || cleaned(name) !== name || name === "") return undefined
  const setup = readSetup({ studies, panes })
  // Devices of before kept none.
  const known = typeof id === "string" && /^[A-Za-z0-9_-]{1,36}$/.test(id) ? id : newItemId()
  return { id: known, name, studies: setup.studies, panes: setup.panes }
}

const contentOf = ({ studies, panes }: ChartTemplate): string => {
  const setup = readSetup({ studies, panes })
  return JSON.stringify([setup.studies, setup.panes])
}

/** Keeps a chart's indicators under a name; what had that name before is replaced. Null: kept. */
export function saveTemplate(instrument: string, typed: string): TemplateRefusal | null {
  const name = cleaned(typed)
  if (name === "") return "nameless"
  const { studies, panes } = setupOf(chartSettings, instrument)
  return templateList.save({ id: newItemId(), name, studies, panes }) ? null : "full"
}

export const removeTemplate = (id: string): void => templateList.remove(id)

/** Indicators, their settings and panes as they were kept; style, scale and what is compared stay. */
export function applyTemplate(instrument: string, id: string): void {
  const template = chartTemplates.all.find((each) => each.id === id)
  if (!template) return
  const { studies, panes } = readSetup({ studies: template.studies, panes: template.panes })
  changeSetup(instrument, { studies, panes })
}

const cleaned = (name: string): string =>
  cleanName(name.replace(NOT_IN_NAMES, " ")).slice(0, TEMPLATE_NAME_MAX).trim()
