/** Is a country found by what people type in their own language, and is nothing guessed that wasn't said? */

import { expect, test } from "vitest"
import { findRegions, listRegions, regionOfLanguages } from "./choose-location.model.ts"

const first = (language: string, query: string) => findRegions(listRegions(language), query)[0]?.code

test.each([
  ["de", "österr", "AT"],
  ["de", "Oesterreich", "AT"],
  ["de", "osterreich", "AT"],
  ["de", "Deutsch", "DE"],
  ["de", "Germany", "DE"],
  ["zh", "德国", "DE"],
  ["zh", "中国", "CN"],
  ["zh", "波兰", "PL"],
  ["pl", "wlochy", "IT"],
  ["pl", "Włochy", "IT"],
  ["fr", "cote d'iv", "CI"],
  ["es", "espana", "ES"],
  ["en", "at", "AT"],
  ["en", "kingdom", "GB"],
])("in %s %j leads to %s first", (language, query, code) => {
  expect(first(language, query)).toBe(code)
})

test("nothing typed shows all, in the order of the language", () => {
  const names = findRegions(listRegions("de"), " ").map(({ name }) => name)
  expect(names).toHaveLength(249)
  expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Polen"))
})

test("what is no country finds none", () => {
  expect(findRegions(listRegions("en"), "atlantis")).toEqual([])
})

test.each([
  [["de", "de-AT", "en-US"], "AT"],
  [["zh-Hans-CN"], "CN"],
  [["zh-Hans", "en"], undefined],
  [["pt"], undefined],
  [["es-419"], undefined],
])("the browser's languages %j suggest %s", (languages, region) => {
  expect(regionOfLanguages(languages)).toBe(region)
})
