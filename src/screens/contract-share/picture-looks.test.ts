/** Each look takes its colours, by gain and side, from tokens of the design. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { LOOKS, tokensOf } from "./picture-looks.ts"
import type { Sign } from "./share-figures.ts"

const css = readFileSync(join(import.meta.dirname, "../../styles/tokens.css"), "utf8")
const signs: readonly Sign[] = [-1, 0, 1]

test.each(LOOKS)("%s names only tokens of the design", (look) => {
  const missing = signs
    .flatMap((sign) => {
      const { ground, inks, backdrop } = tokensOf(look, { sign, side: "long" })
      return [ground, backdrop.token, ...Object.values(inks)]
    })
    .filter((token) => !css.includes(`${token}:`))
  expect(missing).toEqual([])
})

test.each(["night", "day", "accent"] as const)("%s tells gain from loss, and long from short", (look) => {
  const inksOf = (sign: Sign, side: "long" | "short") => tokensOf(look, { sign, side }).inks
  expect(inksOf(1, "short")).toMatchObject({ gain: "--up", side: "--sell" })
  expect(inksOf(-1, "long")).toMatchObject({ gain: "--down", side: "--buy" })
  expect(inksOf(0, "long").gain).toBe("--text-1")
})

test("the colour of gain or loss is all of the ground of its look, with that colour's own ink", () => {
  const look = (sign: Sign) => tokensOf("result", { sign, side: "long" })
  expect(look(1)).toMatchObject({ ground: "--up", inks: { text: "--up-ink", gain: "--up-ink" } })
  expect(look(-1)).toMatchObject({ ground: "--down", inks: { text: "--down-ink", gain: "--down-ink" } })
})
