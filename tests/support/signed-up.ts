/** Starts a journey as a user with an account: registered through the real API, with codes from the sandbox's mailbox. */

import { expect, type Page } from "@playwright/test"
import { mailboxOf } from "./mailbox.ts"

export interface SignedUp {
  account: string
  password: string
  token: string
}

interface Answer<Data> {
  code: number
  message: string
  data: Data
}
interface Mail {
  to: string
  subject: string
  text: string
}

export async function postTo<Data>(
  base: string,
  path: string,
  body: object,
  token = "",
): Promise<Answer<Data>> {
  const response = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer<Data>
}

export async function getFrom<Data>(base: string, path: string, token = ""): Promise<Answer<Data>> {
  const headers = { lang: "en", ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(base + path, { headers })
  return (await response.json()) as Answer<Data>
}

/** Messages to `account`, newest first. */
export async function mailsOf(base: string, account: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxOf(base)}.json`)
  const { rows } = (await response.json()) as { rows: Mail[] }
  return rows.filter(({ to }) => to === account)
}

const codeIn = (mail: Mail | undefined) => /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0]

/** How many codes were sent to `account` so far: what `newCode` takes as known. */
export const codesSent = async (base: string, account: string): Promise<number> =>
  (await mailsOf(base, account)).filter(codeIn).length

/** The code of the newest message to `account`, once there are more than `known` of them. */
export async function newCode(base: string, account: string, known = 0): Promise<string> {
  let code = ""
  await expect
    .poll(async () => {
      const mails = (await mailsOf(base, account)).filter(codeIn)
      code = mails.length > known ? (codeIn(mails[0]) ?? "") : ""
      return code
    })
    .toMatch(/^\d{6}$/)
  return code
}

let people = 0

/** Somebody new, with a session. */
export async function signUp(base: string): Promise<SignedUp> {
  people += 1
  const account = `walker${people}-${process.pid}@example.org`
  const password = `quiet harbour ${people}7`
  // Several people of one address in a second are more than the server takes.
  const asked = async () =>
    (await getFrom(base, `/register/sendemail?account=${encodeURIComponent(account)}`)).code
  await expect.poll(asked).toBe(200)
  const code = await newCode(base, account)
  const body = { account, code, password, confirm: password, invite: "" }
  const answer = await postTo<{ token: string }>(base, "/register/index", body)
  expect(answer).toMatchObject({ code: 200 })
  return { account, password, token: answer.data.token }
}

/** Another session of the same person; its token. */
export async function logInAgain(base: string, { account, password }: SignedUp): Promise<string> {
  const answer = await postTo<{ token: string }>(base, "/login/index", { account, password })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data.token
}

/** The page opens with that session; a logout later on stays one, also after a reload. */
export async function bringToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem("test:token")) return
    sessionStorage.setItem("test:token", "brought")
    localStorage.setItem("token", kept)
  }, token)
}
