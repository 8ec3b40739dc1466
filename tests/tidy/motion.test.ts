/** Test that everything that moves stands still for whoever asked for less motion. */

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./source-files.ts"

const sheets = globSync("src/**/*.css", { cwd: root }).map((path) => ({
  path,
  css: readFileSync(join(root, path), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
}))
/** What stands in the blocks of reduced motion, whose own blocks are one level deep. */
const reducedOf = (css: string): string =>
  [...css.matchAll(/@media \(prefers-reduced-motion: reduce\) \{((?:[^{}]*\{[^{}]*\})*)/g)]
    .map(([, body]) => body)
    .join("\n")

test("all transitions last as long as a token says, and each token is nothing with reduced motion", () => {
  const wrong = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/[\s{]transition:\s*([^;]+);/g)]
      .flatMap(([, value = ""]) => value.split(/,(?![^(]*\))/))
      .filter((part) => part.trim() !== "none" && !part.includes("var(--t-"))
      .map((part) => `${path}: ${part.trim()}`),
  )
  expect(wrong).toEqual([])
  const tokens = sheets.find(({ path }) => path.endsWith("tokens.css"))?.css ?? ""
  const named = new Set([...tokens.matchAll(/--t-[\w-]+(?=:)/g)].map(([name]) => name))
  const stilled = [...reducedOf(tokens).matchAll(/(--t-[\w-]+): 0ms/g)].map(([, name]) => name)
  expect(named.size).toBeGreaterThan(3)
  expect(stilled.sort()).toEqual([...named].sort())
})

test("whatever turns or glides by itself stands still with reduced motion", () => {
  const moving = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/([^{}]+)\{[^{}]*[\s;]animation:(?!\s*none|[^;]*var\(--t-)[^{}]*\}/g)].map(
      ([, selector = ""]) => ({
        path,
        selector: selector.trim(),
        isStilled: new RegExp(`${selector.trim().replaceAll(".", "\\.")}[^{}]*\\{[^{}]*animation: none`).test(
          reducedOf(css),
        ),
      }),
    ),
  )
  expect(moving.length).toBeGreaterThan(2)
  expect(moving.filter(({ isStilled }) => !isStilled)).toEqual([])
})
