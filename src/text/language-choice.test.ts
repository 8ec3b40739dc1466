/** Is the right language chosen from all the clues? */

import { expect, test } from "vitest"
import { chooseLanguage } from "./language-choice.ts"

test.each([
  [{ stored: "de", browser: ["fr"], configured: "en" }, "de"],
  [{ stored: "sp", browser: ["fr"], configured: "en" }, "es"],
  [{ stored: "bl", browser: [], configured: "en" }, "pl"],
  [{ stored: "klingon", browser: ["sv-SE", "pt-BR", "en"], configured: "de" }, "pt"],
  [{ stored: null, browser: ["zh-Hant-TW"], configured: "en" }, "zh"],
  [{ stored: null, browser: ["sv"], configured: "it" }, "it"],
  [{ stored: null, browser: ["sv"], configured: "xx" }, "en"],
  [{ stored: null, browser: ["sv"] }, undefined],
] as const)("%j gives %s", (clues, language) => {
  expect(chooseLanguage(clues)).toBe(language)
})
