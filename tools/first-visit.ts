/** Lists the files fetched before `/` can be used, and those of a language, by following the build's manifest. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Language } from "../core/wire/language.ts"

interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

type Chunks = Record<string, Chunk>

const chunksOf = (site: string): Chunks =>
  JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8")) as Chunks

/** What the entry asks for at once beside what it imports: the home screen (see initial-chunks.ts). */
const HOME = "home"

const firstWords = (language: Language) => `src/text/locales/${language}.ts`

/**
 * Paths inside of the built site: entry, its static imports, the home screen, their styles; and of the words, which only
 * the visitor's browser decides on, those of `language` if one is given. The worker is a build of its own, not in here.
 */
export function firstVisitFiles(site: string, language?: Language): string[] {
  const manifest = chunksOf(site)
  const words = language && firstWords(language)
  const found = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  const isHome = ({ name, file }: Chunk) => name === HOME && file.endsWith(".js")
  const first = Object.keys(manifest).filter((key) => {
    const chunk = manifest[key]
    return chunk && (chunk.isEntry || isHome(chunk) || key === words)
  })
  // Better no figure than one without a part of it.
  if (first.length !== (language ? 3 : 2)) throw new Error(`entry, home, words expected: ${first.join(", ")}`)
  first.forEach(visit)
  return [...found]
}

/** Paths inside of the built site of all words of a language, the first ones and those that come later. */
export function wordFiles(site: string, language: Language): string[] {
  const manifest = chunksOf(site)
  return [firstWords(language), `src/text/locales/later/${language}.ts`].map((key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`no chunk is ${key}`)
    return chunk.file
  })
}
