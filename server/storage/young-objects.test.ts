/** A thread's young objects stay within their limit, also in a process that was started with a larger one, as `npm start` does. */

import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"

const file = join(import.meta.dirname, "young-objects.ts")
/** Makes objects until the young generation has been full many times, and says how large it has become. */
const busy = `
  import { parentPort } from "node:worker_threads"
  import { getHeapSpaceStatistics } from "node:v8"
  let kept = []
  for (let at = 0; at < 4e5; at += 1) {
    kept.push({ at })
    if (kept.length > 5e4) kept = []
  }
  parentPort.postMessage(getHeapSpaceStatistics().find((one) => one.space_name === "new_space").physical_space_size)`
const program = `
  import { Worker } from "node:worker_threads"
  import { limitYoungObjects } from ${JSON.stringify(file)}
  const thread = new Worker(${JSON.stringify(busy)}, { eval: true, resourceLimits: limitYoungObjects(6) })
  thread.on("message", (bytes) => console.log(bytes))`

test.each([[[]], [["--max-semi-space-size=8"]]])("6 MB in a process with %j", (flags) => {
  const ran = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", program], {
    encoding: "utf8",
  })
  expect(ran.stderr).toBe("")
  const bytes = Number(ran.stdout)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(6 * 1024 * 1024)
})
