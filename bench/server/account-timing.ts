/**
 * Whether the time of an answer tells that an account exists: login with a wrong password, a new password with a wrong code, and the
 * asking for a code, of a known and an unknown name by turns. No figure of the bench's table: answers come at steps of 50 ms, so that ten thousand pairs take an hour.
 *
 *     npm run bench -- timing [PAIRS]
 */

import { median } from "../context.ts"
import { askBy, codeOf, type Line, lineFrom } from "./asking.ts"
import { type RealServer, startRealServer } from "./real-server.ts"
import { registerPerson } from "./register-person.ts"
import { WrongResult } from "./wrong-result.ts"

const [pairs = 10_000] = process.argv
  .slice(2)
  .filter((word) => word !== "timing")
  .map(Number)
/** Strangers' tries at a single account, of each kind; each of our addresses asks an account once. */
const TRIES_AN_ACCOUNT = 8
const ACCOUNTS = Math.ceil(pairs / TRIES_AN_ACCOUNT)
const REGISTERED_AT_ONCE = 8
const WRONG = { password: "not the password", code: "000000" }
/** Of 20,000 tests of equal times one lies beyond: a finding, not chance. */
const Z_MAX = 4

interface Call {
  method: "GET" | "POST"
  path(account: string): string
  body?: (account: string) => object
  /** What the server says to either name. */
  code: number
}

const CALLS: Readonly<Record<string, Call>> = {
  login: {
    method: "POST",
    path: () => "/login/index",
    body: (account) => ({ account, password: WRONG.password }),
    code: 7001,
  },
  forget: {
    method: "POST",
    path: () => "/login/forget",
    body: (account) => ({
      ...{ account, code: WRONG.code },
      ...{ password: "a far lighthouse 3", confirm: "a far lighthouse 3" },
    }),
    code: 1006,
  },
  "code to forget": {
    method: "POST",
    path: () => "/security/sendCode",
    body: (account) => ({ purpose: "forget", account }),
    code: 200,
  },
  sendemail: { method: "GET", path: (account) => `/register/sendemail?account=${account}`, code: 200 },
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Of one length, known or not. */
const nameOf = (kind: "known" | "other", place: number) =>
  `${kind}${String(place).padStart(6, "0")}@example.org`

async function registerAll(server: RealServer): Promise<void> {
  const address = `http://127.0.0.1:${server.port}`
  for (let first = 0; first < ACCOUNTS; first += REGISTERED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(REGISTERED_AT_ONCE, ACCOUNTS - first) }, (_, place) =>
        registerPerson({ address, mailbox: server.mailbox }, nameOf("known", first + place)),
      ),
    )
}

/** Milliseconds, pair by pair. */
async function measured(port: number, call: Call): Promise<{ known: number[]; other: number[] }> {
  const told = { known: [] as number[], other: [] as number[] }
  let line: Line | undefined
  for (let pair = 0; pair < pairs; pair += 1) {
    const account = pair % ACCOUNTS
    if (!line || account === 0) {
      line?.agent.destroy()
      line = await openFrom(port, Math.floor(pair / ACCOUNTS))
    }
    // Who goes first changes, so that neither follows the other's traces.
    for (const kind of pair % 2 === 0 ? (["known", "other"] as const) : (["other", "known"] as const))
      told[kind].push(await timeOf(line, call, nameOf(kind, account)))
  }
  line?.agent.destroy()
  return told
}

/** A warm connection from an address of its own: limits of addresses see another visitor. */
async function openFrom(port: number, place: number): Promise<Line> {
  const line = lineFrom(port, `127.0.1.${place + 1}`)
  for (let warm = 0; warm < 5; warm += 1) await askBy(line, { method: "GET", path: "/healthz" })
  return line
}

async function timeOf(line: Line, { method, path, body, code }: Call, account: string): Promise<number> {
  const asking = {
    method,
    path: path(account),
    ...(body && { body: JSON.stringify(body(account)) }),
  }
  const begun = performance.now()
  const answer = await askBy(line, asking)
  const time = performance.now() - begun
  if (codeOf(answer) !== code)
    throw new WrongResult(`${asking.path} was answered with ${answer.slice(0, 200)}`)
  return time
}

/**
 * The mean, because a rare path that is slow shows there; the sign of each pair (a sign test), because hardly anything disturbs it.
 */
function tell(name: string, { known, other }: { known: number[]; other: number[] }): void {
  const apart = known.map((time, place) => time - (other[place] ?? 0))
  const mean = apart.reduce((sum, one) => sum + one, 0) / apart.length
  const slower = apart.filter((one) => one > 0).length / apart.length
  const z = (slower - 0.5) * 2 * Math.sqrt(apart.length)
  say(
    `${name}: ${apart.length} pairs, median ${median(known).toFixed(3)} ms known, ${median(other).toFixed(3)} ms unknown, ${mean.toFixed(3)} ms apart in the mean; the known one is slower in ${(slower * 100).toFixed(2)} % (z ${z.toFixed(1)}): ${Math.abs(z) > Z_MAX ? "CAN BE TOLD APART" : "not to be told apart"}`,
  )
}

const server = await startRealServer({
  SAKER_MARKETS: "1",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "100000",
  SAKER_CODES_PER_HOUR: "1000000",
  SAKER_TRIES_PER_ADDRESS: "1000000",
  SAKER_LOG: "error",
})
try {
  await registerAll(server)
  for (const [name, call] of Object.entries(CALLS)) tell(name, await measured(server.port, call))
} finally {
  await server.close()
}
