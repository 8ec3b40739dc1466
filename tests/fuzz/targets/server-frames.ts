/** Fuzz target: the whole of the market's worker, told by a server whatever an input says; also in compact form. */

import { COMPACT_PROTOCOL, compactOf } from "#core/wire/compact-writer.ts"
import { socketMessages } from "#core/wire/index.ts"
import { FakeDesk, ID, TRADE_VIEW } from "#workers/market/fake-desk.ts"
import { bytesOf, type FuzzTarget, must } from "../fuzz-target.ts"

/** Longest that a worker tells of something it couldn't read. */
const DETAIL_LENGTH_MAX = 400
const VIEW = { ...TRADE_VIEW, hud: true, chart: { instrument: ID, interval: "1m" as const } }

/** Begins with it: what follows are bytes. */
const COMPACT = "\u0001"

async function checkDesk(input: string): Promise<string[]> {
  const desk = new FakeDesk()
  await desk.open()
  await desk.desk.show(VIEW as typeof TRADE_VIEW)
  await desk.answerAll()
  if (input.startsWith(COMPACT)) {
    desk.world.socket.protocol = COMPACT_PROTOCOL
    desk.world.socket.text(new Uint8Array(bytesOf(input.slice(1))).buffer)
  } else desk.world.socket.text(input)
  await desk.world.advance(100)
  const { problems, book, tape } = desk.page
  for (const { detail } of problems) {
    must(detail.length <= DETAIL_LENGTH_MAX, "what is told of a bad message is too long")
    must(
      !/TypeError|ReferenceError|RangeError: (?!compact|\d+ rows)/.test(detail),
      `a reader threw: ${detail}`,
    )
  }
  for (const { bids, asks } of book ? [book] : [])
    for (const row of [...bids, ...asks])
      must(!/NaN|undefined|Infinity/.test(JSON.stringify(row)), "a row is odd")
  must(!/NaN|undefined|Infinity/.test(JSON.stringify(tape ?? null)), "the tape has odd rows")
  desk.page.leave()
  // A detail repeats what was sent: only the readers' own words say something new.
  return problems.map(
    ({ kind, name, detail }) => `${kind} ${name} ${/^(\w{1,14}): \d+ rows$/.exec(detail)?.[1] ?? ""}`,
  )
}

const told = Object.entries(socketMessages).flatMap(([type, { from, examples }]) =>
  from === "server" ? examples.map(({ data }) => JSON.stringify({ type, data })) : [],
)

export const target: FuzzTarget = {
  form: "text",
  seeds: [...told, ...told.map((text) => COMPACT + Buffer.from(compactOf(text)).toString("latin1"))],
  read: checkDesk,
}
