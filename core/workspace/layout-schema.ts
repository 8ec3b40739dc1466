/** What a layout or a template must be to be kept, sent or taken from a link or file: checked the same on the page and at the server. */

import { z } from "zod/mini"
import { INTERVALS } from "../candle/interval.ts"
import { type ChartTemplate, TEMPLATE_LENGTH_MAX } from "./chart-template.ts"
import {
  cleanName,
  type DeskLayout,
  isSound,
  LAYOUT_FORM,
  LAYOUT_LENGTH_MAX,
  LAYOUT_NAME_MAX,
  PANELS,
} from "./layout.ts"
import { COLUMNS_MAX, TABLES_MAX, WIDTH_LEAST, WIDTH_MOST } from "./table-columns.ts"

const name = z.string().check(
  z.minLength(1),
  z.maxLength(LAYOUT_NAME_MAX),
  // Marks that turn the reading direction could make one name look like another.
  z.regex(/^[^\p{C}]*$/u),
  z.refine((text) => cleanName(text) === text),
)
const word = z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/))
/** What is read is never changed in its place, so it is read-only to whoever gets it. */
type Schema<Value> = z.ZodMiniType<Value, Value>
const few = <Value>(value: Schema<Value>, most: number) =>
  z.array(value).check(z.maxLength(most)) as unknown as Schema<readonly Value[]>
/** A record with at most so many entries. */
const record = <Value>(value: Schema<Value>, most: number, key = /^[a-zA-Z][a-zA-Z0-9-]{0,39}$/) =>
  z
    .record(z.string().check(z.regex(key)), value)
    .check(z.refine((all) => Object.keys(all).length <= most)) as unknown as Schema<
    Readonly<Record<string, Value>>
  >
const CHARTS_MAX = 6
const STUDIES_MAX = 30
const percent = z.number().check(z.minimum(0), z.maximum(100))
const shares = record(percent, PANELS.length, /^[a-z+]{1,60}$/)

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/))
const study = {
  lengths: few(z.number().check(z.minimum(0), z.maximum(1000)), 8),
  colours: few(word, 8),
}
const panes = few(few(word, STUDIES_MAX), STUDIES_MAX)

export const chartTemplate = z
  .strictObject({
    id,
    name,
    studies: record(z.strictObject({ isOn: z.boolean(), ...study }), STUDIES_MAX),
    panes,
  })
  .check(
    z.refine((template) => JSON.stringify(template).length <= TEMPLATE_LENGTH_MAX),
  ) as unknown as Schema<ChartTemplate>

export const deskLayout = z
  .strictObject({
    id,
    name,
    columns: few(few(z.enum(PANELS), PANELS.length), PANELS.length).check(z.refine(isSound)),
    widths: shares,
    heights: shares,
    interval: z.enum(INTERVALS),
    studies: record(z.strictObject(study), STUDIES_MAX),
    panes: z.optional(panes),
    tables: record(
      z.strictObject({
        order: few(word, COLUMNS_MAX),
        hidden: few(word, COLUMNS_MAX),
        widths: record(z.number().check(z.minimum(WIDTH_LEAST), z.maximum(WIDTH_MOST)), COLUMNS_MAX),
      }),
      TABLES_MAX,
    ),
    charts: z.optional(
      z.strictObject({
        count: z.number().check(z.minimum(1), z.maximum(CHARTS_MAX)),
        links: record(z.boolean(), 8),
        others: few(
          z.strictObject({
            market: z.string().check(z.regex(/^[A-Z0-9_]{0,40}$/)),
            interval: z.enum(INTERVALS),
          }),
          CHARTS_MAX,
        ),
      }),
    ),
  })
  .check(z.refine((layout) => JSON.stringify(layout).length <= LAYOUT_LENGTH_MAX))

/** Why what was shared can't be taken: it is no layout, one of a newer release, or longer than any is. */
export type LayoutRefusal = "foreign" | "newer" | "large"

export type ReadLayout = { ok: true; layout: DeskLayout } | { ok: false; problem: LayoutRefusal }

/** What stands in a file, and in a link as base64url. */
export const sharedText = (layout: DeskLayout): string =>
  JSON.stringify({ saker: "layout", form: LAYOUT_FORM, layout })

/** Reads what somebody shared: nobody's word is taken for it. Never throws. */
export function readShared(text: string): ReadLayout {
  if (text.length > LAYOUT_LENGTH_MAX * 2) return { ok: false, problem: "large" }
  let shared: { saker?: unknown; form?: unknown; layout?: unknown }
  try {
    shared = Object(JSON.parse(text))
  } catch {
    return { ok: false, problem: "foreign" }
  }
  if (shared.saker !== "layout" || typeof shared.form !== "number") return { ok: false, problem: "foreign" }
  if (shared.form > LAYOUT_FORM) return { ok: false, problem: "newer" }
  const read = deskLayout.safeParse(shared.layout)
  return read.success ? { ok: true, layout: read.data } : { ok: false, problem: "foreign" }
}
