/** The machine's own calls, beside those of the exchange: how it stands, and, in lockstep, moving the clock on. */

import { Readable } from "node:stream"
import { setTimeout as wait } from "node:timers/promises"
import type { FastifyInstance, FastifyReply } from "fastify"
import type { TimeMs } from "#core/money/units.ts"
import type { MachineSettings } from "./machine-settings.ts"

/** What a program may move the clock by at once. */
const ADVANCE_MS_MAX = 31 * 86_400_000
/** A move may take minutes. Meanwhile a blank is sent so often: doors, ours among them, close connections on which nothing moves. */
const BLANK_EVERY_MS = 5_000

interface Standing {
  now: TimeMs
  /** Rises with each fill, funding payment, liquidation and end of a second contract. */
  news: number
  isEnded: boolean
}

export interface Moves {
  standing(): Standing
  /** Moves on until `time` or the end, or, with `stopsAtNews`, until something of the account has happened. */
  advance(time: TimeMs, stopsAtNews: boolean): Promise<void>
  /** Ends the stretch here. */
  end(): void
}

/** Until the exchange is open, and once it has ended, there is nothing to move. */
export class MachineDoor {
  readonly #settings: MachineSettings
  readonly #blankEveryMs: number
  #moves: Moves | undefined
  #isMoving = false

  constructor(settings: MachineSettings, blankEveryMs = BLANK_EVERY_MS) {
    this.#settings = settings
    this.#blankEveryMs = blankEveryMs
  }

  open(moves: Moves): void {
    this.#moves = moves
  }

  readonly addRoutes = (app: FastifyInstance): void => {
    app.get("/machine", (_request, reply) => {
      const moves = this.#moves
      return moves ? say(reply, 200, this.#described(moves)) : tooEarly(reply)
    })
    app.post("/machine/advance", async ({ body }, reply) => {
      const moves = this.#moves
      if (!moves) return tooEarly(reply)
      return await this.#advance(moves, body, reply)
    })
    app.post("/machine/end", (_request, reply) => {
      const moves = this.#moves
      if (!moves) return tooEarly(reply)
      moves.end()
      return say(reply, 200, this.#described(moves))
    })
  }

  #described(moves: Moves) {
    const { from, to, stepMs, speed, symbols } = this.#settings
    const { now, news, isEnded } = moves.standing()
    return { from, to, now, stepMs, speed, lockstep: speed === null, symbols, news, ended: isEnded }
  }

  async #advance(moves: Moves, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
    if (this.#settings.speed !== null)
      return fault(reply, 409, "the clock runs by itself; start with --lockstep")
    if (this.#isMoving) return fault(reply, 409, "the clock is being moved on")
    const { now } = moves.standing()
    const asked = readAdvance(body, now)
    if (typeof asked === "string") return fault(reply, 400, asked)
    this.#isMoving = true
    const moved = moves
      .advance(asked.time, asked.stopsAtNews)
      .finally(() => {
        this.#isMoving = false
      })
      .then(() => JSON.stringify(this.#described(moves)))
    return head(reply, 200).send(Readable.from(patiently(moved, this.#blankEveryMs)))
  }
}

const FIELDS = new Set(["ms", "to", "until"])

/** What is asked for, or what is wrong with it. */
function readAdvance(body: unknown, now: TimeMs): { time: TimeMs; stopsAtNews: boolean } | string {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {}
  const unknown = Object.keys(fields).find((name) => !FIELDS.has(name))
  if (unknown !== undefined) return `${unknown}: no such field; there are ms, to and until`
  const { ms, to, until } = fields
  if ((ms === undefined) === (to === undefined)) return "ms or to, one of the two, in milliseconds"
  const time = ms === undefined ? to : typeof ms === "number" ? now + ms : undefined
  if (typeof time !== "number" || !Number.isInteger(time) || time <= now || time > now + ADVANCE_MS_MAX)
    return `ms or to: a whole number of milliseconds ahead, ${ADVANCE_MS_MAX} at most`
  if (until !== undefined && until !== "news") return 'until: "news", or nothing'
  return { time, stopsAtNews: until === "news" }
}

/** The text once it is there, with blanks before it, which mean nothing in JSON. */
async function* patiently(text: Promise<string>, everyMs: number): AsyncGenerator<string> {
  for (;;) {
    const pause = new AbortController()
    const waited = wait(everyMs, " ", { signal: pause.signal })
    const said = await Promise.race([text, waited])
    pause.abort()
    await waited.catch(() => undefined)
    yield said
    if (said !== " ") return
  }
}

const head = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).header("cache-control", "no-store").type("application/json")

const say = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  head(reply, status).send(JSON.stringify(body))

const fault = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  say(reply, status, { error })

const tooEarly = (reply: FastifyReply): FastifyReply =>
  fault(reply, 503, "the stretch has not begun or is over")
