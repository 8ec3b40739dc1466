/** The load generator as a process of its own: builds the parts from its argument and answers what it is asked. */

import { Generator } from "./generator.ts"
import type { LoadOptions } from "./load-server.ts"

const generator = new Generator(JSON.parse(process.argv[2] ?? "{}") as LoadOptions)
await generator.open()

interface Question {
  id: number
  ask: string
  rate?: number
  timeoutMs?: number
}

async function answer({ ask, rate = 0, timeoutMs = 30_000 }: Question): Promise<unknown> {
  if (ask === "hello") return { origin: generator.origin, workload: generator.workload }
  if (ask === "ready") return ready(timeoutMs)
  if (ask === "start") return generator.start(rate)
  if (ask === "report") return generator.report()
  if (ask === "finish") return generator.finish()
  if (ask === "probes") return generator.probes
  if (ask === "counted") return generator.counted
  throw new Error(`no answer to "${ask}"`)
}

async function ready(timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs
  while (!generator.isReady) {
    if (Date.now() > until) throw new Error("nobody subscribed to list, book, tape and chart")
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

process.on("message", (question: Question) => {
  void answer(question).then(
    (value) => process.send?.({ id: question.id, value }),
    (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
  )
})
// The bench went away: nobody is left to stop us.
process.on("disconnect", () => process.exit(0))
