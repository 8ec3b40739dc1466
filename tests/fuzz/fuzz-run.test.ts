/** The fuzzer finds what is wrong where inputs without its guide don't, and all targets hold what they ask for. */

import { readdirSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "vite"
import { describe, expect, test } from "vitest"
import { type FuzzReport, runFuzz } from "./fuzz-run.ts"
import { Finding, type FuzzTarget, mustBePlain } from "./fuzz-target.ts"
import { COUNTERS, instrument, type SyntaxNode } from "./instrument.ts"

/** Falls over a text that four questions lead to, one after the other. */
const DEEP = `
export function read(text) {
  const at = text.indexOf("=")
  if (at < 0) return "no field"
  const [name, value] = [text.slice(0, at), text.slice(at + 1)]
  if (name.length !== 3) return "no name"
  if (name[0] !== "q") return "another name"
  if (name[1] !== "t") return "still another"
  if (name[2] !== "y") return "nearly"
  if (value[0] !== "-") return value ? "a number" : "empty"
  throw new RangeError("below zero")
}
`
/** Takes over what is called __proto__, as a merge by assignment does. */
const MERGING = `
export function read(text) {
  let given
  try { given = JSON.parse(text) } catch { return "no JSON" }
  const taken = {}
  for (const [key, value] of Object.entries(Object(given))) taken[key] = value
  return taken
}
`
/** Says that it takes a text, and takes a number as well. */
const LOOSE = `
export function read(text) {
  let given
  try { given = JSON.parse(text) } catch { return "no JSON" }
  return /^[0-9]+$/.test(Object(given).price) ? { price: given.price } : "refused"
}
`

async function fuzz(
  source: string,
  given: { seeds: readonly string[]; runs: number; isGuided?: boolean; check?: (read: unknown) => void },
): Promise<FuzzReport> {
  const { code, count, words } = instrument(source, parseAst(source) as unknown as SyntaxNode, 0)
  const counters = new Uint8Array(count)
  Object.assign(globalThis, { [COUNTERS]: counters })
  const { read } = (await import(`data:text/javascript,${encodeURIComponent(code)}#${Math.random()}`)) as {
    read(text: string): unknown
  }
  const target: FuzzTarget = {
    form: "text",
    seeds: given.seeds,
    read(text) {
      given.check?.(read(text)) ?? read(text)
      // Blind: nothing that was counted is told.
      if (given.isGuided === false) counters.fill(0)
      return []
    },
  }
  return await runFuzz(target, { seed: 7, runs: given.runs, seconds: 170, words, counters, kept: [] })
}

describe("the fuzzer", () => {
  test("goes on from what reached new code, and so finds what chance alone does not", async () => {
    const given = { seeds: ["abc=1"], runs: 30_000 }
    const { finding, runs } = await fuzz(DEEP, given)
    expect(finding).toMatchObject({ input: "qty=-", fault: expect.stringContaining("below zero") })
    const blind = await fuzz(DEEP, { ...given, runs: 2 * runs, isGuided: false })
    expect(blind.finding).toBeUndefined()
  })

  test("finds a field named __proto__ that is taken over", async () => {
    const check = (read: unknown) => mustBePlain(read)
    const { finding } = await fuzz(MERGING, { seeds: ['{"price":{"a":1}}'], runs: 30_000, check })
    expect(finding?.fault).toMatch(/__proto__|foreign prototype/)
    expect(finding?.input).toContain('"__proto__"')
  })

  test("finds a number that is taken as a text", async () => {
    const check = (read: unknown) => {
      if (typeof read === "object" && typeof (read as { price: unknown }).price !== "string")
        throw new Finding("no text")
    }
    const { finding } = await fuzz(LOOSE, { seeds: ['{"price":"17"}'], runs: 30_000, check })
    expect(finding?.fault).toContain("no text")
  })

  test("does the same with the same seed", async () => {
    const figures = async () => {
      const { seconds: _seconds, ...rest } = await fuzz(DEEP, { seeds: ["abc=1"], runs: 3000 })
      return rest
    }
    expect(await figures()).toEqual(await figures())
  })
})

test("counters change nothing of what code does", async () => {
  const source = `
    export const read = (n) => {
      const odd = []
      for (const each of [1, 2, 3]) if (each % 2) odd.push(each); else if (n) odd.push(-each)
      do n += 1; while (n < 3)
      const f = n > 2 ? (x) => ({ x }) : undefined
      switch (n) { case 3: case 4: odd.push("c"); break; default: odd.push("d") }
      try { null.x } catch (e) { odd.push(e && e.name || "") }
      return [odd, f?.(n) ?? 1, n && odd.length]
    }`
  const { code } = instrument(source, parseAst(source) as unknown as SyntaxNode, 0)
  Object.assign(globalThis, { [COUNTERS]: new Uint8Array(64) })
  const load = async (text: string) =>
    ((await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { read(n: number): unknown }).read
  const [plain, counted] = [await load(source), await load(code)]
  for (const n of [0, 1, 3, 9]) expect(counted(n)).toEqual(plain(n))
})

/** Inputs of each target here; chaos reads millions, guided by coverage. */
const RUNS = Number(process.env.SAKER_FUZZ_RUNS ?? 300)
const targets = readdirSync(join(import.meta.dirname, "targets")).map((file) => file.replace(/\.ts$/, ""))

test.each(targets)("the target %s holds for its own examples and what is made of them", async (name) => {
  const { target } = (await import(`./targets/${name}.ts`)) as { target: FuzzTarget }
  const settings = { seed: 1, runs: target.seeds.length + RUNS, seconds: 120, words: [], kept: [] }
  const report = await runFuzz(target, { ...settings, counters: new Uint8Array(1) })
  expect(report.finding?.fault).toBeUndefined()
  expect(report.marks).toBeGreaterThan(3)
})
