/** The code that runs at a user's or an operator's, without tests, what only tests use, and comments. */

import { readSources } from "./source-files.ts"

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*/g, "$1")

export const code = readSources()
  .filter(({ path }) => /^(?:core|server|src|workers)\//.test(path) && !/\.(?:test|bench)\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path, text: withoutComments(text) }))

export const server = code.filter(({ path }) => path.startsWith("server/"))

/** Paths of the files that `pattern` is found in, sorted. */
export const filesWith = (pattern: RegExp, among = code): string[] =>
  among
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

/** What the first group of `pattern` holds, wherever it is found. */
export const allOf = (pattern: RegExp, among = code): string[] =>
  among.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = ""]) => found))
