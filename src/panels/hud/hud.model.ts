/** The figures of the debug panel. Plain functions. */

import type { FeedInfo } from "#core/wire/market.ts"
import type { ConnectionStatus, HudFigures } from "#workers/market/market.api.ts"
import type { OrderTimes } from "./order-times.ts"

/** What the page measures itself (src/feed/frame-loop.ts). */
export interface PageTimes {
  scriptMs: number
  paintMs: number
  missedFrames: number
  frames: number
}

const LINE_NAMES = [
  "messages",
  "frames",
  "bytes",
  "flushes",
  "age",
  "hops",
  "order",
  "commit",
  "missed",
  "gaps",
  "parseErrors",
] as const

export interface HudLine {
  name: (typeof LINE_NAMES)[number]
  text: string
}

const whole = (value: number) => String(Math.round(value))
const ms = (value: number) => `${value.toFixed(1)} ms`

/** One line each; an en dash where the worker has said nothing yet, and of an order while none was sent from this page. */
export function hudLines(figures: HudFigures | null, page: PageTimes, order: OrderTimes | null): HudLine[] {
  const texts: Record<HudLine["name"], string | null> = {
    messages: figures && whole(figures.messagesPerSecond),
    frames: figures && whole(figures.framesPerSecond),
    bytes: figures && whole(figures.bytesPerSecond),
    flushes: figures && `${whole(figures.flushesPerSecond)} (${whole(figures.flushTargetHz)})`,
    age: figures && ms(figures.dataAgeMs),
    hops: figures && [figures.hops.received, figures.hops.applied, figures.hops.framed].map(ms).join(" · "),
    order:
      order &&
      orderHops(order)
        .map((hop) => (hop === null ? "–" : ms(hop)))
        .join(" · "),
    commit: ms(page.scriptMs + page.paintMs),
    missed: whole(page.missedFrames),
    gaps: figures && whole(figures.gaps),
    parseErrors: figures && whole(figures.parseErrors),
  }
  return LINE_NAMES.map((name) => ({ name, text: texts[name] ?? "–" }))
}

/** Since the press: sent, accepted, its row from the stream painted. Null: not yet. */
const orderHops = ({ pressed, sent, accepted, row }: OrderTimes): (number | null)[] =>
  [sent, accepted, row].map((at) => (at === null ? null : at - pressed))

interface HudSource {
  figures: HudFigures | null
  page: PageTimes
  order: OrderTimes | null
  connection: ConnectionStatus
  feed: FeedInfo | null
  agent: string
  now: number
}

/** All that the panel knows, for an issue or a bench: figures with their names, no text to parse. */
export function hudReport({ figures, page, order, connection, feed, agent, now }: HudSource) {
  return {
    takenAt: new Date(now).toISOString(),
    agent,
    feed: feed ? { ...feed } : null,
    connection: { ...connection },
    worker: figures ? { ...figures, hops: { ...figures.hops } } : null,
    page: { ...page },
    order: order ? { ...order } : null,
  }
}
