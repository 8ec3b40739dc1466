/** Is every screen kept in the visitor's language, and no other language's words? */

import { expect, test } from "vitest"
import { wishedFiles, wishOf } from "./file-list.ts"

const files = [
  { url: "assets/index-1.js", when: "first" },
  { url: "assets/kline-2.js", when: "later" },
  { url: "assets/de-3.js", when: "de" },
  { url: "assets/fr-4.js", when: "fr" },
  { url: "assets/kline-5.css", when: "later" },
]

test.each([
  ["de", false, ["assets/de-3.js", "assets/kline-2.js", "assets/kline-5.css"]],
  ["fr", false, ["assets/fr-4.js", "assets/kline-2.js", "assets/kline-5.css"]],
  ["de", true, ["assets/de-3.js"]],
])("in %s, sparing %s: %j", (language, isSparing, expected) => {
  expect(wishedFiles(files, { language, isSparing })).toEqual(expected)
})

test.each([
  [{ keep: { language: "de", isSparing: true } }, { language: "de", isSparing: true }],
  [{ keep: ["https://saker.example/assets/index-1.js"] }, undefined],
  [{ keep: { language: 1, isSparing: true } }, undefined],
  [{}, undefined],
  [null, undefined],
  ["keep", undefined],
])("%j of a page is the wish %j", (data, wish) => {
  expect(wishOf(data)).toEqual(wish)
})
