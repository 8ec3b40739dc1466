/** The table of refusals: codes of the wire beside the English sentences that users see. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"

const file = join(import.meta.dirname, "../../locales/en/problem.json")

/** The English sentence of a refusal; what is filled in when it happens stands in brackets. */
export function meaningOf(name: ProblemName): string {
  const words = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<string, string>>
  return (words[name] ?? name).replace(/\{\{(\w+)\}\}/g, "[$1]")
}

/** Code, name, meaning; by code. */
export const refusalRows = (): string[][] =>
  (Object.entries(PROBLEMS) as [ProblemName, number][])
    .toSorted(([, one], [, other]) => one - other)
    .map(([name, code]) => [String(code), `\`${name}\``, meaningOf(name)])
