/** No line of the log, at the finest level, holds a password, token, key, code, mail or wallet address of anybody. */

import { randomBytes } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { askForKey, signedCall } from "#tests/support/api-key.ts"
import { hmacSigning } from "#tests/support/api-key-signing.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { askForCode, mailsTo, newPerson, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { newWithdrawer, TRADE_PASSWORD, withdrawn } from "#tests/support/withdrawer.ts"
import { createLog } from "./create-log.ts"

const WITHIN_MS = 240_000
const ROUNDS = 2
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

afterAll(removeFolders)

/** A log in memory, and which of the secrets stand in it. */
function watchedLog() {
  const lines: string[] = []
  const log = createLog("trace", { write: (line: string) => void lines.push(line) })
  const found = (secrets: Iterable<string>) => {
    const text = lines.join("")
    // Six digits stand in the middle of every time stamp.
    const isIn = (secret: string) =>
      /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text) : text.includes(secret)
    return [...secrets].filter(isIn)
  }
  return { log, lines, found }
}

/** Until the server has answered as often. */
async function sayOnSocket(address: string, texts: readonly string[]): Promise<void> {
  const socket = new WebSocket(`${address.replace("http", "ws")}/socket`)
  let answers = 0
  socket.addEventListener("message", () => {
    answers += 1
  })
  socket.addEventListener("open", () => {
    for (const text of texts) socket.send(text)
  })
  await expect.poll(() => answers, { timeout: WITHIN_MS }).toBeGreaterThanOrEqual(texts.length)
  socket.close()
}

test(
  "logins, keys, codes, withdrawals and what goes wrong with them leave no secret in the log",
  async () => {
    const { log, lines, found } = watchedLog()
    const secrets = new Set([TRADE_PASSWORD, WALLET])
    let ahead = 0
    const broken = "a secret in a query"
    const server = await startInProcess(
      {
        ...{ SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_SANDBOX_BLOCK_MS: "20" },
        ...{ SAKER_ADDRESS_WAIT_SECONDS: "0", SAKER_WITHDRAW_WAIT_SECONDS: "0" },
      },
      {
        ...{ log, clock: movedClock(() => ahead) },
        addRoutes: (app) => {
          app.get("/broken", () => {
            throw Object.assign(new Error("duplicate key"), { detail: `Key (account)=(${broken}) exists` })
          })
        },
      },
    )
    const pass = (ms: number) => {
      ahead += ms
    }
    const moved = { server, pass }
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const person = await newWithdrawer(moved)
        const wrong = randomBytes(9).toString("hex")
        for (const secret of [person.account, person.password, person.token, wrong]) secrets.add(secret)
        expect((await withdrawn(moved, person)).code).toBe(200)
        const { token } = (
          await post<{ token: string }>(server, "/login/index", {
            account: person.account,
            password: person.password,
          })
        ).data
        secrets.add(token)
        expect(
          (await post(server, "/login/index", { account: person.account, password: wrong })).code,
        ).not.toBe(200)
        const other = await newPerson(server)
        for (const secret of [other.account, other.password, other.token]) secrets.add(secret)
        const { row, secret } = (await askForKey(server, other, { scopes: ["read"] })).data
        secrets.add(secret)
        const key = hmacSigning(row.key, secret)
        expect((await signedCall(server, key, "/spot/open", { time: Date.now() + ahead })).code).toBe(200)
        expect(
          (await signedCall(server, key, "/spot/open", { time: Date.now() + ahead, sign: wrong })).code,
        ).not.toBe(200)
        // Cut off in the middle, of the wrong kind, and where nothing is.
        for (const path of ["/login/index", "/assets/withdraw", "/nowhere", `/nowhere?token=${person.token}`])
          for (const body of [
            `{"account":"${person.account}","password":"${person.password}`,
            person.password,
          ])
            await fetch(server.address + path, {
              method: "POST",
              body,
              headers: { "content-type": "application/json" },
            })
        await sayOnSocket(server.address, [
          JSON.stringify({ type: "auth", token: wrong }),
          JSON.stringify({ type: "auth", token: person.token }),
          `{"type":"auth","token":"${person.token}`,
        ])
        for (const account of [person.account, other.account])
          for (const { subject, text } of await mailsTo(server, account))
            for (const [code] of `${subject} ${text}`.matchAll(/\b\d{6}\b/g)) secrets.add(code)
      }
      await fetch(`${server.address}/broken`)
    } finally {
      await server.close()
    }
    expect(secrets.size).toBeGreaterThan(ROUNDS * 8)
    expect(lines.length).toBeGreaterThan(ROUNDS)
    expect(found(["a handler has failed"])).toEqual(["a handler has failed"])
    expect(found([...secrets, broken])).toEqual([])
    // The scan itself finds what is there.
    log.info({ planted: [...secrets] }, "planted")
    expect(found(secrets)).toEqual([...secrets])
  },
  WITHIN_MS,
)

test(
  "a mail server that can't be reached is told without its password and without whom the mail was for",
  async () => {
    const { log, lines, found } = watchedLog()
    const server = await startInProcess(
      { SAKER_MARKETS: "1", SAKER_SMTP: "smtp://operator:smtp-password-9@127.0.0.1:9" },
      { log },
    )
    try {
      await askForCode(server, "somebody.private@example.org")
      await expect.poll(() => found(["a message was not delivered"]), { timeout: WITHIN_MS }).toHaveLength(1)
      expect(found(["smtp-password-9", "somebody.private@example.org"])).toEqual([])
      expect(lines.length).toBeGreaterThan(0)
    } finally {
      await server.close()
    }
  },
  WITHIN_MS,
)
