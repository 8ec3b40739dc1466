/** The list of who has a position stays what a plain one would be, however late it is tidied. */

import { expect, test } from "vitest"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import type { ContractPart } from "./contract-account.ts"
import { OpenParts } from "./open-parts.ts"

test("a list that is asked for now and then holds whoever has a position, by account", () => {
  const chance = new SeededChance(7)
  const parts = Array.from({ length: 40 }, (_, index) => ({
    account: { id: `u${index}` },
    isListed: false,
  })) as unknown as ContractPart[]
  const open = new OpenParts()
  for (let step = 0; step < 5000; step += 1) {
    const part = parts[Math.floor(chance.fraction() * parts.length)] as ContractPart
    part.isListed = !part.isListed
    open.changed(part)
    if (chance.fraction() < 0.8) continue
    const expected = parts.filter(({ isListed }) => isListed)
    expect(open.list()).toEqual(expected.sort((one, other) => (one.account.id < other.account.id ? -1 : 1)))
  }
})

test("a list that is being walked doesn't change when positions close on the way", () => {
  const parts = ["a", "b", "c"].map((id) => ({
    account: { id },
    isListed: true,
  })) as unknown as ContractPart[]
  const open = new OpenParts()
  for (const part of parts) open.changed(part)
  const seen: string[] = []
  for (const part of open.list()) {
    seen.push(part.account.id)
    part.isListed = false
    open.changed(part)
    open.list()
  }
  expect(seen).toEqual(["a", "b", "c"])
  expect(open.list()).toEqual([])
})
