/** A user in tests: registered through the real API, with codes from the sandbox's mailbox. */

import { expect, vi } from "vitest"
import type { UserInfo } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call } from "./in-process-server.ts"
import { mailboxOf } from "./mailbox.ts"

/** Far more than it takes on a busy machine. */
const MAIL_WITHIN_MS = 15_000

interface Mail {
  to: string
  subject: string
  text: string
}

/** Messages to `to`, newest first. */
export async function mailsTo(server: RunningServer, to: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxOf(server.address)}.json`)
  const { rows } = (await response.json()) as { rows: Mail[] }
  return rows.filter((mail) => mail.to === to)
}

/** The six digits of the newest message to `to` that isn't among `seen`. */
export async function codeTo(server: RunningServer, to: string, seen = 0): Promise<string> {
  const read = async () => {
    const mails = await mailsTo(server, to)
    expect(mails.length).toBeGreaterThan(seen)
    // Notices come at any time, and carry none.
    const fresh = mails.slice(0, mails.length - seen)
    const [code] = fresh.flatMap(({ subject }) => /\b\d{6}\b/.exec(subject)?.[0] ?? [])
    expect(code).toBeDefined()
    return code ?? ""
  }
  return await vi.waitFor(read, { timeout: MAIL_WITHIN_MS })
}

export interface Person {
  account: string
  password: string
  token: string
  user: UserInfo
  get<Data>(path: string): Promise<Answer<Data>>
  post<Data>(path: string, body?: object): Promise<Answer<Data>>
}
type Answer<Data> = Awaited<ReturnType<typeof call<Data>>>

export const post = <Data>(server: RunningServer, path: string, body: object, token = "") =>
  call<Data>(server, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })

export const get = <Data>(server: RunningServer, path: string, token = "") =>
  call<Data>(server, path, { headers: token ? { authorization: `Bearer ${token}` } : {} })

function personOf(
  server: RunningServer,
  account: string,
  password: string,
  session: { token: string; user: UserInfo },
): Person {
  return {
    account,
    password,
    ...session,
    get: (path) => get(server, path, session.token),
    post: (path, body = {}) => post(server, path, body, session.token),
  }
}

/** Asks for the code of a registration, with the header that the call needs. */
export const askForCode = (server: RunningServer, account: string) =>
  call(server, `/register/sendemail?account=${encodeURIComponent(account)}`, { headers: { lang: "en" } })

let people = 0

/** Somebody new, registered and with a session. */
export async function newPerson(server: RunningServer, invite = ""): Promise<Person> {
  people += 1
  const account = `person${people}@example.org`
  const password = `quiet harbour ${people}7`
  await askForCode(server, account)
  const code = await codeTo(server, account)
  const body = { account, code, password, confirm: password, invite }
  const answer = await post<{ token: string; user: UserInfo }>(server, "/register/index", body)
  expect(answer).toMatchObject({ code: 200 })
  return personOf(server, account, password, answer.data)
}
