/** Is the tree as house.md and style.md say? Names of files and folders, openings, and what must never be committed. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { listFiles, readSources, root } from "./source-files.ts"

const ours = readSources().filter((file) => /^(core|workers|src|server|bench|tests|tools)\//.test(file.path))

test("no folder or file is a drawer", () => {
  const drawer = /(^|\/)(utils?|helpers?|common|constants?|hooks|types|misc|lib)(\/|\.[a-z.]+$)/
  expect(ours.map((file) => file.path).filter((path) => drawer.test(path))).toEqual([])
})

test("files are kebab-case with a role as suffix", () => {
  const shape =
    /^[a-z0-9]+(-[a-z0-9]+)*(\.(route|view|model|handlers|queries|jobs|worker|api|test|spec|bench|config|d|module))*\.(ts|tsx)$/
  expect(ours.map((file) => file.path).filter((path) => !shape.test(path.split("/").at(-1) ?? ""))).toEqual(
    [],
  )
})

test("every file opens with the question it answers", () => {
  expect(ours.filter((file) => !/^(#![^\n]*\n)?\/\*\*/.test(file.text)).map((file) => file.path)).toEqual([])
})

test("no file is longer than one sitting", () => {
  const long = ours.filter((file) => file.text.split("\n").length > 400).map((file) => file.path)
  expect(long).toEqual([])
})

test("no test is skipped or singled out, and nothing is left open", () => {
  // Written apart so that this very file doesn't match itself.
  const mark = new RegExp(
    ["TO" + "DO", "FIX" + "ME", "\\.on" + "ly\\(", "test\\.sk" + "ip\\(\\s*[\"']"].join("|"),
  )
  expect(ours.filter((file) => mark.test(file.text)).map((file) => file.path)).toEqual([])
})

test("there is no barrel but the wire's", () => {
  const barrels = ours.filter((file) => /\/index\.tsx?$/.test(file.path)).map((file) => file.path)
  expect(barrels).toEqual(["core/wire/index.ts"])
})

test("no visible text stands in the code: words come from locales", () => {
  // Text before a closing tag, and names given to screen readers or shown as hints, as literals.
  const spoken =
    />\s*[^<>{}()=;&]*[A-Za-z]{3,}[^<>{}()=;&]*<\/|\b(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z]{2,}/
  const wrong = ours
    .filter(
      (file) =>
        file.path.startsWith("src/") && file.path.endsWith(".tsx") && !file.path.endsWith(".test.tsx"),
    )
    .filter((file) => spoken.test(file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")))
  expect(wrong.map((file) => file.path)).toEqual([])
})

test("moments on the page are written by one module", () => {
  // What tells of a zone, not of a moment, may ask the calendar as well.
  const may = ["src/text/clock.ts", "src/text/moments.ts", "src/text/zone.ts", "src/text/zone-names.ts"]
  const own = /Intl\.DateTimeFormat|toLocale(Date|Time)String|\.get(Hours|Minutes|Date|Month|FullYear)\(/
  const wrong = ours.filter(({ path, text }) => /^src\/(?!.*\.test\.)/.test(path) && own.test(text))
  expect(wrong.map(({ path }) => path).filter((path) => !may.includes(path))).toEqual([])
})

test("the lock file names no host", () => {
  expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toMatch(
    /"resolved"|https?:\/\/[^"]*registry/,
  )
})

test("no file holds a path of a machine", () => {
  const here = new RegExp(["/wo" + "rk/", "/ro" + "ot/", "(?<![\\w.])/ho" + "me/[a-z]"].join("|"))
  const files = listFiles(".ts", ".tsx", ".mjs", ".json", ".md", ".css", ".html", ".yml").filter(
    (path) => path !== "package-lock.json",
  )
  const wrong = files.filter((path) => {
    try {
      return here.test(readFileSync(join(root, path), "utf8"))
    } catch {
      return false
    }
  })
  expect(wrong).toEqual([])
})
