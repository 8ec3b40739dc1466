/** A server killed during registrations keeps everyone it answered, and no partial user. */

import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, describe, expect, test } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import { mailboxOf } from "#tests/support/mailbox.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import {
  DATABASE,
  freshFolder,
  removeFolders,
  type SakerProcess,
  startSaker,
} from "#tests/support/saker-process.ts"

/** `npm run verify` asks for more. */
const ROUNDS = Number(process.env.SAKER_CRASH_ROUNDS ?? 2)
const ROUND_WITHIN_MS = 120_000
/** People who register at a time. */
const AT_ONCE = 6
/** The kill comes after so many answers at most, and a moment that differs each time. */
const ANSWERS_MAX = 8
const MOMENT_MS = 60

interface Registered {
  account: string
  password: string
  token: string
}

async function ask<Data>(saker: SakerProcess, path: string, body?: object, token = "") {
  const headers = {
    "content-type": "application/json",
    lang: "en",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers }
  return (await (await fetch(saker.url + path, init)).json()) as { code: number; data: Data }
}

/** Waits for the mail as long as there is a server. */
async function codeTo(saker: SakerProcess, account: string): Promise<string> {
  for (;;) {
    const { rows } = (await (await fetch(`${mailboxOf(saker.url)}.json`)).json()) as {
      rows: { to: string; subject: string }[]
    }
    const code = /\b\d{6}\b/.exec(rows.find(({ to }) => to === account)?.subject ?? "")?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** One person; the answer of the registration, or an exception when the server is gone. */
async function register(saker: SakerProcess, account: string): Promise<Registered> {
  await ask(saker, `/register/sendemail?account=${account}`)
  const password = `quiet harbour ${Math.random()}`
  const given = { account, code: await codeTo(saker, account), password, confirm: password }
  const answer = await ask<{ token: string }>(saker, "/register/index", given)
  expect(answer.code).toBe(200)
  return { account, password, token: answer.data.token }
}

/** Registers people until the server is killed under them; answers those who were told that they are in. */
async function registerUntilKilled(saker: SakerProcess, round: string): Promise<Registered[]> {
  const answered: Registered[] = []
  const enough = 1 + Math.floor(Math.random() * ANSWERS_MAX)
  let isKilled = false
  let end: Promise<unknown> | undefined
  const kill = () => {
    isKilled = true
    return saker.end("SIGKILL")
  }
  const someone = async (line: number) => {
    for (let count = 0; !isKilled; count += 1) {
      try {
        answered.push(await register(saker, `p${line}-${count}-${round}@example.org`))
      } catch (error) {
        // The server is gone: whether this one was written nobody was told.
        if (isKilled) return
        throw error
      }
      if (answered.length >= enough)
        end ??= new Promise((resolve) => setTimeout(resolve, Math.random() * MOMENT_MS)).then(kill)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, line) => someone(line)))
  await end
  return answered
}

const storages = [
  { where: "the embedded database", make: async () => ({ url: "", drop: async () => undefined as unknown }) },
  {
    where: `PostgreSQL${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
    make: freshDatabase,
    isLeftOut: !postgresIsThere,
  },
]
afterAll(removeFolders)

for (const { where, make, isLeftOut = false } of storages) {
  describe.skipIf(isLeftOut)(`killed ${ROUNDS} times on ${where}`, () => {
    test(
      "everyone who was answered can log in, stays logged in, and nobody is there half",
      async () => {
        const data = freshFolder()
        const { url: databaseUrl, drop } = await make()
        const env = {
          SAKER_MARKETS: "1",
          SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
          SAKER_READS_PER_SECOND: "10000",
          SAKER_CODES_PER_HOUR: "100000",
          DATABASE_URL: databaseUrl,
        }
        const all: Registered[] = []
        let saker: SakerProcess | undefined
        try {
          for (let round = 1; round <= ROUNDS; round += 1) {
            saker = await startSaker({ env, data })
            await checkAll(saker, all)
            all.push(...(await registerUntilKilled(saker, `r${round}`)))
          }
          saker = await startSaker({ env, data })
          await checkAll(saker, all)
          await saker.end()
          await checkRows(data, databaseUrl, all)
        } finally {
          // Where a round has failed its server still runs.
          await saker?.end("SIGKILL")
          await drop()
        }
      },
      ROUND_WITHIN_MS * (ROUNDS + 1),
    )
  })
}

/** All sessions hold; the newest log in as well (each login costs an argon2id, so not everyone each time). */
async function checkAll(saker: SakerProcess, all: readonly Registered[]): Promise<void> {
  for (const { account, token } of all) {
    const me = await ask<{ account: string }>(saker, "/security/index", undefined, token)
    expect([me.code, me.data?.account]).toEqual([200, account])
  }
  for (const { account, password } of all.slice(-ANSWERS_MAX - AT_ONCE))
    expect([account, (await ask(saker, "/login/index", { account, password })).code]).toEqual([account, 200])
}

/** Looks into the database itself: what no answer shows, of people who were never answered too. */
async function checkRows(data: string, databaseUrl: string, all: readonly Registered[]): Promise<void> {
  const storage = await openStorage({
    data,
    database: DATABASE,
    seedFile: join(import.meta.dirname, "../../dist/database/empty.tgz"),
    databaseUrl,
  })
  try {
    const { rows } = await sql<{
      email: string
      invite: string
      sessions: number
      logins: number
      code: number
    }>`
      select email, invite_code as invite,
        (select count(*)::int4 from sessions where user_id = users.id) as sessions,
        (select count(*)::int4 from logins where user_id = users.id and result = 'ok') as logins,
        (select tries_left from codes where purpose = 'register' and target = email_key || ' from 127.0.0.1') as code
      from users`.execute(storage.database)
    const half = rows.filter(
      ({ invite, sessions, logins, code }) =>
        !/^[2-9A-Z]{6}$/.test(invite) || sessions < 1 || logins !== sessions || code !== 0,
    )
    expect(half).toEqual([])
    const emails = rows.map(({ email }) => email)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails).toEqual(expect.arrayContaining(all.map(({ account }) => account)))
    expect(all.length).toBeGreaterThanOrEqual(ROUNDS)
  } finally {
    await storage.close()
  }
}
