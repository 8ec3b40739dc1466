/** What is stored as text comes back as it was, whatever texts, fields and bigints it has. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { canonicalText, plainText, readPlainText } from "./plain-text.ts"

const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.bigInt(),
    fc.string(),
    fc.string().map((text) => `~${text}`),
    fc.constantFrom(null, true, false, 0, 1.5, "~", "~~", "~12"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value

test("plain data comes back from its text, and from its canonical text", () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(readPlainText(plainText(value))).toStrictEqual(value)
      expect(readPlainText(canonicalText(value))).toStrictEqual(value)
    }),
  )
})

test("a text that names a prototype makes a field of it, as any other", () => {
  const read = readPlainText('{"__proto__":"~7","other":["~8"]}') as Record<string, unknown>
  expect(Object.entries(read)).toEqual([
    ["__proto__", 7n],
    ["other", [8n]],
  ])
})
