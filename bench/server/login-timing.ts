/** Figure: whether the time of a refused login reveals that the account exists; known and unknown accounts by turns. */

import { type BenchContext, median, percentile } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { startRealServer } from "./real-server.ts"
import { ask, registerPerson } from "./register-person.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const AGAINST = "an unknown account"
/** Each account bears five wrong logins before it has to wait. */
const TRIES_AN_ACCOUNT = 5
const ACCOUNTS = { quick: 6, full: 60 } as const
/** Neither server nor connection is warm before that. */
const WARM_UP = 10
const CREDENTIALS = 7001

export const measure: Measure = {
  name: "login-timing",
  run: (context) => provenFigure("login-timing", AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const accounts = ACCOUNTS[context.isQuick ? "quick" : "full"]
  const server = await startRealServer({
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "100000",
    SAKER_CODES_PER_HOUR: "100000",
    SAKER_TRIES_PER_ADDRESS: "100000",
  })
  const address = `http://127.0.0.1:${server.port}`
  try {
    for (let place = 0; place < accounts; place += 1)
      await registerPerson({ address, mailbox: server.mailbox }, `known${place}@example.org`)
    for (let place = 0; place < WARM_UP; place += 1) await refusedLogin(address, `warm${place}@example.org`)
    const times: Record<"known" | "other", number[]> = { known: [], other: [] }
    const { foreignPercent } = await context.withForeignLoad(async () => {
      for (let turn = 0; turn < accounts * TRIES_AN_ACCOUNT; turn += 1) {
        // Names of one length; who goes first changes, so that neither follows the other's traces.
        const kinds = turn % 2 === 0 ? (["known", "other"] as const) : (["other", "known"] as const)
        for (const kind of kinds)
          times[kind].push(await refusedLogin(address, `${kind}${turn % accounts}@example.org`))
      }
    })
    return told(context, times, foreignPercent)
  } finally {
    await server.close()
  }
}

function told(
  context: BenchContext,
  { known, other }: Record<"known" | "other", number[]>,
  foreignPercent: unknown,
): FigureResult {
  const slower = shareOfSlower(known, other)
  const note = `a known account is the slower one in ${(slower * 100).toFixed(1)} % of all pairs; 50 % tells nothing`
  context.say(`login-timing: ${median(known).toFixed(2)} ms against ${median(other).toFixed(2)} ms; ${note}`)
  return {
    name: "login-timing",
    value: median(known),
    values: known,
    against: AGAINST,
    againstValue: median(other),
    againstValues: other,
    ratio: median(known) / median(other),
    isRight: true,
    note,
    details: {
      shareOfSlower: slower,
      p95: { known: percentile(known, 0.95), unknown: percentile(other, 0.95) },
      foreignPercent,
    },
  }
}

/** Of all pairs of one and other, the share in which the one is greater; ties count half. */
function shareOfSlower(one: readonly number[], other: readonly number[]): number {
  let wins = 0
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (one.length * other.length)
}

async function refusedLogin(address: string, account: string): Promise<number> {
  const begun = performance.now()
  const { code } = await ask(address, "/login/index", { body: { account, password: "not the password" } })
  const time = performance.now() - begun
  if (code !== CREDENTIALS) throw new WrongResult(`a wrong login was answered with ${code}`)
  return time
}
