/** The account of the published standard adds up: what is said to be tested names a test, and the counts are those of the rows. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./source-files.ts"

const text = readFileSync(join(root, "docs/security-standard.md"), "utf8")
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]* \| ([^|]*) \| (.*) \|$/gm)].map(
  ([, name = "", level = "", state = "", where = ""]) => ({ name, level, state, where }),
)
const [, left = ""] = /## What is left\n([\s\S]*?)\n## /.exec(text) ?? []

test("each requirement stands there once, in one of five states", () => {
  const names = rows.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  const states = ["met, tested", "met", "in part", "not met", "doesn't apply"]
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([])
})

test("what is met and tested names its test", () => {
  const silent = rows.filter(
    ({ state, where }) => state === "met, tested" && !/\.(?:test|spec)\.tsx?\)/.test(where),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test.each(["1", "2"])("the counts of level %s are those of its rows", (level) => {
  const of = rows.filter((row) => row.level === level)
  const count = (...states: string[]) => of.filter(({ state }) => states.includes(state)).length
  const counts = [
    ...[of.length, of.length - count("doesn't apply"), count("met", "met, tested"), count("met, tested")],
    ...[count("in part"), count("not met"), count("doesn't apply")],
  ]
  expect(text).toContain(`| ${level} | ${counts.join(" | ")} |`)
})

test("what isn't met, or in part, stands among what is left, and nothing else does", () => {
  const open = rows.filter(({ state }) => state === "in part" || state === "not met").map(({ name }) => name)
  const listed = [...left.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \|/gm)].flatMap(([, names = ""]) =>
    names.split(", "),
  )
  expect(listed.toSorted()).toEqual(open.toSorted())
})
