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

export async function registerPerson({ address, mailbox }: OpenServer, account: string): Promise<Registered> {
  await ask(address, `/register/sendemail?account=${account}`)
  const password = "a quiet harbour 7"
  for (;;) {
    const { rows } = (await (await fetch(`${mailbox}.json`)).json()) as {
      rows: { to: string; subject: string }[]
    }
    const code = /\b\d{6}\b/.exec(rows.find(({ to }) => to === account)?.subject ?? "")?.[0]
    if (code === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      continue
    }
    const body = { account, code, password, confirm: password }
    const answer = await ask(address, "/register/index", { body })
    if (answer.code !== 200) throw new WrongResult(`a registration was answered with ${answer.code}`)
    const { token } = answer.data as { token: string }
    return { token, post: (path, given) => ask(address, path, { body: given, token }) }
  }
}
