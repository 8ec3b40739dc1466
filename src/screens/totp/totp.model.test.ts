/** Is a secret parted so that nothing of it is lost? */

import { expect, test } from "vitest"
import { secretGroups } from "./totp.model.ts"

test.each([
  ["JBSWY3DPEHPK3PXP", ["JBSW", "Y3DP", "EHPK", "3PXP"]],
  ["ABCDEF", ["ABCD", "EF"]],
  ["", []],
])("%s is written as %j", (secret, groups) => {
  expect(secretGroups(secret)).toEqual(groups)
  expect(groups.join("")).toBe(secret)
})
