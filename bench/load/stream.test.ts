/** Does the generator hold back before a client that reads nothing? */

import type { Socket } from "node:net"
import { Writable } from "node:stream"
import { expect, test } from "vitest"
import { lapOf } from "./encoded-lap.ts"
import { Stream } from "./stream.ts"
import { LAP } from "./workload.ts"

/** Takes everything and passes nothing on. */
const stalled = () => new Writable({ write: () => undefined }) as unknown as Socket

test.each(["single", "coalesced"] as const)(
  "what waits in it stays far below a lap, whose bytes it would write over (%s)",
  async (policy) => {
    const stream = new Stream(
      lapOf(1),
      policy,
      null,
      () => undefined,
      () => undefined,
    )
    stream.attach(stalled())
    stream.start(4_000_000)
    // A debt of more than a lap.
    await expect.poll(() => stream.report().offered).toBeGreaterThan(LAP * 2)
    stream.stop()
    expect(stream.messages).toBeGreaterThan(0)
    expect(stream.messages).toBeLessThan(LAP / 4)
  },
)
