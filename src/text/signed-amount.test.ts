/** Has a gain a plus, a loss a real minus, and nothing no sign at all? */

import { expect, test } from "vitest"
import { signedAmount } from "./signed-amount.ts"

test.each([
  ["12.50", "de", "+12,50"],
  ["0.00000001", "en", "+0.00000001"],
  ["-1234.5", "en", "\u22121,234.5"],
  ["0", "en", "0"],
  ["0.00", "en", "0.00"],
  ["", "en", ""],
  ["none", "en", "none"],
])("%s in %s is %s", (text, language, expected) => {
  expect(signedAmount(text, language)).toBe(expected)
})
