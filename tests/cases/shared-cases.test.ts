/** Runs all shared cases that have an adapter. The file is given by SAKER_CASES or lies beside the repository. */

import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { parseCaseFile, type WorkedCase } from "./case-file.ts"
import { differences } from "./compare.ts"
import { runCases } from "./run-cases.ts"

const file = process.env.SAKER_CASES ?? join(import.meta.dirname, "../../../shared/cases/cases.json")
const isThere = existsSync(file)
const folder = process.env.SAKER_RECORDINGS
const recording = (name: string) => {
  const places = [...(folder ? [join(folder, basename(name))] : []), join(dirname(dirname(file)), name)]
  return places.find(existsSync)
}

describe("the published cases", () => {
  test("all pass that are not skipped, and no adapter is skipped for its own fault", ({ skip }) => {
    if (!isThere) return skip("left out: neither SAKER_CASES nor its default names a file of cases")
    const results = runCases(parseCaseFile(readFileSync(file, "utf8")), { recording })
    expect(results.filter((result) => result.outcome === "failed")).toEqual([])
    expect(results.filter((result) => result.outcome === "passed").length).toBeGreaterThan(60)
  })
})

describe("the comparison", () => {
  const worked = (expected: Record<string, unknown>, tolerance?: string): WorkedCase => ({
    id: "x",
    fn: "x",
    scope: "universal",
    inputs: {},
    expected,
    ...(tolerance === undefined ? {} : { tolerance_abs: tolerance }),
  })

  test.each([
    [{ a: "1.10" }, { a: "1.1" }],
    [
      { a: "0.1", b: [["2", "3.0"]] },
      { a: 0.1, b: [["2.0", "3"]], more: 1 },
    ],
    [{ a: null }, { a: null }],
  ])("takes %j and %j as equal", (expected, actual) => {
    expect(differences(worked(expected), actual)).toEqual([])
  })

  test.each([
    [{ a: "1.1" }, { a: "1.2" }],
    [{ a: ["1"] }, { a: ["1", "2"] }],
    [{ a: "1" }, { a: undefined }],
    [{ a: { b: "x" } }, { a: { b: "y" } }],
    [{ a: true }, { a: "true" }],
  ])("tells %j from %j", (expected, actual) => {
    expect(differences(worked(expected), actual)).toHaveLength(1)
  })

  test("allows just the tolerance", () => {
    expect(differences(worked({ a: "1" }, "0.01"), { a: "1.01" })).toEqual([])
    expect(differences(worked({ a: "1" }, "0.01"), { a: "1.0101" })).toHaveLength(1)
  })
})
