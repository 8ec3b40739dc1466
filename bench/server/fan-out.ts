/** Figure: messages a second to 1,000 sockets, the real socket door against a bare `ws` broadcast of the same bytes. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { measureFanout } from "./fanout-cells.ts"
import { provenFigure } from "./wrong-result.ts"

const CLIENTS = 1000
/** Rounds of one cell: some 2 to 4 seconds of sending. */
const ROUNDS = { quick: 60, full: 300 } as const

const AGAINST = "ws broadcast of the same bytes"

export const measure: Measure = {
  name: "fan-out",
  run: (context) => provenFigure("fan-out", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const settings = {
    clients: CLIENTS,
    rounds: context.isQuick ? ROUNDS.quick : ROUNDS.full,
    repetitions: context.isQuick ? 2 : Math.max(5, context.repeats),
  }
  const { value: pairs, foreignPercent } = await context.withForeignLoad(() =>
    measureFanout(settings, context.fault),
  )
  const of = (variant: "saker" | "bare") =>
    pairs.flatMap((cells) => cells.filter((cell) => cell.variant === variant))
  const [ours, bare] = [of("saker"), of("bare")]
  const rate = (cells: typeof ours) => cells.map((cell) => Math.round(cell.messagesPerSecond))
  const ratios = ours.map(
    (cell, place) => cell.messagesPerSecond / (bare[place]?.messagesPerSecond ?? Number.NaN),
  )
  const cpuRatios = ours.map(
    (cell, place) => cell.cpuPerThousand / (bare[place]?.cpuPerThousand ?? Number.NaN),
  )
  context.say(`fan-out: ${rate(ours).join(" ")} against ${rate(bare).join(" ")} messages/s`)
  return {
    name: "fan-out",
    value: median(rate(ours)),
    values: rate(ours),
    against: AGAINST,
    againstValue: median(rate(bare)),
    againstValues: rate(bare),
    ratio: median(ratios),
    isRight: true,
    note: `server's CPU a message: ${median(cpuRatios).toFixed(2)} of the bare broadcast's`,
    details: {
      ratios,
      cpuRatios,
      foreignPercent,
      clients: CLIENTS,
      rounds: settings.rounds,
      bytes: ours[0]?.bytes,
    },
  }
}
