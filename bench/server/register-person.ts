/** Registers a user for the bench through the real API, with the code from the sandbox's mailbox. */

import { WrongResult } from "./wrong-result.ts"

export interface Registered {
  token: string
  post(path: string, body: object): Promise<{ code: number; data: unknown }>
}

export async function ask(
  address: string,
  path: string,
  { body, token = "" }: { body?: object; token?: string } = {},
) {
  const headers = {
    "content-type": "application/json",
    lang: "en",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers }
  return (await (await fetch(address + path, init)).json()) as { code: number; data: unknown }
}

/** A server, and where its mailbox is, key and all. */
export interface OpenServer {
  address: string
  mailbox: string
}

const PASSWORD = "a quiet harbour 7"

/** The code of the newest mail to `account` of which there were `seen` before. */
async function codeFrom(mailbox: string, account: string, seen = 0): Promise<string> {
  for (;;) {
    const { rows } = (await (await fetch(`${mailbox}.json`)).json()) as {
      rows: { to: string; subject: string }[]
    }
    const own = rows.filter(({ to, subject }) => to === account && /\b\d{6}\b/.test(subject))
    const code = own.length > seen ? /\b\d{6}\b/.exec(own[0]?.subject ?? "")?.[0] : undefined
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export async function registerPerson({ address, mailbox }: OpenServer, account: string): Promise<Registered> {
  await ask(address, `/register/sendemail?account=${account}`)
  const code = await codeFrom(mailbox, account)
  const body = { account, code, password: PASSWORD, confirm: PASSWORD }
  const answer = await ask(address, "/register/index", { body })
  if (answer.code !== 200) throw new WrongResult(`a registration was answered with ${answer.code}`)
  const { token } = answer.data as { token: string }
  return { token, post: (path, given) => ask(address, path, { body: given, token }) }
}

/** An API key of somebody that {@link registerPerson} has registered. */
export async function addKey(
  { mailbox }: OpenServer,
  account: string,
  person: Registered,
): Promise<{ key: string; secret: string }> {
  await person.post("/security/sendCode", { purpose: "apiKey" })
  const made = await person.post("/apiKey/add", {
    ...{ name: "bench", kind: "hmac", addresses: [], expires: 0, scopes: ["read", "spot"] },
    ...{ login: PASSWORD, code: await codeFrom(mailbox, account, 1) },
  })
  if (made.code !== 200) throw new WrongResult(`a key was answered with ${made.code}`)
  const { row, secret } = made.data as { row: { key: string }; secret: string }
  return { key: row.key, secret }
}
