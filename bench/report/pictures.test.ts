/** What is drawn is what was kept: every value in its place, both themes, nothing from elsewhere; and of a quiet run only. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { JudgedFigure } from "../figure-result.ts"
import { type KeptRun, picturesOf } from "./pictures.ts"
import { doubtsOf, withPictures } from "./write-pictures.ts"

const rungs = (from: number, mainMs: number) =>
  [1, 2, 4].map((times) => ({
    rate: from * times,
    windows: [{ mainMs: mainMs * times }, { mainMs: mainMs * times }],
  }))

const figure = (fields: Partial<JudgedFigure> & Pick<JudgedFigure, "name">): JudgedFigure => ({
  value: 1,
  values: [1],
  unit: "",
  against: "",
  isRight: true,
  gate: 1,
  goal: 1,
  met: true,
  reachesGoal: false,
  ...fields,
})

const cell = (variant: string, p95: number) => ({
  variant,
  share: 0.3,
  rate: 8000,
  size: { width: 390, height: 844 },
  p95,
})

const run: KeptRun = {
  form: "full",
  workload: "W1",
  startedAt: "2026-11-24T10:00:00.000Z",
  machine: { processor: "A <fast> one", cores: 2, memoryGb: 24, system: "linux" },
  versions: { chromium: "156", saker: "abc1234" },
  figures: [
    figure({
      name: "sustained-coalesced-vs-naive",
      value: 470_302,
      against: "naive",
      againstValue: 136_688,
      details: { ours: rungs(100_000, 100), against: rungs(12_000, 240) },
    }),
    figure({
      name: "sustained-coalesced-vs-redux",
      value: 470_302,
      against: "redux",
      againstValue: 0,
      details: { ours: [], against: rungs(4000, 300) },
    }),
    figure({ name: "slow-age-30", details: { cells: [cell("ours", 160), cell("zustand", 336)] } }),
  ],
}
const pictures = picturesOf(run)
const svgOf = (name: string) => pictures.find((one) => one.name === name)?.svg ?? ""
/** Right ends of bars, or middles of dots, by class. */
const placesOf = (svg: string, kind: string) =>
  [
    ...svg.matchAll(
      new RegExp(
        `<(?:rect|circle) class="${kind} fill" (?:x|cx)="([\\d.]+)"[^>]*?(?:width="([\\d.]+)")?[^>]*>`,
        "g",
      ),
    ),
  ].map(([, at, width]) => Number(at) + Number(width ?? 0))

test("each picture is well-formed, readable in both themes, and fetches nothing", () => {
  expect(pictures.map(({ name }) => name)).toEqual(["bench-ladder", "bench-main-thread", "bench-slow-device"])
  for (const { svg } of pictures) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/)
    expect(svg).toContain("prefers-color-scheme: dark")
    expect(svg).toContain('class="ground"')
    expect(svg).not.toMatch(/href|url\(|@import|<script|NaN|Infinity|undefined/)
    expect(svg).toContain("A &lt;fast&gt; one")
    expect(svg.match(/<[a-z]+[ >]/g)?.length).toBe((svg.match(/<\/[a-z]+>|\/>/g) ?? []).length)
  }
})

test("the ladder says every rate, and who passed no rung", () => {
  const svg = svgOf("bench-ladder")
  for (const text of ["470 k", "137 k", "no rung passed"]) expect(svg).toContain(text)
})

test("main-thread time is drawn where it was measured: twice the rate and twice the time lie further right and higher", () => {
  const points = /<polyline class="naive stroke" points="([^"]*)"/.exec(svgOf("bench-main-thread"))?.[1] ?? ""
  const spots = points.split(" ").map((spot) => spot.split(",").map(Number))
  expect(spots).toHaveLength(3)
  expect(spots.map(([x]) => x)).toEqual(
    spots.map(([x]) => x).toSorted((one, other) => Number(one) - Number(other)),
  )
  expect(Number(spots[0]?.[1])).toBeGreaterThan(Number(spots[2]?.[1]))
})

test("on the slow device the younger screen lies left of the older one", () => {
  const svg = svgOf("bench-slow-device")
  // The first dot of each lies in its row, the second stands in the legend.
  expect(placesOf(svg, "ours")[0]).toBeLessThan(placesOf(svg, "zustand")[0] ?? 0)
  expect(svg).toContain("30 %, 390×844, 8 k/s")
})

test("what was not measured isn't drawn", () => {
  expect(picturesOf({ ...run, figures: [] })).toEqual([])
})

test("a run that was wrong or disturbed is not shown", () => {
  expect(doubtsOf(run, pictures)).toEqual([])
  const [first, ...rest] = run.figures as [JudgedFigure, ...JudgedFigure[]]
  expect(doubtsOf({ ...run, figures: [{ ...first, isInconclusive: true }, ...rest] }, pictures)).toEqual([
    "sustained-coalesced-vs-naive was disturbed",
  ])
  expect(doubtsOf({ ...run, figures: [{ ...first, isRight: false }, ...rest] }, pictures)).toEqual([
    "sustained-coalesced-vs-naive is wrong",
  ])
})

test("the README has a place for them, which is written anew as a whole", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")
  const once = withPictures(readme, pictures)
  expect(once).toContain("(docs/bench-slow-device.svg)")
  expect(withPictures(once, pictures)).toBe(once)
  expect(() => withPictures("# No place", pictures)).toThrow("no place")
})
