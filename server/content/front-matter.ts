/** Parses front matter: lines of `name: value` between two lines of `---`, followed by the text itself. */

export interface FrontMatter {
  fields: Readonly<Record<string, string>>
  body: string
}

const FENCE = /^---[ \t]*$/
const FIELD = /^([a-z_]+)\s*:\s*(.*)$/

/** Throws with the line that isn't understood. Quotes around a value are taken off; values never span lines. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  if (!FENCE.test(lines[0] ?? "")) throw new Error("the first line must be ---")
  const end = lines.findIndex((line, place) => place > 0 && FENCE.test(line))
  if (end < 0) throw new Error("the second --- is missing")
  const fields: Record<string, string> = {}
  lines.slice(1, end).forEach((line, place) => {
    if (line.trim() === "" || line.trimStart().startsWith("#")) return
    const [, name, value = ""] = FIELD.exec(line) ?? []
    if (name === undefined) throw new Error(`line ${place + 2} isn't "name: value": ${line.slice(0, 60)}`)
    fields[name] = unquoted(value.trim())
  })
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  }
}

const unquoted = (value: string) =>
  /^"(.*)"$|^'(.*)'$/
    .exec(value)
    ?.slice(1)
    .find((it) => it !== undefined) ?? value

/** `2026-11-20`, or with a time; undefined when it is no date. */
export function readDate(text: string | undefined): number | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isFinite(time) && time >= 0 ? time : undefined
}

export const readFlag = (text: string | undefined): boolean => text === "true" || text === "yes"
