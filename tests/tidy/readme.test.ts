/** Does the README tell the truth about the settings and its two commands? */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { withSettings } from "../../tools/settings-table.ts"
import { root } from "./source-files.ts"

const readme = readFileSync(join(root, "README.md"), "utf8")

test("the configuration table is the server's own (node tools/settings-table.ts writes it)", () => {
  expect(withSettings(readme)).toBe(readme)
})

test("every npm script that the README names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] ?? "")
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
