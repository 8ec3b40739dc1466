/** Does the rate of frames follow what the page can bear, without swinging? */

import { beforeEach, describe, expect, test } from "vitest"
import { FlushRate } from "./flush-rate.ts"

let rate: FlushRate

beforeEach(() => {
  rate = new FlushRate()
})

const measure = (count: number, commitMs: number, missed = 0) => {
  for (let time = 0; time < count; time += 1) rate.measure(commitMs, missed)
}

describe("the rate", () => {
  test("is 60 Hz while frames cost less than some two thirds of their time", () => {
    measure(500, 10)
    expect(rate.hz).toBe(60)
  })

  test("looks at the average: a dear frame now and then, with cheap ones between, is borne", () => {
    for (let turn = 0; turn < 100; turn += 1) {
      measure(5, 5)
      measure(1, 16)
    }
    expect(rate.hz).toBe(60)
  })

  test("goes to 30, 20 and then 15 Hz when frames cost more", () => {
    while (rate.hz === 60) rate.measure(16, 0)
    expect(rate.hz).toBe(30)
    while (rate.hz === 30) rate.measure(25, 0)
    expect(rate.hz).toBe(20)
    measure(500, 33)
    expect(rate.hz).toBe(20)
    measure(100, 40)
    expect(rate.hz).toBe(15)
    measure(100, 500)
    expect(rate.hz).toBe(15)
  })

  test("bears a single hiccup, however long", () => {
    measure(60, 5)
    measure(1, 2000)
    measure(60, 5)
    expect(rate.hz).toBe(60)
  })

  test("recovers step by step once there is room", () => {
    measure(200, 70)
    expect(rate.hz).toBe(15)
    const rates: number[] = []
    for (let frame = 0; frame < 300; frame += 1) {
      rate.measure(5, 0)
      if (rates.at(-1) !== rate.hz) rates.push(rate.hz)
    }
    expect(rates).toEqual([15, 20, 30, 60])
  })

  test("expects a frame at twice the rate to cost less, for it carries less", () => {
    measure(200, 70)
    while (rate.hz < 30) rate.measure(20, 0)
    measure(500, 16)
    expect(rate.hz).toBe(30)
  })

  test("doesn't swing: each try of a rate that doesn't hold waits twice as long for the next", () => {
    let steps = 0
    let before = rate.hz
    for (let frame = 0; frame < 4000; frame += 1) {
      rate.measure(rate.hz === 60 ? 13 : 15, 0)
      if (rate.hz !== before) steps += 1
      before = rate.hz
    }
    expect(steps).toBeLessThan(16)
  })

  test("takes a missed paint for a whole interval only where frames cost something", () => {
    for (let total = 1; total < 100; total += 1) rate.measure(1, total)
    expect(rate.hz).toBe(60)
    for (let total = 100; total < 200; total += 1) rate.measure(9, total)
    expect(rate.hz).toBe(30)
  })
})
