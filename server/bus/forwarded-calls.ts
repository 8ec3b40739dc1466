/** Calls whose state has one owner, the process that has the exchange: a gateway hands them on and brings the answer back. */

import type { Result } from "#core/wire/index.ts"
import type { Caller, Handlers } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { BusLink } from "./bus-link.ts"
import type { Replica } from "./replica.ts"

const SHOWN_WITHIN_MS = 2000
const NOT_REACHED = 503
const NO_ANSWER = 504

/** Handlers of these names. @throws Refusal INTERNAL with status 503 when nothing was done, with 504 when nobody can say */
export function forwardedCalls<Name extends keyof Handlers>(
  names: readonly Name[],
  { link, replica }: { link: BusLink; replica: Replica },
): Pick<Handlers, Name> {
  const forward = (name: Name) => async (request: unknown, caller: Caller) => {
    const asked = await link.ask({ kind: "call", name, request, caller: plainCaller(caller) })
    if (!asked.known)
      throw new Refusal({ name: "INTERNAL" }, { status: asked.why === "undone" ? NOT_REACHED : NO_ANSWER })
    const { answered } = asked
    if ("refused" in answered) throw new Refusal({ name: "INTERNAL" }, { status: NOT_REACHED })
    if (!("result" in answered)) throw new Refusal({ name: "INTERNAL" })
    // What the call did shows here too before its caller hears of it.
    await replica.reached(answered.seq, SHOWN_WITHIN_MS)
    return answered.result as Result<unknown>
  }
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Pick<Handlers, Name>
}

/** Only what a handler may read of whoever calls. */
const plainCaller = ({ language, address, agent, session }: Caller): Caller => ({
  ...{ language, address, agent },
  session: session && { id: session.id, userId: session.userId },
})
