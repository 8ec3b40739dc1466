/** Named sets of indicators with their settings, put on any chart by one press; kept on this device under `saker:chart-templates`. */

import { proxy, ref } from "valtio"
import { readSetup, type StudyKind, type StudySetup } from "./chart-setup.ts"
import { changeSetup, chartSettings, setupOf } from "./chart-store.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:chart-templates"
export const TEMPLATES_MAX = 20
export const TEMPLATE_NAME_MAX = 30

export interface ChartTemplate {
  readonly name: string
  readonly studies: Readonly<Record<StudyKind, StudySetup>>
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
    const { name, studies }: { name?: unknown; studies?: unknown } = Object(each)
    if (typeof name !== "string" || cleaned(name) !== name || name === "" || templates.has(name)) continue
    templates.set(name, { name, studies: readSetup({ studies }).studies })
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
  const template = { name, studies: setupOf(chartSettings, instrument).studies }
  const known = chartTemplates.list.findIndex((each) => each.name === name)
  if (known < 0 && chartTemplates.list.length >= TEMPLATES_MAX) return "full"
  keep(known < 0 ? [...chartTemplates.list, template] : chartTemplates.list.with(known, template))
  return null
}

export function removeTemplate(name: string): void {
  keep(chartTemplates.list.filter((each) => each.name !== name))
}

/** Indicators and their settings as they were kept; style, scale and what is compared stay. */
export function applyTemplate(instrument: string, name: string): void {
  const template = chartTemplates.list.find((each) => each.name === name)
  if (template) changeSetup(instrument, { studies: template.studies })
}

const cleaned = (name: string): string => name.replace(/\s+/g, " ").trim().slice(0, TEMPLATE_NAME_MAX).trim()

function keep(list: readonly ChartTemplate[]): void {
  chartTemplates.list = ref(list)
  writeDevice(KEY, JSON.stringify(list))
}
