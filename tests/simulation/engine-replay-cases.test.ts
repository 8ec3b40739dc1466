/** The published matching cases give the published results. Skipped, and reported so, without their file. */

import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { parseCaseFile } from "../cases/case-file.ts"
import { runCases } from "../cases/run-cases.ts"

const file = process.env.SAKER_CASES ?? "../shared/cases/cases.json"
const cases = existsSync(file)
  ? parseCaseFile(readFileSync(file, "utf8")).filter(({ fn }) => fn === "engine.replay")
  : []

if (cases.length === 0)
  test("published matching cases come out as published", ({ skip }) =>
    skip("left out: neither SAKER_CASES nor its default names a file with engine.replay cases"))

test.each(cases)("$id comes out as published", (worked) => {
  expect(runCases([worked], { recording: () => undefined })).toMatchObject([
    { outcome: "passed", detail: "" },
  ])
})
