/** Orders test files by duration, longest first, so that no core waits for the last of them. */

import { BaseSequencer, type TestSpecification } from "vitest/node"

/** They kill, stop and restart servers a few hundred times. */
const LONG = [
  "tests/faults/",
  "server/main.test.ts",
  "server/self-audit/self-audit.test.ts",
  "tests/simulation/money.test.ts",
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(part))
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))]
  }
}
