/** A process in a group runs for the share of a core that it was given, and as it likes afterwards. */

import { spawn } from "node:child_process"
import { afterEach, expect, test } from "vitest"
import { limitCpu } from "./cpu-limit.ts"
import { cpuByThread } from "./processes.ts"

const running: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL")
})

/** CPU that it had in a second, of one core. */
async function shareOf(pid: number): Promise<number> {
  const used = () => [...cpuByThread(pid).values()].reduce((sum, ms) => sum + ms, 0)
  const [before, from] = [used(), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return (used() - before) / (performance.now() - from)
}

test("a busy process gets no more than its share; the group is gone after it", async ({ skip }) => {
  const child = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" })
  running.push(child)
  const limit = limitCpu(child.pid ?? 0)
  // Then the figures say that they were left out.
  if (!limit) return skip("this machine lets nobody make a CPU group")
  limit.set(0.1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await shareOf(child.pid ?? 0)).toBeLessThan(0.25)
  expect(limit.throttled()).toBeGreaterThan(0)
  child.kill("SIGKILL")
  await limit.remove()
})

test("of a process that isn't there no group is left", () => {
  expect(limitCpu(-1)).toBeUndefined()
})
