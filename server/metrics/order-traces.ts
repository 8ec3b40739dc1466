/**
 * Traces of users' commands about orders, through OpenTelemetry's API: a span from the asking to the answer, within it the
 * wait for the engine and the keeping. Where no SDK is loaded the API does nothing with them.
 */

import { type Context, context, type Span, trace } from "@opentelemetry/api"
import type { Command } from "#server/engine/command.ts"
import {
  type AnsweredCommand,
  answeredCommands,
  appliedCommands,
  askedCommands,
} from "../exchange/exchange-signals.ts"
import { isUsers } from "../exchange/user-command.ts"
import { hear } from "./hear.ts"

interface Asked {
  /** Of whoever asked: the span of the HTTP call, where the SDK traces those. */
  within: Context
  /** Epoch ms with fractions. */
  asked: number
  applied: number
}

const now = (): number => performance.timeOrigin + performance.now()
const isTraced = (command: Command): boolean => command.type.startsWith("order.") && isUsers(command)

/** From this call on. @returns how to stop */
export function traceOrders(): () => void {
  const tracer = trace.getTracer("saker")
  // Weak: a command that is refused before the engine has it is never answered here.
  const known = new WeakMap<Command, Asked>()
  const span = (name: string, within: Context, from: number): Span =>
    tracer.startSpan(name, { startTime: from }, within)
  const ends = [
    hear(askedCommands, (command: Command) => {
      if (!isTraced(command)) return
      const asked = now()
      known.set(command, { within: context.active(), asked, applied: asked })
    }),
    hear(appliedCommands, (command: Command) => {
      const at = known.get(command)
      if (at) at.applied = now()
    }),
    hear(answeredCommands, ({ command, answer }: AnsweredCommand) => {
      const at = known.get(command)
      if (!at) return
      const whole = span(command.type, at.within, at.asked)
      // Neither whose it is nor how much: a trace goes to other machines than the books.
      if ("instrument" in command && typeof command.instrument === "string")
        whole.setAttribute("saker.instrument", command.instrument)
      whole.setAttribute("saker.result", answer.ok ? "done" : answer.problem.name)
      const inside = trace.setSpan(at.within, whole)
      span("wait for the engine", inside, at.asked).end(at.applied)
      const ended = now()
      span("apply and keep", inside, at.applied).end(ended)
      whole.end(ended)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
