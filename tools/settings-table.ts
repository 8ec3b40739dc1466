/** Which settings are there? Writes the configuration table of README.md from the server's own table. */

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { SETTINGS } from "#server/settings.ts"

const START = "<!-- settings: written by tools/settings-table.ts -->"
const END = "<!-- /settings -->"

const cell = (text: string) => text.replaceAll("|", "\\|")
const code = (text: string) => (text === "" ? "–" : `\`${text}\``)

/** The README with its table renewed; throws when it has lost its marks. */
export function withSettings(readme: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start < 0 || end < start) throw new Error("README.md has lost the marks around its settings table")
  const rows = Object.values(SETTINGS).map(
    (setting) =>
      `| \`${setting.name}\` | ${code(setting.default)} | ${cell(setting.meaning)} | ${cell(setting.allowed)} |`,
  )
  const table = ["| Setting | Default | What it does | Allowed |", "|---|---|---|---|", ...rows].join("\n")
  return `${readme.slice(0, start)}${START}\n${table}\n${readme.slice(end)}`
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, "../README.md")
  writeFileSync(file, withSettings(readFileSync(file, "utf8")))
}
