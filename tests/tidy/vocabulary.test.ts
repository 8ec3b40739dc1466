/** Checks that words which docs/glossary.md replaced don't come back, in identifiers, comments or test names. */

import { expect, test } from "vitest"
import { readSources } from "./source-files.ts"

interface LeftBehind {
  word: string
  /** What docs/glossary.md says instead. */
  instead: string
  /** Files where the word means something else, or is stored data. */
  except?: RegExp
}

/** Names in the snapshots of earlier releases. */
const SNAPSHOT = "server/engine/snapshot/upgrades/"

const LEFT_BEHIND: readonly LeftBehind[] = [
  { word: "purse", instead: "balance", except: new RegExp(SNAPSHOT) },
  { word: "seat", instead: "participant" },
  {
    word: "holder",
    instead: "account",
    // Whoever holds the lock of a folder; accounts as published worked examples call them.
    except: new RegExp(`${SNAPSHOT}|server/storage/folder-lock|tests/cases/`),
  },
]

/** The word and its plural, alone or as a part of an identifier: `purse`, `takePurse`, `purseOf`, `PURSES`. */
function usesOf(word: string, text: string): string[] {
  const [small, capital] = [word, word[0]?.toUpperCase() + word.slice(1)]
  const part = new RegExp(
    `\\w*(?:(?<![A-Za-z])${small}|${capital})(?:s|es)?(?![a-z])\\w*|\\b[A-Z_]*${word.toUpperCase()}S?(?![A-Z])\\w*`,
    "g",
  )
  return [...text.matchAll(part)].map(([use]) => use)
}

const sources = readSources().filter(({ path }) => !path.startsWith("tests/tidy/"))

test.each(LEFT_BEHIND)("$word is left behind: it is $instead", ({ word, except }) => {
  const found = sources
    .filter(({ path }) => !except?.test(path))
    .flatMap(({ path, text }) => usesOf(word, text).map((use) => `${path}: ${use}`))
  expect(found).toEqual([])
})

test("a word is found in identifiers and comments, and not within another word", () => {
  const text = "takeSeat(seats) // the seat, PLACE_SEATS; a placeholder, theseats, seatbelt"
  expect(usesOf("seat", text)).toEqual(["takeSeat", "seats", "seat", "PLACE_SEATS"])
})
