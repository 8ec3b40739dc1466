/** A new password and the end of the other sessions are one step: both are there, or neither (E3). */

import { join } from "node:path"
import { sql } from "kysely"
import { afterAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, get, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { openStorage } from "../storage/open-storage.ts"

const WITHIN_MS = 180_000
afterAll(removeFolders)

const data = freshFolder()
const start = () =>
  startInProcess({ SAKER_DATA: data, SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" })

/** While no server runs: from now on sessions can't be ended. */
async function forbidEnding(): Promise<void> {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  const storage = await openStorage({ data, database: "simulated-52", seedFile, databaseUrl: "" })
  await sql`create function refuse_end() returns trigger language plpgsql as
    $$ begin raise exception 'no session may end'; end $$`.execute(storage.database)
  await sql`create trigger refuse_end before update on sessions for each row
    when (new.ended is not null) execute function refuse_end()`.execute(storage.database)
  await storage.close()
}

async function codeFor(server: RunningServer, person: Person, purpose: string, token: string) {
  const seen = (await mailsTo(server, person.account)).length
  const body = { purpose, account: person.account }
  expect(await post(server, "/security/sendCode", body, token)).toMatchObject({ code: 200 })
  return await codeTo(server, person.account, seen)
}

test(
  "a session that can't be ended keeps the old password, by the old one or by a code",
  async () => {
    const before = await start()
    const ada = await newPerson(before)
    await before.close()
    await forbidEnding()

    const server = await start()
    const login = (password: string) =>
      post<{ token: string }>(server, "/login/index", { account: ada.account, password })
    const { token } = (await login(ada.password)).data
    const fresh = { password: "a grey heron 31", confirm: "a grey heron 31" }
    const changes = [
      { path: "/security/password", given: { old: ada.password }, purpose: "password" },
      { path: "/login/forget", given: { account: ada.account }, purpose: "forget" },
    ]
    for (const { path, given, purpose } of changes) {
      const code = await codeFor(server, ada, purpose, token)
      const answer = await post(server, path, { ...given, ...fresh, code }, token)
      expect([answer.status, answer.code]).toEqual([500, PROBLEMS.INTERNAL])
      expect((await login(fresh.password)).code).toBe(PROBLEMS.CREDENTIALS)
      expect((await login(ada.password)).code).toBe(200)
      expect((await get(server, "/security/index", ada.token)).code).toBe(200)
    }
    await server.close()
  },
  WITHIN_MS,
)
