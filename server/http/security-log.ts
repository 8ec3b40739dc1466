/** Tells the log who was refused at a wall: logins, proofs, keys, rights, rates and requests of the wrong form. */

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { ProblemName } from "#core/wire/index.ts"
import type { TrustedProxies } from "../calls/client-address.ts"

/**
 * What somebody would meet who tries to get past a wall: of a door, or of the money (limits, waits and rests of withdrawals, papers, what
 * is another's). What the rules of trading refuse is an everyday mistake.
 */
const TOLD: ReadonlySet<ProblemName> = new Set([
  "ACCOUNT_FROZEN",
  "ADDRESS_WAITING",
  "API_KEY_ADDRESS",
  "API_KEY_REPEATED",
  "API_KEY_SCOPE",
  "API_KEY_SIGNATURE",
  "API_KEY_TIME",
  "API_KEY_UNKNOWN",
  "CLAIMS_OPEN",
  "CODE",
  "CREDENTIALS",
  "DAILY_LIMIT",
  "FORBIDDEN",
  "FORMAT",
  "IDENTITY_NEEDED",
  "INVITE_CODE",
  "KEY_CONFLICT",
  "MESSAGE_SIZE",
  "OWN_CODE",
  "PASSKEY",
  "PICTURE_KIND",
  "PICTURE_SIZE",
  "RATE_LIMIT",
  "REST_AFTER_CHANGE",
  "SESSION",
  "TOTP_WRONG",
  "TRADE_PASSWORD",
  "UNKNOWN_ADDRESS",
  "UNKNOWN_API_KEY",
  "UNKNOWN_PASSKEY",
  "UNKNOWN_PICTURE",
  "UNKNOWN_SESSION",
  "UNKNOWN_WITHDRAWAL",
  "WAIT",
  "WITHDRAWALS_FROZEN",
])
/** What goes beyond is counted and told in one line: who floods must not fill a disk. */
const LINES_PER_SECOND = 10
const SECOND_MS = 1000

declare module "fastify" {
  interface FastifyInstance {
    /** Left out: nothing is told. */
    securityLog?: SecurityLog
  }
  interface FastifyRequest {
    /** Whose session or key came along, once that is known; 0: nobody's. */
    callerId?: number
  }
}

/** What is asked of a logger; pino's and fastify's have it. */
type Log = Pick<FastifyBaseLogger, "warn">

/** From here on refusals of this server's doors are told. */
export function addSecurityLog(app: FastifyInstance, log: Log, proxies: TrustedProxies): void {
  app.decorate("securityLog", new SecurityLog(log, proxies))
  app.decorateRequest("callerId", 0)
}

export class SecurityLog {
  readonly #log: Log
  readonly #proxies: TrustedProxies
  readonly #now: () => number
  #began = Number.NEGATIVE_INFINITY
  /** Of the second that began then. */
  #lines = 0

  /** `now`: ms of a clock that nobody sets. */
  constructor(log: Log, proxies: TrustedProxies, now: () => number = () => performance.now()) {
    this.#log = log
    this.#proxies = proxies
    this.#now = now
  }

  /** Nothing that the caller typed is told: the path is the route's, the user a number. */
  refused(problem: ProblemName, { request }: Pick<FastifyReply, "request">): void {
    if (TOLD.has(problem)) this.tell(problem, this.#proxies.addressOf(request.raw), whereOf(request))
  }

  /** @param more where it was, and whose it was, as far as that is known */
  tell(security: string, address: string, more: object): void {
    this.#passSeconds()
    this.#lines += 1
    if (this.#lines <= LINES_PER_SECOND) this.#log.warn({ security, address, ...more }, "refused")
  }

  #passSeconds(): void {
    const now = this.#now()
    if (now - this.#began < SECOND_MS) return
    const leftOut = this.#lines - LINES_PER_SECOND
    this.#began = now
    this.#lines = 0
    if (leftOut > 0) this.#log.warn({ security: "MORE", count: leftOut }, "refused, and not told one by one")
  }
}

const whereOf = ({ method, routeOptions, callerId }: FastifyRequest): object => ({
  method,
  path: routeOptions?.url ?? "",
  ...(callerId && { user: callerId }),
})
