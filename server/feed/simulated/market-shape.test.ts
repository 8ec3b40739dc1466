/**
 * Statistical properties of simulated prices, compared with those of a real market.
 * Above all without a memory: whoever learns here that moves come back, or
 * go on, loses with it elsewhere. Measured beside the recorded minutes of BTC, where they are at hand.
 */

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { buildCatalogue, SPOT_MARKETS } from "./catalogue.ts"
import { seededKey, walkOf } from "./market-identity.ts"

const NOW = Date.UTC(2026, 10, 1)
const DAYS = 500
const DAY_MS = 86_400_000
const MINUTES: Readonly<Record<string, number>> = { "15 min": 15, "1 h": 60, "4 h": 240, "1 day": 1440 }
const COINS = ["BTC", "ETH", "SOL", "BNB", "XRP", "DOGE"]

const catalogue = buildCatalogue(walkOf({ key: seededKey("shape") }), SPOT_MARKETS)

/** Logarithms of the closes of all minutes. */
function closesOf(coin: string): Float64Array {
  const path = catalogue.traded.find(({ instrument }) => instrument.id === `${coin}_USDT`)?.path
  if (!path) throw new Error(`no ${coin}`)
  const closes = new Float64Array(DAYS * 1440)
  for (let day = 0; day < DAYS; day += 1) {
    const from = NOW - (DAYS - day) * DAY_MS
    for (const [at, { close }] of path.stretches("1m", from, from + DAY_MS).entries())
      closes[day * 1440 + at] = close
  }
  return closes
}

function recorded(): Float64Array | undefined {
  const folder = process.env.SAKER_RECORDINGS
  const file = folder && join(folder, "btc-perp-20211231-20220201_1m.csv")
  if (!file || !existsSync(file)) return undefined
  const [, ...rows] = readFileSync(file, "utf8").trim().split("\n")
  return Float64Array.from(rows, (row) => Math.log(Number(row.split(",")[4])))
}

/** Mean of a power of what lies off `middle`. In a loop: half a million minutes a coin are looked at some ten times. */
function moment(values: Float64Array, power: number, middle = 0): number {
  let sum = 0
  for (const value of values) sum += (value - middle) ** power
  return sum / values.length
}
const mean = (values: Float64Array) => moment(values, 1)
const variance = (values: Float64Array) => moment(values, 2, mean(values))

/** Changes over `minutes`, `step` minutes apart. */
function changes(closes: Float64Array, minutes: number, step = minutes): Float64Array {
  const count = Math.floor((closes.length - minutes - 1) / step) + 1
  const found = new Float64Array(count)
  for (let at = 0; at < count; at += 1)
    found[at] = (closes[at * step + minutes] ?? 0) - (closes[at * step] ?? 0)
  return found
}

function together(one: Float64Array, other: Float64Array): number {
  const [middle, otherMiddle] = [mean(one), mean(other)]
  let shared = 0
  for (const [at, value] of one.entries()) shared += (value - middle) * ((other[at] ?? 0) - otherMiddle)
  return shared / one.length / Math.sqrt(variance(one) * variance(other))
}

const withNext = (values: Float64Array) => together(values.subarray(1), values.subarray(0, -1))

/** Variance of changes over a time, against that of as many one-minute changes added up: 1 has no memory. */
const varianceRatio = (closes: Float64Array, minutes: number) =>
  variance(changes(closes, minutes, Math.max(1, minutes / 5))) / (minutes * variance(changes(closes, 1)))

const kurtosis = (values: Float64Array) => moment(values, 4) / moment(values, 2) ** 2

function shapeOf(closes: Float64Array): Record<string, number> {
  const minutes = changes(closes, 1)
  const days = changes(closes, 1440).map(Math.abs)
  return {
    ...Object.fromEntries(
      Object.entries(MINUTES).map(([name, length]) => [`VR ${name}`, varianceRatio(closes, length)]),
    ),
    "5 min and next": withNext(changes(closes, 5)),
    "kurtosis 1 min": kurtosis(minutes),
    "kurtosis 1 h": kurtosis(changes(closes, 60)),
    "|1 min| and next": withNext(minutes.map(Math.abs)),
    "|1 day| and next": withNext(days),
  }
}

describe("simulated prices", () => {
  const closes = Object.fromEntries(COINS.map((coin) => [coin, closesOf(coin)]))
  const shapes = Object.fromEntries(COINS.map((coin) => [coin, shapeOf(closes[coin] ?? new Float64Array())]))
  const real = recorded()
  const table = { ...(real && { "BTC recorded, one month": shapeOf(real) }), ...shapes }
  // biome-ignore lint/suspicious/noConsole: the table is what one looks at when a figure is off
  console.table(
    Object.fromEntries(
      Object.entries(table).map(([name, shape]) => [
        name,
        Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, Number(value.toFixed(3))])),
      ]),
    ),
  )

  test.each(COINS)("of %s have no memory over 15 minutes to a day", (coin) => {
    for (const name of Object.keys(MINUTES)) {
      const ratio = shapes[coin]?.[`VR ${name}`]
      expect(ratio).toBeGreaterThan(0.85)
      expect(ratio).toBeLessThan(1.15)
    }
    expect(Math.abs(shapes[coin]?.["5 min and next"] ?? 1)).toBeLessThan(0.02)
  })

  test.each(COINS)("of %s have fat tails, and wild times in which others follow", (coin) => {
    const shape = shapes[coin] ?? {}
    expect(shape["kurtosis 1 min"]).toBeGreaterThan(8)
    expect(shape["kurtosis 1 min"]).toBeLessThan(60)
    expect(shape["kurtosis 1 h"]).toBeGreaterThan(4)
    expect(shape["|1 min| and next"]).toBeGreaterThan(0.2)
    expect(shape["|1 day| and next"]).toBeGreaterThan(0.03)
  })

  // A rule's mean gain is told from nothing only beyond three standard errors.
  test.each(COINS)("of %s pay no rule that follows or fades the last move", (coin) => {
    for (const minutes of [5, 15, 60, 240, 1440]) {
      const moves = changes(closes[coin] ?? new Float64Array(), minutes)
      const gains = moves.subarray(1).map((move, at) => move * Math.sign(moves[at] ?? 0))
      const error = Math.sqrt(variance(gains) / gains.length)
      expect([minutes, Math.abs(mean(gains)) < 3 * error + 0.000_02]).toEqual([minutes, true])
    }
  })
})

describe("coins of few ticks", () => {
  test.each(["SHIB", "PEPE"])("%s doesn't stand still for a quarter of all minutes", (coin) => {
    const life = catalogue.traded.find(({ instrument }) => instrument.id === `${coin}_USDT`)
    if (!life) throw new Error(`no ${coin}`)
    const tick = Number(life.instrument.tick) / 1e8
    const minutes = life.path.stretches("1m", NOW - 5 * DAY_MS, NOW)
    const still = minutes.filter(
      ({ high, low }) => Math.floor(Math.exp(low) / tick) === Math.ceil(Math.exp(high) / tick),
    )
    expect(still.length / minutes.length).toBeLessThan(0.05)
  })
})
