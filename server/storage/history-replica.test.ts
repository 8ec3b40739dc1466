/** History is read from a replica where it has what its reader must see, and from the written server where it hasn't. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { HistoryReplica } from "./history-replica.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }))
afterEach(() => void vi.useRealTimers())

const USER = 7
const OTHER = 8

/** A replica that stands at `state.seq`, and a server that has committed `state.committed`. */
async function scene() {
  const state = { seq: 10, committed: 10, isAway: false, identity: "1/5" }
  const database = (name: string) => ({ name }) as never
  const reads = new HistoryReplica({
    ...{ replica: database("replica"), primary: database("primary"), identity: "1/5" },
    identityThere: async () => {
      if (state.isAway) throw new Error("away")
      return state.identity
    },
    headThere: async () => state.seq,
    committed: () => state.committed,
    log: { warn: () => undefined },
  })
  await reads.look()
  const from = (userId: number) =>
    reads.read(userId, async (given) => (given as unknown as { name: string }).name)
  return { state, reads, from }
}

test("who has just done something reads where it is, and from the replica once it has that", async () => {
  const { state, reads, from } = await scene()
  expect(await from(USER)).toBe("replica")
  state.committed = 11
  reads.touch(USER)
  expect([await from(USER), await from(OTHER)]).toEqual(["primary", "replica"])
  state.seq = 11
  await reads.look()
  expect(await from(USER)).toBe("replica")
  expect(reads.reads()).toEqual({ replica: 3, primary: 1 })
})

test("what was committed before this process knew whose it is must be there too", async () => {
  const { state, reads, from } = await scene()
  state.seq = 9
  await reads.look()
  expect(await from(OTHER)).toBe("primary")
})

test("too far behind nobody reads from it; how far is told, and that it has caught up", async () => {
  const { state, reads, from } = await scene()
  state.committed = 11
  await reads.look()
  vi.advanceTimersByTime(9000)
  await reads.look()
  expect([reads.state(), reads.lagMs(), await from(OTHER)]).toEqual(["used", 9000, "replica"])
  vi.advanceTimersByTime(1001)
  // What it lacks was committed as long ago, whatever came since.
  state.committed = 500
  await reads.look()
  expect([reads.state(), reads.lagMs(), await from(OTHER)]).toEqual(["behind", 10_001, "primary"])
  state.seq = 500
  await reads.look()
  expect([reads.state(), reads.lagMs(), await from(OTHER)]).toEqual(["used", 0, "replica"])
})

test("away it is asked for nothing, and a read that it breaks off is answered by the other", async () => {
  const { state, reads, from } = await scene()
  state.isAway = true
  const asked: string[] = []
  const found = await reads.read(USER, async (given) => {
    const { name } = given as unknown as { name: string }
    asked.push(name)
    if (name === "replica") throw new Error("broken off")
    return "rows"
  })
  expect([found, asked, reads.state(), reads.lagMs()]).toEqual([
    "rows",
    ["replica", "primary"],
    "away",
    undefined,
  ])
  await reads.look()
  expect(await from(OTHER)).toBe("primary")
  state.isAway = false
  await reads.look()
  expect(await from(OTHER)).toBe("replica")
})

test("one that stops answering counts as away after two seconds", async () => {
  const { reads, from } = await scene()
  vi.advanceTimersByTime(2001)
  expect([reads.state(), await from(OTHER)]).toEqual(["away", "primary"])
})

test("a replica of another database is read by nobody, however far its log goes", async () => {
  const { state, reads, from } = await scene()
  state.identity = "2/5"
  state.seq = 1000
  await reads.look()
  expect([reads.state(), reads.lagMs(), await from(OTHER)]).toEqual(["foreign", undefined, "primary"])
  state.identity = "1/5"
  await reads.look()
  expect([reads.state(), await from(OTHER)]).toEqual(["used", "replica"])
})
