/** All regions of ISO 3166-1 are there once, with a place, and near ones are found, also across 180°. */

import { describe, expect, test } from "vitest"
import { REGION_BOXES } from "./region-boxes.ts"
import { isRegion, REGION_CODES, regionsAround } from "./regions.ts"

test("there are the 249 of ISO 3166-1, by the alphabet, each known to the platform by a name", () => {
  expect(REGION_CODES).toHaveLength(249)
  expect([...REGION_CODES]).toEqual([...new Set(REGION_CODES)].sort())
  const names = new Intl.DisplayNames(["en"], { type: "region" })
  expect(REGION_CODES.filter((code) => names.of(code) === code)).toEqual([])
  expect([isRegion("DE"), isRegion("EU"), isRegion("XK"), isRegion("de")]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test("each has a box on the earth that isn't upside down", () => {
  const wrong = REGION_BOXES.trim()
    .split("\n")
    .filter((line) => {
      const [west = 999, south = 999, east = 999, north = 999] = line.split(" ").slice(1).map(Number)
      return !(Math.abs(west) <= 180 && Math.abs(east) <= 180 && -90 <= south && south < north && north <= 90)
    })
  expect(wrong).toEqual([])
})

describe("around a place", () => {
  test.each([
    ["Berlin", 52.52, 13.4, "DE"],
    ["Warsaw", 52.23, 21.01, "PL"],
    ["Lisbon", 38.72, -9.14, "PT"],
    ["Shanghai", 31.23, 121.47, "CN"],
    ["Singapore", 1.35, 103.82, "SG"],
    ["São Paulo", -23.55, -46.63, "BR"],
    ["Suva", -18.14, 178.44, "FJ"],
    ["Anadyr", 64.73, 177.5, "RU"],
    ["Anchorage", 61.2, -149.9, "US"],
    ["Vatican", 41.9, 12.45, "VA"],
    ["Nairobi", -1.29, 36.82, "KE"],
    ["Auckland", -36.85, 174.76, "NZ"],
    ["London", 51.5, -0.12, "GB"],
    ["Paris", 48.86, 2.35, "FR"],
    ["Rome", 41.89, 12.49, "IT"],
    ["Madrid", 40.42, -3.7, "ES"],
    ["Hong Kong", 22.3, 114.17, "HK"],
  ])("%s the right one is among the first five", (_name, latitude, longitude, code) => {
    expect(regionsAround({ latitude, longitude }, 5)).toContain(code)
  })

  test("in the middle of an ocean there is none", () => {
    expect(regionsAround({ latitude: 30, longitude: -45 }, 5)).toEqual([])
  })
})
