/** Which countries and regions match what is typed, and which is likely. Plain functions. */

import { isRegion, REGION_CODES } from "#core/region/regions.ts"
import { regionName } from "../../text/region-names.ts"

export interface RegionRow {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** In the reader's language. */
  name: string
  /** What is searched: folded names, here and in English. */
  keys: readonly string[]
}

/** All of them, by the order of the reader's language. */
export function listRegions(language: string): RegionRow[] {
  const collator = new Intl.Collator(language)
  return REGION_CODES.map((code) => {
    const name = regionName(code, language)
    const keys = new Set([fold(name), fold(spellOut(name)), fold(regionName(code, "en"))])
    return { code, name, keys: [...keys] }
  }).sort((one, other) => collator.compare(one.name, other.name))
}

const MARKS = /\p{M}/gu
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", đ: "d", ı: "i" }

/** Without case and marks: `Österreich` is `osterreich`, `Côte d’Ivoire` is `cote d'ivoire`. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(/[ßłøæđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[’‘]/g, "'")
    .trim()

/** `Österreich` as those type it who have no such key: `Oesterreich`. */
const spellOut = (name: string): string => name.replace(/[äöüÄÖÜ]/g, (letter) => `${fold(letter)}e`)

/** Those that match, the best first: the code itself, names that begin so, words that begin so, names that hold it. */
export function findRegions(rows: readonly RegionRow[], query: string): readonly RegionRow[] {
  const wanted = fold(query)
  if (wanted === "") return rows
  return rows
    .map((row) => ({ row, rank: rankOf(row, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row)
}

const NO_MATCH = 4

function rankOf({ code, keys }: RegionRow, wanted: string): number {
  if (code.toLowerCase() === wanted) return 0
  const ranks = keys.map((key) => {
    if (key.startsWith(wanted)) return 1
    if (key.includes(` ${wanted}`) || key.includes(`-${wanted}`)) return 2
    return key.includes(wanted) ? 3 : NO_MATCH
  })
  return Math.min(...ranks)
}

/** What the browser's languages say of a country: `de-AT` says Austria; `de` says nothing. */
export function regionOfLanguages(languages: readonly string[]): string | undefined {
  const regions = languages.map((language) => language.split("-").at(-1)?.toUpperCase() ?? "")
  return regions.find((region, place) => isRegion(region) && languages[place]?.includes("-"))
}
