/** Which source files are there, and what do they import? */

import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../..")

export interface SourceFile {
  path: string
  text: string
  /** Specifiers of all imports, with whether only types come in. */
  imports: { from: string; typesOnly: boolean }[]
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/g
const DYNAMIC = /import\(\s*["']([^"']+)["']\s*\)/g

export function importsOf(text: string): SourceFile["imports"] {
  const fixed = [...text.matchAll(IMPORT)].map((match) => ({
    from: match[2] ?? "",
    typesOnly: Boolean(match[1]),
  }))
  const lazy = [...text.matchAll(DYNAMIC)].map((match) => ({ from: match[1] ?? "", typesOnly: false }))
  return [...fixed, ...lazy]
}

/** Every tracked or new (not ignored) file that ends with one of `endings`. */
export function listFiles(...endings: string[]): string[] {
  const listing = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
  return [...new Set(listing.split("\n"))].filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export function readSources(): SourceFile[] {
  return listFiles(".ts", ".tsx").flatMap((path) => {
    try {
      const text = readFileSync(join(root, path), "utf8")
      return [{ path, text, imports: importsOf(text) }]
    } catch {
      return [] // listed by git, deleted in the work tree
    }
  })
}
