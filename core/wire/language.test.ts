/** Language codes map to the eight languages, old codes included. */

import { describe, expect, test } from "vitest"
import { LANGUAGES, languageOf } from "./language.ts"

describe("a language code", () => {
  test.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE_at", "de"],
    ["zh-Hans-CN", "zh"],
    [" en ", "en"],
    ["sp", "es"],
    ["bl", "pl"],
    ["SP-mx", "es"],
  ])("%j means %s", (code, language) => {
    expect(languageOf(code)).toBe(language)
  })

  test.each([
    null,
    undefined,
    "",
    " ",
    "xx",
    "deutsch",
    "-de",
    "constructor",
    "toString",
    "__proto__",
    "../en",
  ])("%j means none", (code) => {
    expect(languageOf(code)).toBeUndefined()
  })

  test("of every offered language means itself", () => {
    for (const language of LANGUAGES) expect(languageOf(language)).toBe(language)
  })
})
