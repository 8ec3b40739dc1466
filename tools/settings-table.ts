/** Writes the table of docs/settings.md from the server's own table of settings. */

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SETTINGS } from "#server/settings/settings.ts"

const START = "<!-- settings: written by tools/settings-table.ts -->"
const END = "<!-- /settings -->"

const cell = (text: string) => text.replaceAll("|", "\\|")
const code = (text: string) => (text === "" ? "–" : `\`${text}\``)

/** The document with its table renewed; throws when it has lost its marks. */
export function withSettings(document: string): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)]
  if (start < 0 || end < start) throw new Error("docs/settings.md has lost the marks around its table")
  const rows = Object.values(SETTINGS).map(
    (setting) =>
      `| \`${setting.name}\` | ${code(setting.default)} | ${cell(setting.meaning)} | ${cell(setting.allowed)} |`,
  )
  const table = ["| Setting | Default | What it does | Allowed |", "|---|---|---|---|", ...rows].join("\n")
  return `${document.slice(0, start)}${START}\n${table}\n${document.slice(end)}`
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, "../docs/settings.md")
  writeFileSync(file, withSettings(readFileSync(file, "utf8")))
}
