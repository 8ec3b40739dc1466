/**
 * Fuzz target: what one person hands to another, or a device to the server: layouts of the desk as file or link, drawings,
 * columns of tables. An input is one of these words, a blank and the text.
 */

import { DRAWING_FORM } from "#core/drawing/drawing.ts"
import { readDrawings } from "#core/drawing/read-drawings.ts"
import { drawings, saveDrawings } from "#core/wire/drawing-calls.ts"
import { layouts } from "#core/wire/layout-calls.ts"
import { type DeskLayout, isSound, LAYOUT_LENGTH_MAX } from "#core/workspace/layout.ts"
import { deskLayout, readShared, sharedText } from "#core/workspace/layout-schema.ts"
import { readColumnChoices } from "#core/workspace/table-columns.ts"
import { codeOfLink, textOfLink } from "#src/panels/desk/layout-link.ts"
import { type FuzzTarget, must, mustBePlain, mustBeSame } from "../fuzz-target.ts"

function checkLayout(text: string): string {
  const read = readShared(text)
  if (!read.ok) return `layout ${read.problem}`
  const { layout } = read
  mustBePlain(layout)
  must(isSound(layout.columns), "a panel stands twice, or a column is empty")
  must(JSON.stringify(layout).length <= LAYOUT_LENGTH_MAX, "a layout is too long")
  const again = readShared(sharedText(layout))
  must(again.ok, "a layout isn't taken when it is shared again")
  mustBeSame(again.layout, layout, "a layout is another one when it is shared again")
  mustBeSame(textOfLink(codeOfLink(text.toWellFormed())), text.toWellFormed(), "a link says something else")
  return `layout ${Object.keys(layout.tables).length} ${layout.columns.length}`
}

function checkLink(code: string): string {
  const text = textOfLink(code)
  if (text === undefined) return "link refused"
  must(text.length <= code.length, "a link says more than it has letters")
  return `link ${checkLayout(text)}`
}

/** What is understood is what the server takes, whatever release wrote it. */
function checkDrawings(text: string): string {
  const { rows, form } = Object(parsed(text)) as { rows?: unknown; form?: unknown }
  const read = readDrawings(rows, form)
  mustBePlain(read.drawings)
  const count = Array.isArray(rows) ? rows.length : 0
  must(read.drawings.length + read.foreign.length === count, "a drawing was lost, or made up")
  const again = readDrawings(read.drawings, DRAWING_FORM)
  mustBeSame(again, { drawings: read.drawings, foreign: [] }, "drawings are others when they are read again")
  const { request, example } = saveDrawings
  for (const drawing of read.drawings) {
    const saved = request.safeParse({ ...example.request, drawings: [drawing] })
    must(
      saved.success,
      `the server refuses a drawing that was read: ${saved.error?.issues[0]?.path.join(".")}`,
    )
  }
  return `drawings ${read.drawings.length} ${read.foreign.length} ${read.drawings.map(({ kind }) => kind)}`
}

function checkColumns(text: string): string {
  const choices = readColumnChoices(parsed(text))
  mustBePlain(choices)
  mustBeSame(readColumnChoices(choices), choices, "columns are others when they are read again")
  const kept = deskLayout.safeParse({ ...layoutExample, tables: choices })
  const isLong = JSON.stringify(choices).length > LAYOUT_LENGTH_MAX / 2
  must(kept.success || isLong, "columns that were read aren't taken as part of a layout")
  return `columns ${Object.keys(choices).length} ${isLong}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const layoutExample = (layouts.example.response as { layouts: readonly DeskLayout[] })
  .layouts[0] as DeskLayout
const shared = sharedText(layoutExample)
const rows = (drawings.example.response as { drawings: readonly object[] }).drawings
const position = {
  kind: "long",
  points: [1, 2, 3].map((time) => ({ time, price: `${time}.5` })),
  risk: "100",
}

const KINDS: Readonly<Record<string, (text: string) => string>> = {
  layout: checkLayout,
  link: checkLink,
  drawings: checkDrawings,
  columns: checkColumns,
}

export const target: FuzzTarget = {
  form: "text",
  seeds: [
    ...[`layout ${shared}`, `link ${codeOfLink(shared)}`, `columns ${JSON.stringify(layoutExample.tables)}`],
    `drawings ${JSON.stringify({ form: DRAWING_FORM, rows })}`,
    `drawings ${JSON.stringify({ form: DRAWING_FORM, rows: [{ ...rows[0], ...position }] })}`,
    `columns ${JSON.stringify({ "orders-open": { order: ["price"], hidden: ["time"], widths: { price: 8 } } })}`,
  ],
  read(input) {
    const blank = input.indexOf(" ")
    const kind = input.slice(0, Math.max(0, blank))
    return Object.hasOwn(KINDS, kind) ? [KINDS[kind]?.(input.slice(blank + 1)) ?? ""] : []
  },
}
