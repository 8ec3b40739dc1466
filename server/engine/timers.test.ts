/** Timers fire in the order of T2 and T3. */

import { expect, test } from "vitest"
import type { Timer } from "./timers.ts"
import { TimerQueue } from "./timers.ts"

const drain = (queue: TimerQueue, time: number) => {
  const taken: string[] = []
  for (let timer = queue.take(time); timer; timer = queue.take(time))
    taken.push(`${timer.due} ${timer.name} ${timer.key}`)
  return taken
}

test("T2, T3: timers fire by due time, then rank, then key, however they were added", () => {
  const timers: Timer[] = [
    { due: 5, name: "mark", key: "A" },
    { due: 5, name: "housekeeping", key: "keys" },
    { due: 5, name: "premium", key: "B" },
    { due: 5, name: "premium", key: "A" },
    { due: 9, name: "funding", key: "A" },
    { due: 5, name: "funding", key: "B" },
    { due: 1, name: "mark", key: "B" },
  ]
  const orders = [timers, timers.toReversed(), [...timers.slice(3), ...timers.slice(0, 3)]]
  for (const order of orders) {
    const queue = new TimerQueue()
    for (const timer of order) queue.add(timer)
    expect(queue.nextDue()).toBe(1)
    expect(drain(queue, 5)).toEqual([
      "1 mark B",
      "5 funding B",
      "5 premium A",
      "5 premium B",
      "5 mark A",
      "5 housekeeping keys",
    ])
    expect([queue.nextDue(), queue.size]).toEqual([9, 1])
  }
})

test("a timer that is taken back doesn't fire", () => {
  const queue = new TimerQueue()
  queue.add({ due: 1, name: "mark", key: "A" })
  queue.add({ due: 1, name: "mark", key: "B" })
  queue.remove("mark", "A")
  queue.remove("funding", "A")
  expect(drain(queue, 1)).toEqual(["1 mark B"])
  expect(queue.nextDue()).toBeUndefined()
})
