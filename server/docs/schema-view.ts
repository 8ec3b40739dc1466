/** Renders a JSON Schema as HTML: fields as tables, named schemas as links. */

import { type JsonSchema, nameOf } from "./document-schemas.ts"
import { type Html, html, sentence } from "./html.ts"

export const anchorOf = (name: string): string => `schema-${name}`

/** A table that scrolls by itself on a narrow screen, by keyboard too. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table></div>`
}

/** Code that scrolls by itself. */
export const listing = (label: string, code: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`

/** JSON with short arrays and objects on one line each. */
export function jsonText(value: unknown, indent = ""): string {
  const flat = JSON.stringify(value)
  if (typeof value !== "object" || value === null || flat.length + indent.length <= 76) return spaced(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  const lines = Array.isArray(value)
    ? value.map((one) => inner + jsonText(one, inner))
    : Object.entries(value).map(([key, one]) => `${inner}"${key}": ${jsonText(one, inner)}`)
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, one]) => `"${key}": ${spaced(one)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

/** Fields of an object, places of a row, or in one line what else it is. */
export function schemaView(label: string, schema: JsonSchema): Html {
  if (placesOf(schema)) return placesView(label, placesOf(schema) ?? [])
  if (schema.properties) return fieldsView(label, schema)
  const shape = shapeOf(schema)
  return html`<p>${typeName(schema)}${shape ? html`: ${sentence(shape)}` : ""}</p>`
}

function fieldsView(label: string, schema: JsonSchema): Html {
  const required = (schema.required ?? []) as string[]
  const rows = flatFields(schema).map(({ path, field, isInner }) => [
    html`<code>${path}</code>`,
    html`${typeName(field)}${isInner || required.includes(path) ? "" : ", optional"}`,
    sentence(meaning(field)),
  ])
  if (rows.length === 0) return html`<p>No fields.</p>`
  return table(label, ["Field", "Type", "Meaning"], rows)
}

interface FlatField {
  path: string
  field: JsonSchema
  isInner: boolean
}

/** Fields with those of nameless objects inside, by path. */
function flatFields(schema: JsonSchema, before = ""): FlatField[] {
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => {
    const path = before + name
    const items = field.items as JsonSchema | undefined
    const inner = field.properties
      ? flatFields(field, `${path}.`)
      : items?.properties
        ? flatFields(items, `${path}[].`)
        : []
    return [{ path, field, isInner: before !== "" }, ...inner]
  })
}

const placesView = (label: string, places: readonly JsonSchema[]): Html =>
  table(
    label,
    ["Place", "Name", "Type", "Meaning"],
    places.map((one, place) => [
      html`${place}`,
      html`${String(one.title ?? "")}`,
      typeName(one),
      sentence(meaning(one)),
    ]),
  )

const placesOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  Array.isArray(schema.prefixItems) ? schema.prefixItems : undefined

/** What the schema itself says, and its bounds. */
const meaning = (schema: JsonSchema): string =>
  [schema.description, shapeOf(schema)].filter(Boolean).join(" ")

function shapeOf(schema: JsonSchema): string {
  const said: string[] = []
  if (Array.isArray(schema.enum)) said.push(schema.enum.map((one) => `\`${one}\``).join(" "))
  if (schema.pattern) said.push(`Pattern \`${schema.pattern}\`.`)
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    said.push(`From ${schema.minimum} to ${schema.maximum}.`)
  else if (schema.minimum !== undefined) said.push(`At least ${schema.minimum}.`)
  if (schema.maxLength !== undefined) said.push(`At most ${schema.maxLength} characters.`)
  if (schema.default !== undefined) said.push(`Default ${schema.default}.`)
  return said.join(" ")
}

/** In one word or link: `text`, `list of TradeRow`, `"depth"`. */
function typeName(schema: JsonSchema): Html {
  if (schema.$ref) return html`<a href="#${anchorOf(nameOf(schema.$ref))}">${nameOf(schema.$ref)}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return html`${choices.map((one, place) => html`${place > 0 && " or "}${typeName(one)}`)}`
  const places = placesOf(schema)
  if (places)
    return html`row of ${places.map((one, place) => html`${place > 0 && ", "}${String(one.title ?? "")}`)}`
  if (schema.type === "array") return html`list of ${typeName((schema.items ?? {}) as JsonSchema)}`
  return html`${WORDS[String(schema.type)] ?? "anything"}`
}

const WORDS: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
  null: "null",
}
