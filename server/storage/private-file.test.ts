/** A secret of the data folder is its owner's alone, and the same at the next start. */

import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { keptSecret } from "./private-file.ts"

afterAll(removeFolders)

test("it is made once, readable by its owner alone, and never replaced by another", async () => {
  const folder = freshFolder()
  const file = join(folder, "door.json")
  const secret = await keptSecret(folder, "door.json")
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ secret })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await keptSecret(folder, "door.json")).toBe(secret)
  for (const broken of ["", "{", '{"secret":""}', '{"secret":7}', "null"]) {
    writeFileSync(file, broken)
    await expect(keptSecret(folder, "door.json")).rejects.toThrow(
      /door\.json: it holds none; put the file back/,
    )
    expect(readFileSync(file, "utf8")).toBe(broken)
  }
  rmSync(file)
  mkdirSync(file)
  await expect(keptSecret(folder, "door.json")).rejects.toThrow(StartProblem)
  rmdirSync(file)
  expect(await keptSecret(folder, "door.json")).not.toBe(secret)
  expect(await keptSecret(freshFolder(), "door.json")).not.toBe(await keptSecret(freshFolder(), "door.json"))
})
