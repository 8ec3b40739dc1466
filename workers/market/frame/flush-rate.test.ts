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
  test("is 60 Hz while frames cost less than a third of their time", () => {
    measure(100, 5)
    expect(rate.hz).toBe(60)
  })

  test("goes to 30 and then to 15 Hz when they cost more", () => {
    measure(3, 8)
    expect(rate.hz).toBe(30)
    measure(100, 8)
    expect(rate.hz).toBe(30)
    measure(3, 15)
    expect(rate.hz).toBe(15)
    measure(100, 500)
    expect(rate.hz).toBe(15)
  })

  test("bears a single dear frame", () => {
    for (let time = 0; time < 20; time += 1) {
      measure(2, 100)
      measure(1, 1)
    }
    expect(rate.hz).toBe(60)
  })

  test("recovers step by step once there is room", () => {
    measure(10, 30)
    expect(rate.hz).toBe(15)
    measure(60, 2)
    expect(rate.hz).toBe(30)
    measure(60, 2)
    expect(rate.hz).toBe(60)
  })

  test("doesn't swing: what is just too dear for 60 Hz stays at 30", () => {
    measure(3, 6)
    measure(500, 5)
    expect(rate.hz).toBe(30)
  })

  test("takes missed paints for dear frames only where frames cost something", () => {
    for (let total = 1; total < 10; total += 1) rate.measure(1, total)
    expect(rate.hz).toBe(60)
    for (let total = 10; total < 20; total += 1) rate.measure(5, total)
    expect(rate.hz).toBe(30)
  })
})
