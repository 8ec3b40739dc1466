/** Do the published matching cases come out as published? Left out, and said so, where there is no file of them. */

import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { engineReplay } from "../cases/engine-replay.ts"

interface PublishedCase {
  id: string
  fn: string
  formula?: string
  inputs: unknown
  expected: Record<string, unknown>
}

const file = process.env.SAKER_CASES ?? "../shared/cases/cases.json"
const cases = existsSync(file) ? casesIn(file) : []

function casesIn(path: string): PublishedCase[] {
  const all = JSON.parse(readFileSync(path, "utf8")) as { cases: PublishedCase[] }
  return all.cases.filter(({ fn }) => fn === "engine.replay")
}

if (cases.length === 0)
  test("published matching cases come out as published", ({ skip }) =>
    skip("left out: neither SAKER_CASES nor its default names a file with engine.replay cases"))

test.each(cases)("$id comes out as published: $formula", ({ inputs, expected }) => {
  const result = engineReplay(inputs) as unknown as Record<string, unknown>
  for (const [field, value] of Object.entries(expected)) {
    const actual = result[field]
    if (field === "order_qty") expect(actual).toMatchObject(value as object)
    else expect(actual, field).toEqual(value)
  }
})
