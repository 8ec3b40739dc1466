/**
 * A server that nobody has used yet: nobody is in it, no door opens by a known word, no call but a login makes a session. What is
 * typed later comes back as it was typed, and a password is as good after years.
 */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type EndpointName, endpoints, PROBLEMS } from "#core/wire/index.ts"
import { SETTINGS } from "#server/settings/settings.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { get, newPerson, type Person, post } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const YEARS = 10 * 365 * 24 * 60 * 60_000
/** Made at the first start, for the owner alone. */
const SECRETS = ["mailbox.json", "operator.json", "api-keys.json"]
const env = {
  SAKER_MARKETS: "1",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
  SAKER_TRIES_PER_ADDRESS: "1000",
  SAKER_OPERATOR_PORT: "0",
}
let ahead = 0
let server: RunningServer
let other: RunningServer
const [data, otherData] = [freshFolder(), freshFolder()]

beforeAll(async () => {
  server = await startInProcess({ ...env, SAKER_DATA: data }, { clock: movedClock(() => ahead) })
  other = await startInProcess({ ...env, SAKER_DATA: otherData })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  await other.close()
  removeFolders()
}, START_WITHIN_MS)

const login = ({ account, password }: Pick<Person, "account" | "password">) =>
  post<{ token: string } | null>(server, "/login/index", { account, password })

test("no account is there by itself, under whatever name and password one would try first", async () => {
  for (const account of [
    "admin@localhost.localdomain",
    "admin@example.org",
    "root@example.org",
    "test@example.org",
  ])
    for (const password of ["admin", "password", "saker", "12345678", "changeme"])
      expect((await login({ account, password })).code).toBe(PROBLEMS.CREDENTIALS)
})

test("what opens a door is made anew for each server, and no setting has a secret by itself", () => {
  const secretsOf = (folder: string) =>
    SECRETS.flatMap((name) => {
      const { secret } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { secret: string }
      return secret
    })
  const [own, others] = [secretsOf(data), secretsOf(otherData)]
  expect(new Set([...own, ...others]).size).toBe(2 * SECRETS.length)
  for (const secret of [...own, ...others]) expect(secret).toMatch(/^[\w-]{43}$/)
  const secrets = Object.values(SETTINGS).filter(
    (row) => "secret" in row || /KEY|SECRET|PASSWORD|TOKEN$/.test(row.name),
  )
  expect(secrets.length).toBeGreaterThan(5)
  expect(secrets.filter((row) => row.default !== "").map(({ name }) => name)).toEqual([])
  const folder = join(import.meta.dirname, "../../docs/gateways")
  const given = ["compose.yaml", "nats.conf"]
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")
  const words = [...given.matchAll(/(?:password: "?|PASSWORD: "?|:\/\/saker:)([^\s"@},]+)/g)].map(
    ([, word]) => word,
  )
  expect(words.length).toBeGreaterThan(3)
  expect(words.filter((word) => !/^\$\{?[A-Z_]+\}?$/.test(word ?? ""))).toEqual([])
})

test("no session begins but by a registration or a login", async () => {
  const person = await newPerson(server)
  const sessions = async () => (await person.get<{ rows: unknown[] }>("/security/sessions")).data.rows.length
  expect(await sessions()).toBe(1)
  // These end what all others are asked with.
  const ending: EndpointName[] = ["logout", "endSession", "endOtherSessions"]
  for (const [name, { method, path, example }] of Object.entries(endpoints)) {
    if (ending.includes(name as EndpointName)) continue
    const request = example.request as Record<string, string>
    for (const token of ["", person.token]) {
      const answer =
        method === "GET"
          ? await get<unknown>(server, `${path}?${new URLSearchParams(request)}`, token)
          : await post<unknown>(server, path, request, token)
      expect([name, JSON.stringify(answer.data ?? null).includes('"token"')]).toEqual([name, false])
    }
  }
  expect(await sessions()).toBe(1)
  expect((await login(person)).code).toBe(200)
  expect(await sessions()).toBe(2)
})

test("what is typed is kept and answered as it was typed: signs are escaped by whoever shows them", async () => {
  const person = await newPerson(server)
  const typed = `<b>&amp;"'\\u003c</b> {{name}} %s \${x}`
  const preferences = JSON.stringify({ typed })
  expect((await person.post("/security/preferencesSet", { preferences })).code).toBe(200)
  const { data: kept } = await person.get<{ preferences: { typed: string } }>("/security/preferences")
  expect(kept.preferences).toEqual({ typed })
})

test("a password is as good after ten years, and nobody asks for another", async () => {
  const person = await newPerson(server)
  ahead += YEARS
  const answer = await login(person)
  expect(answer.code).toBe(200)
  expect((await get(server, "/security/index", answer.data?.token)).code).toBe(200)
})
