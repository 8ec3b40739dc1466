/** Are sizes said in the reader's units and marks? */

import { expect, test } from "vitest"
import { fileSize } from "./file-size.ts"

test.each([
  [812, "en", "812 byte"],
  [34_200, "de", "34 kB"],
  [1_240_000, "de", "1,2 MB"],
  [1_240_000, "fr", "1,2\u202fMo"],
])("%d bytes in %s are %s", (bytes, language, expected) => {
  expect(fileSize(bytes, language)).toBe(expected)
})
