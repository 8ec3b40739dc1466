/** Does any call about a person, their addresses or their second contracts, break over what a field may hold? Nasty texts in every field, by whoever may call. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { accountEndpoints, addressEndpoints, optionEndpoints, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "10000" })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const CALLS = { ...accountEndpoints, ...addressEndpoints, ...optionEndpoints } as const
type CallName = keyof typeof CALLS

const NASTY: readonly unknown[] = [
  "\0",
  "ada\0@example.org",
  "Ada\0Lovelace",
  "\ud800",
  "\u202eada@example.org",
  "' or 1=1 --",
  "{{7*7}}<%= 7*7 %>",
  "__proto__",
  "x".repeat(5000),
  "",
  " ",
  "👩‍👩‍👧",
  -1,
  "-5",
  "1e3",
  "9".repeat(300),
  "NaN",
  "0x10",
  1e308,
  null,
  true,
  [],
  ["ada@example.org"],
  { $ne: "" },
]

async function ask(name: CallName, given: object, person?: Person) {
  const { method, path } = CALLS[name]
  const headers: Record<string, string> = { "content-type": "application/json", lang: "en" }
  if (person) headers.authorization = `Bearer ${person.token}`
  const query = new URLSearchParams(Object.entries(given).map(([field, value]) => [field, String(value)]))
  const response =
    method === "GET"
      ? await fetch(`${server.address}${path}?${query}`, { headers })
      : await fetch(server.address + path, { method, headers, body: JSON.stringify(given) })
  return { status: response.status, ...((await response.json()) as { code: number }) }
}

test.each(Object.keys(CALLS) as CallName[])("%s", async (name) => {
  const ada = await newPerson(server)
  const { access, example } = CALLS[name]
  const { request } = example
  const person = access === "visitor" ? undefined : ada
  // The person's own password, so that what lies behind it is reached.
  const own = { ...request, ...("login" in request ? { login: ada.password } : {}) }
  for (const field of Object.keys(own)) {
    for (const nasty of NASTY) {
      const { status, code } = await ask(name, { ...own, [field]: nasty }, person)
      expect([field, nasty, status, code === PROBLEMS.INTERNAL]).toEqual([field, nasty, 200, false])
    }
  }
})
