/** Tests of layout links: a text comes back as it was, and no link makes the reader throw. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { codeOfLink, textOfLink } from "./layout-link.ts"

test("every text comes back, in letters that an address takes as they are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const code = codeOfLink(text)
      expect(code).toMatch(/^[A-Za-z0-9_-]*$/)
      expect(textOfLink(code)).toBe(text)
    }),
  )
})

test("what is no base64url of a text is none", () => {
  fc.assert(
    fc.property(fc.string(), (code) => {
      expect(textOfLink(code) ?? "").toBeTypeOf("string")
    }),
  )
  expect(textOfLink("_w")).toBeUndefined()
  expect(textOfLink("%%")).toBeUndefined()
})
