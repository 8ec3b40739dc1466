/** Tests of signed requests: each counts once while its signature is good, in bounded memory. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { SeenRequests } from "./seen-requests.ts"

const NOW = 1_795_392_000_000

test("takes each once while it could be sent again, and forgets it afterwards", () => {
  const requests = fc.array(
    fc.record({
      name: fc.integer({ min: 0, max: 9 }),
      end: fc.integer({ min: 0, max: 60_000 }),
      wait: fc.integer({ min: 0, max: 4000 }),
    }),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(requests, (all) => {
      const seen = new SeenRequests()
      const taken = new Map<string, number>()
      let now = NOW
      for (const { name, end, wait } of all) {
        now += wait
        const until = NOW + end
        if (until < now) continue
        const id = `${name} ${until}`
        expect(seen.take(id, until, now)).toBe(!taken.has(id))
        taken.set(id, until)
        const live = [...taken.values()].filter((one) => one >= now).length
        expect(seen.size).toBeGreaterThanOrEqual(live)
      }
      seen.take("last", now + 120_000, now + 61_000)
      expect(seen.size).toBe(1)
    }),
  )
})
