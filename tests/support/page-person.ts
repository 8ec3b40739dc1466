/** How does a journey act as a person? Registered through the server's door, with codes out of the sandbox's mailbox. */

import { expect, type Page } from "@playwright/test"

interface Envelope<Data> {
  code: number
  data: Data
}

export interface Account {
  account: string
  password: string
}

let people = 0

/** A name that nobody has on this server. */
export function freshAccount(): Account {
  people += 1
  return { account: `m.keller${people}.${process.pid}@example.org`, password: `quiet harbour ${people}7` }
}

/** A call beside the page: as another device would make it. */
export async function ask<Data>(
  url: string,
  path: string,
  body: object,
  token = "",
): Promise<Envelope<Data>> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Envelope<Data>
}

interface Mail {
  to: string
  subject: string
}

/** The six digits of the newest message to `to`, once there are more than `seen`. */
export async function codeOf(url: string, to: string, seen = 0): Promise<string> {
  let code = ""
  await expect
    .poll(async () => {
      const { rows } = (await (await fetch(`${url}/mailbox.json`)).json()) as { rows: Mail[] }
      const mails = rows.filter((mail) => mail.to === to && /\b\d{6}\b/.test(mail.subject))
      code = /\b\d{6}\b/.exec(mails[0]?.subject ?? "")?.[0] ?? ""
      return mails.length
    })
    .toBeGreaterThan(seen)
  return code
}

/** Somebody registered, beside the page. Answers with a token of theirs (another device). */
export async function newAccount(url: string): Promise<Account & { token: string }> {
  const person = freshAccount()
  await fetch(`${url}/register/sendemail?account=${encodeURIComponent(person.account)}`)
  const code = await codeOf(url, person.account)
  const { account, password } = person
  const body = { account, code, password, confirm: password, invite: "" }
  const answer = await ask<{ token: string }>(url, "/register/index", body)
  expect(answer.code).toBe(200)
  return { ...person, token: answer.data.token }
}

/** Types account and password into the login on screen, and sends. */
export async function logInOnPage(page: Page, { account, password }: Account): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail" }).fill(account)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click()
}
