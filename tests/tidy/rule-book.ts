/** Reads docs/rules: which rules there are, which are built, and which tests are said to hold them. */

import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { listFiles, root } from "./source-files.ts"

export interface Rule {
  code: string
  /** The document it stands in, from the root. */
  document: string
  /** False where it says **Not built**. */
  isBuilt: boolean
  /** Files behind "Held by", from the root. */
  heldBy: string[]
  /** Files behind "Kept in", from the root. */
  keptIn: string[]
}

const HEADING = /^### ([A-Z]\d{1,2}) /
const LINK = /\]\(([^)\s]+)\)/g

/** The documents of the repository, from the root. */
export const documents = (): string[] => listFiles(".md").filter((path) => !path.startsWith("content/"))

/** What a document's links lead to: paths from the root, without addresses of the web and places within the page. */
export function linksOf(document: string, text: string): string[] {
  return [...text.matchAll(LINK)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
    .map((link) => posix.join(posix.dirname(document), link.replace(/#.*$/, "")))
}

export function readRules(): Rule[] {
  return listFiles(".md")
    .filter((path) => path.startsWith("docs/rules/"))
    .flatMap((path) => rulesIn(path, readFileSync(join(root, path), "utf8")))
}

/** A rule reaches from its heading to the next heading. */
export function rulesIn(document: string, text: string): Rule[] {
  return text.split(/^(?=#{1,6} )/m).flatMap((section) => {
    const code = HEADING.exec(section)?.[1]
    if (code === undefined) return []
    const [, kept = ""] = /Kept\s+in([\s\S]*?)(?:Held\s+by|$)/.exec(section) ?? []
    const [, held = ""] = /Held\s+by([\s\S]*)$/.exec(section) ?? []
    return {
      code,
      document,
      isBuilt: !section.includes("**Not built.**"),
      heldBy: linksOf(document, held),
      keptIn: linksOf(document, kept),
    }
  })
}
