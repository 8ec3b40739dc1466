/** Named sets of indicators with their settings, put on any chart by one press; kept on this device under `saker:chart-templates`. */

import { proxy, ref } from "valtio"
import { type ChartSetup, readSetup } from "./chart-setup.ts"
import { changeSetup, chartSettings, setupOf } from "./chart-store.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:chart-templates"
export const TEMPLATES_MAX = 20
export const TEMPLATE_NAME_MAX = 30

export interface ChartTemplate extends Pick<ChartSetup, "studies" | "panes"> {
  readonly name: string
}

/** Why a template can't be kept: without a name, or there are too many. */
export type TemplateRefusal = "nameless" | "full"

/** Reads what is stored; what has no name, or one that came before, is left out. */
export function parseTemplates(text: string | null): ChartTemplate[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? "[]")
  } catch {
    // Torn or foreign: there are none.
  }
  const templates = new Map<string, ChartTemplate>()
  for (const each of Array.isArray(stored) ? stored : []) {
    const { name, studies, panes }: Partial<Record<keyof ChartTemplate, unknown>> = Object(each)
    if (typeof name !== "string" || cleaned(name) !== name || name === "" || templates.has(name)) continue
    const setup = readSetup({ studies, panes })
    templates.set(name, { name, studies: setup.studies, panes: setup.panes })
  }
  return [...templates.values()].slice(0, TEMPLATES_MAX)
}

export const chartTemplates = proxy<{ list: readonly ChartTemplate[] }>({
  list: ref(parseTemplates(readDevice(KEY))),
})

/** Keeps a chart's indicators under a name; what had that name before is replaced. Null: kept. */
export function saveTemplate(instrument: string, typed: string): TemplateRefusal | null {
  const name = cleaned(typed)
  if (name === "") return "nameless"
  const { studies, panes } = setupOf(chartSettings, instrument)
  const template = { name, studies, panes }
  const known = chartTemplates.list.findIndex((each) => each.name === name)
  if (known < 0 && chartTemplates.list.length >= TEMPLATES_MAX) return "full"
  keep(known < 0 ? [...chartTemplates.list, template] : chartTemplates.list.with(known, template))
  return null
}

export function removeTemplate(name: string): void {
  keep(chartTemplates.list.filter((each) => each.name !== name))
}

/** Indicators, their settings and panes as they were kept; style, scale and what is compared stay. */
export function applyTemplate(instrument: string, name: string): void {
  const template = chartTemplates.list.find((each) => each.name === name)
  if (template) changeSetup(instrument, { studies: template.studies, panes: template.panes })
}

const cleaned = (name: string): string => name.replace(/\s+/g, " ").trim().slice(0, TEMPLATE_NAME_MAX).trim()

function keep(list: readonly ChartTemplate[]): void {
  chartTemplates.list = ref(list)
  writeDevice(KEY, JSON.stringify(list))
}
