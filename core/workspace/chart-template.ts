/** A template of indicators, as it is kept in an account: plain data, which an older or newer release may read as well. */

import type { KeptStudy } from "./layout.ts"

interface TemplateStudy extends KeptStudy {
  isOn: boolean
}

export interface ChartTemplate {
  id: string
  name: string
  /** By the indicator's name; one that is missing is as it is delivered. */
  studies: Readonly<Record<string, TemplateStudy>>
  /** Indicators by their panes, those over the candles first. */
  panes: readonly (readonly string[])[]
}

/** The form templates are written in. What is of a newer form isn't read. */
export const TEMPLATE_FORM = 1
/** Of a user. */
export const TEMPLATES_MAX = 20
export const TEMPLATE_NAME_MAX = 30
/** Letters of one template as JSON. */
export const TEMPLATE_LENGTH_MAX = 4000
