/** A market has one name, wherever it is written, in the reader's language. */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { speak } from "#tests/support/words.ts"
import { marketTitle } from "./market-title.ts"

test.each([
  ["en", "BTC_USDT", "BTC/USDT"],
  ["en", "BTC_USDT_PERP", "BTC/USDT Perp"],
  ["de", "BTC_USDT_SEC", "BTC/USDT Sekunden"],
  ["zh", "BTC_USDT_PERP", "BTC/USDT 永续"],
  ["en", "", ""],
] as const)("in %s %s is called %s", async (language, id, title) => {
  await speak(language)
  expect(marketTitle(id)).toBe(title)
})

test("no file of the page makes a name of a whole id by itself", () => {
  const source = join(import.meta.dirname, "..")
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const own = files.filter((name) =>
    /replace(?:All)?\("_", "[/ ]"\)|slice\(0, 2\)\.join\("\/"\)|\} PERP`/.test(
      readFileSync(join(source, name), "utf8"),
    ),
  )
  // An index has no kind, New_York is none, and the way back says the screen.
  expect(own.sort()).toEqual([
    "order-news/second-sentence.ts",
    "panels/entrance/way-on.ts",
    "panels/second-records/record-sheet.view.tsx",
    "text/zone-names.ts",
  ])
})
