/** The metrics of a running server in Prometheus' form: counted from its signals, and looked up when they are read. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import {
  type AnsweredCommand,
  answeredCommands,
  type KeptBatch,
  keptBatches,
} from "../exchange/exchange-signals.ts"
import { isUsers } from "../exchange/user-command.ts"
import { refusals } from "../http/refusal-signal.ts"
import { heardMessages, sentFrames } from "../stream/stream-signals.ts"
import { hear } from "./hear.ts"
import type { MetricsText } from "./metrics-door.ts"

/** Seconds; half a millisecond to the two seconds after which a command isn't done any more (R8). */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]
const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500]

/** What is looked up when the metrics are read; each is one number. */
export interface ReadMetric {
  name: string
  help: string
  /** Undefined: not known at the moment, and then not told. */
  read(): number | undefined
}

/** Counts from this call on, until `stop`. */
export function createMetrics(read: readonly ReadMetric[]): MetricsText & { stop(): void } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const { name, help, read: look } of read) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = look()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }
  const orders = new Histogram({
    name: "saker_order_seconds",
    help: "From a user's command about orders reaching the exchange to its answer, kept on the disk",
    labelNames: ["command", "result"],
    buckets: SECONDS,
    registers,
  })
  const batchSeconds = new Histogram({
    name: "saker_batch_seconds",
    help: "Time that the database took to keep a batch of commands",
    buckets: SECONDS,
    registers,
  })
  const batchCommands = new Histogram({
    name: "saker_batch_commands",
    help: "Commands in a batch",
    buckets: BATCH_SIZES,
    registers,
  })
  const refused = new Counter({
    name: "saker_refusals_total",
    help: "Calls refused, by the name of the refusal",
    labelNames: ["reason"],
    registers,
  })
  const frames = new Counter({
    name: "saker_socket_frames_sent_total",
    help: "Frames sent to all sockets",
    registers,
  })
  const bytes = new Counter({
    name: "saker_socket_bytes_sent_total",
    help: "Bytes sent to all sockets",
    registers,
  })
  const heard = new Counter({
    name: "saker_socket_messages_received_total",
    help: "Messages received from all sockets",
    registers,
  })
  const ends = [
    hear(answeredCommands, ({ command, answer, ms }: AnsweredCommand) => {
      if (command.type.startsWith("order.") && isUsers(command))
        orders.observe({ command: command.type, result: answer.ok ? "done" : "refused" }, ms / 1000)
    }),
    hear(keptBatches, ({ commands, ms }: KeptBatch) => {
      batchSeconds.observe(ms / 1000)
      batchCommands.observe(commands)
    }),
    hear(refusals, (reason: string) => refused.inc({ reason })),
    hear(sentFrames, (count: number) => {
      frames.inc()
      bytes.inc(count)
    }),
    hear(heardMessages, () => heard.inc()),
  ]
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    stop() {
      for (const end of ends) end()
      registry.clear()
    },
  }
}
