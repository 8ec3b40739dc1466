/** Checks that rules and code agree: cited codes exist, built rules have a test, links lead to files. */

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/problem.ts"
import { documents, linksOf, readRules, rulesIn } from "./rule-book.ts"
import { listFiles, readSources, root } from "./source-files.ts"

const rules = readRules()
const byCode = new Map(rules.map((rule) => [rule.code, rule]))
const sources = readSources().filter(({ path }) => !path.startsWith("tests/tidy/"))
const textOf = (path: string) => readFileSync(join(root, path), "utf8")

/** Workload W1 of the benches is another thing. */
const NO_CITATION: readonly (readonly [path: RegExp, code: string])[] = [
  [/^bench\/load\/workload(\.test)?\.ts$/, "W1"],
]

const letters = [...new Set(rules.map(({ code }) => code[0]))].join("")

/** Codes in a text: a letter of the rule book and a number, alone in a sentence. */
function citationsIn(text: string): string[] {
  const cited = new RegExp(`(?<![\\w.%"'\`#/-])[${letters}][1-9]\\d?(?![\\w"'\`])(?!\\.\\d)`, "g")
  return [...text.matchAll(cited)].map(([code]) => code)
}

/** A program without its comments: what is left of a code is in a text that somebody reads at run time. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*/g, "$1")

describe("every code", () => {
  test("stands in one place of docs/rules", () => {
    const codes = rules.map(({ code }) => code)
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
    expect(codes.length).toBeGreaterThan(100)
  })

  test("that code or tests cite is a rule of docs/rules", () => {
    const unknown = sources.flatMap(({ path, text }) =>
      citationsIn(text)
        .filter((code) => !byCode.has(code))
        .filter((code) => !NO_CITATION.some(([file, other]) => code === other && file.test(path)))
        .map((code) => `${path} cites ${code}`),
    )
    expect(unknown).toEqual([])
  })

  test("that a document cites is a rule of docs/rules", () => {
    const unknown = documents()
      .filter((path) => !path.startsWith("bench/"))
      .flatMap((path) =>
        citationsIn(textOf(path))
          .filter((code) => !byCode.has(code) && !/^P[12]$/.test(code))
          .map((code) => `${path} cites ${code}`),
      )
    expect(unknown).toEqual([])
  })
})

describe("every rule", () => {
  test("that is built says where it is kept, and which test holds it", () => {
    const bare = rules.filter(({ isBuilt, keptIn, heldBy }) => isBuilt && (!keptIn.length || !heldBy.length))
    expect(bare.map(({ code }) => code)).toEqual([])
  })

  test("that is not built claims no test", () => {
    const claiming = rules.filter(({ isBuilt, heldBy }) => !isBuilt && heldBy.length > 0)
    expect(claiming.map(({ code }) => code)).toEqual([])
  })

  test("is cited by each test that is said to hold it", () => {
    const silent = rules.flatMap(({ code, heldBy }) =>
      heldBy
        .filter((path) => existsSync(join(root, path)) && !citationsIn(textOf(path)).includes(code))
        .map((path) => `${path} doesn't cite ${code}`),
    )
    expect(silent).toEqual([])
  })
})

describe("no code reaches a user or an operator", () => {
  test("in the texts of the page or of the operator", () => {
    const files = listFiles(".json", ".md").filter((path) => /^(locales|content)\//.test(path))
    expect(files.filter((path) => citationsIn(textOf(path)).length > 0)).toEqual([])
  })

  test("in what a program says: answers, logs, documents, settings", () => {
    const saying = sources
      .filter(({ path }) => /^(core|server|workers|src|tools)\//.test(path) && !/\.test\.tsx?$/.test(path))
      .filter(({ text }) => new RegExp(`[ \`"'(][${letters}][1-9]\\d?[):;, ]`).test(withoutComments(text)))
    expect(saying.map(({ path }) => path)).toEqual([])
  })
})

test("every refusal stands in docs/rules with its number", () => {
  const rows = [...textOf("docs/rules/refusals.md").matchAll(/^\| (\d+) \| `([A-Z_]+)` \|/gm)]
  const told = Object.fromEntries(rows.map(([, number, name]) => [name, Number(number)]))
  expect(told).toEqual({ ...PROBLEMS })
})

test("every link of a document leads to a file or folder", () => {
  const broken = documents().flatMap((document) =>
    linksOf(document, textOf(document))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document} → ${path}`),
  )
  expect(broken).toEqual([])
})

test("every path that the map and the documents name is there", () => {
  const path = /`((?:core|server|workers|src|tests|tools|bench)\/[\w./-]+)`/g
  const named = documents()
    .filter((document) => /^(ARCHITECTURE|CONTRIBUTING|README)\.md$|^docs\//.test(document))
    .flatMap((document) =>
      [...textOf(document).matchAll(path)].map((match) => ({ document, to: match[1] ?? "" })),
    )
  expect(named.filter(({ to }) => !existsSync(join(root, to)))).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

/** Documents that are not in the repository: what they say belongs into docs, or into the comment itself. */
const FOREIGN =
  /\b(?:exchange|house|product|performance|style|seed)\.md\b|(?<!docs\/)\b(?:design|reliability)\.md\b|\bthe seed(?:'s|’s| asks| and)|\bseed,? section\b|\breliability R\d|(?<!RFC \d{4} )\bsection \d+\b/i

test("no file names a document that isn't here", () => {
  const naming = listFiles(".ts", ".tsx", ".mjs", ".mts", ".css", ".md", ".html", ".json", ".yml")
    .filter((path) => !/^(docs|content|tests\/tidy)\/|^package-lock/.test(path))
    .filter((path) => existsSync(join(root, path)) && FOREIGN.test(textOf(path)))
  expect(naming).toEqual([])
})

test("a rule is read from its heading, with what is kept and held behind it", () => {
  const text =
    "# Title\n\n### U9 A name\n\nA rule.\n\nKept in [a.ts](../a.ts). Held\nby [b.test.ts](../b.test.ts).\n\n### U10 Other\n\n**Not built.**\n"
  expect(rulesIn("docs/x.md", text)).toEqual([
    { code: "U9", document: "docs/x.md", isBuilt: true, keptIn: ["a.ts"], heldBy: ["b.test.ts"] },
    { code: "U10", document: "docs/x.md", isBuilt: false, keptIn: [], heldBy: [] },
  ])
  expect(citationsIn("The hold (S10, P2) of 4.S3, `R2` and T0 in W1.1; U5.")).toEqual(["S10", "P2", "U5"])
})
