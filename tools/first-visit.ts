/** What is fetched before `/` can be used? Found by following the build's manifest from the entry. */

import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

/** What the entry asks for at once beside what it imports: the home screen (see initial-chunks.ts). */
const HOME = "home"

/**
 * Paths inside of the built site: entry, its static imports, the home screen, their styles; and of the words, which only
 * the visitor's browser decides on, those of `language` if one is given. The worker is a build of its own, not in here.
 */
export function firstVisitFiles(site: string, language?: string): string[] {
  const manifest = JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >
  const words = `src/text/locales/${language}.ts`
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
