/** Are all eight languages whole: the same keys and places for values, nothing left in English, every word used and there? */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { PROBLEMS } from "#core/wire/problem.ts"

const root = join(import.meta.dirname, "../..")
const folder = (language: string) => join(root, "locales", language)
const NAMESPACES = readdirSync(folder("en"))
const OTHERS = LANGUAGES.filter((language) => language !== "en")

/** `file:path.of.key` → text, plural forms folded into one key (languages have different ones). */
function wordsOf(language: Language): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") return void found.set(path.replace(PLURAL, ""), value)
    for (const [key, inner] of Object.entries(Object(value))) walk(inner, path ? `${path}.${key}` : key)
  }
  for (const file of NAMESPACES) {
    const words: unknown = JSON.parse(readFileSync(join(folder(language), file), "utf8"))
    for (const [key, inner] of Object.entries(Object(words)))
      walk(inner, `${file.replace(".json", "")}:${key}`)
  }
  return found
}

const PLURAL = /_(zero|one|two|few|many|other)$/
const all = Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(language)])) as Record<
  Language,
  Map<string, string>
>
const english = all.en
const valuesOf = (text: string | undefined) => [...(text ?? "").matchAll(/{{(\w+)/g)].map((match) => match[1])

/** Words that are the same in English and in some other language, and rightly so: names, units, what traders share. */
const SHARED = new Set(
  `AI ETF OCO TWAP TWAPs Iceberg Saker Tick ticks Replay Range Market Trade Trades Simulation Spot Live live Offline Menu Home Asset Trading Transfer Article ADL Articles System Sessions Book Commit Frames Messages
  Bytes Filter Name Chart Spread Vol min minute minutes Volume Signal Candles Password Passkeys UID
  Stop Limit Enter Esc Ctrl Shift Pages Alert Margin Funding Perp Cross Hedge Mark Index Liquidation Status Total Type Actions Maker Taker Watchlists Max MACD RSI KDJ Supertrend Heikin Ashi Long Short ROE Order Orders Position Liquidations
  confirmations Confirmations Transaction Signature Layout Layouts Standard Scalper Positions Band Fibonacci Camarilla`.split(
    /\s+/,
  ),
)
/** The same of several words, which alone would be translated. */
const SHARED_PHRASES = new Set(["Open interest", "Take profit", "Stop loss", "End"])
const isShared = (text: string) =>
  SHARED_PHRASES.has(text) ||
  (text.replace(/{{\w+}}/g, "").match(/\p{L}{3,}/gu) ?? []).every((word) => SHARED.has(word))

describe.each(OTHERS)("the words in %s", (language) => {
  test("have exactly the keys of English", () => {
    expect([...all[language].keys()].sort()).toEqual([...english.keys()].sort())
  })

  test("have the same places for values", () => {
    const wrong = [...english].filter(
      ([key, text]) => valuesOf(text).sort().join() !== valuesOf(all[language].get(key)).sort().join(),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test("are not left in English", () => {
    const left = [...english].filter(([key, text]) => all[language].get(key) === text && !isShared(text))
    expect(left.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test("end a sentence where English does, and have no stray blanks", () => {
    const isSentence = (text: string) => /[.。]$/.test(text)
    const wrong = [...english].filter(([key, text]) => {
      const other = all[language].get(key) ?? ""
      return (isSentence(text) && !isSentence(other)) || other !== other.trim() || / {2}/.test(other)
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})

describe.each(LANGUAGES)("the first words in %s", (language) => {
  test("have what src/words/first-words.ts can read: no plural forms, no contexts by key, no formats", () => {
    const words: unknown = JSON.parse(readFileSync(join(folder(language), "app.json"), "utf8"))
    const wrong = JSON.stringify(words).match(/"\w+_\w+":|{{(?!\w+}})[^"]*|\$t\([^"]*/g)
    expect(wrong).toBeNull()
  })
})

describe("the problems", () => {
  test("are exactly those of the catalogue, beside the forms by side, and the one that names a field", () => {
    const keys = [...english.keys()].filter((key) => key.startsWith("problem:"))
    const names = keys.map((key) => key.replace("problem:", ""))
    const bySide = names.filter((name) => /_(buy|sell)$/.test(name))
    const forms = [...bySide, "FORMAT_field"]
    expect(names.filter((name) => !forms.includes(name)).sort()).toEqual(Object.keys(PROBLEMS).sort())
    for (const name of bySide) expect(names).toContain(name.replace(/_(buy|sell)$/, ""))
  })

  test("never exclaim, say please or shout", () => {
    expect([...english].filter(([, text]) => /!|please|oops/i.test(text))).toEqual([])
  })
})

/** Keys that a file asks for and that none of the files of words it names has; without a name it is `app`. */
function missingIn(text: string): string[] {
  const named = [...text.matchAll(/(?:useTranslation\(|TFunction<)"(\w+)"/g)].map(([, name]) => name ?? "app")
  const namespaces = named.length === 0 ? ["app"] : named
  return [...text.matchAll(/\bt\(\s*"([\w:.-]+)"/g)]
    .map(([, key]) => key ?? "")
    .filter((key) =>
      key.includes(":") ? !english.has(key) : namespaces.every((name) => !english.has(`${name}:${key}`)),
    )
}

describe("the words in the code", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, "src", path), "utf8") }))

  test("exist in the files of words", () => {
    const missing = sources.flatMap(({ path, text }) => missingIn(text).map((key) => `${path}: ${key}`))
    expect(missing).toEqual([])
  })
})
