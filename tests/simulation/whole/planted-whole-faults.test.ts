/** The simulation of the whole server finds what is broken on purpose, in each of its parts. */

import { expect, test } from "vitest"
import { wholeFaults } from "./planted-whole-faults.ts"
import { findPlanted } from "./run-seeds.ts"

/** Most show within the first three seeds; the rarest need a slow reader, or a certain message to be lost. */
const FOUND_WITHIN = 60
const WITHIN_MS = FOUND_WITHIN * 30_000
/** `npm test` plants one in each part. */
const isShort = process.env.SAKER_TESTS === "short"
const parts = new Set<string>()
const planted = wholeFaults.filter(({ part }) => !isShort || (!parts.has(part) && parts.add(part)))

test.each(planted)(
  "$part: $name, and it is found",
  async (fault) => {
    expect(await findPlanted(fault, FOUND_WITHIN)).toBeDefined()
  },
  WITHIN_MS,
)
