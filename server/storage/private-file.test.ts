/** A secret of the data folder is its owner's alone, and the same at the next start. */

import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { keptSecret } from "./private-file.ts"

afterAll(removeFolders)

test("it is made once, readable by its owner alone, and made anew when it can't be read", async () => {
  const folder = freshFolder()
  const file = join(folder, "door.json")
  const secret = await keptSecret(folder, "door.json")
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ secret })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await keptSecret(folder, "door.json")).toBe(secret)
  for (const broken of ["", "{", '{"secret":""}', '{"secret":7}', "null"]) {
    writeFileSync(file, broken)
    const next = await keptSecret(folder, "door.json")
    expect(next).toMatch(/^[\w-]{43}$/)
    expect(next).not.toBe(secret)
  }
  expect(await keptSecret(freshFolder(), "door.json")).not.toBe(await keptSecret(freshFolder(), "door.json"))
})
