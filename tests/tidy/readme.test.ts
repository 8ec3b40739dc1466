/** Checks what the README and docs/settings.md say about settings and commands. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { withSettings } from "../../tools/settings-table.ts"
import { root } from "./source-files.ts"

const readme = readFileSync(join(root, "README.md"), "utf8")

test("the table of settings is the server's own (node tools/settings-table.ts writes it)", () => {
  const settings = readFileSync(join(root, "docs/settings.md"), "utf8")
  expect(withSettings(settings)).toBe(settings)
})

test("every npm script that the README names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const named = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] ?? "")
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
