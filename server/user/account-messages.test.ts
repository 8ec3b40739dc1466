/** Messages about alerts: by mail alone, and with the time of what they tell (J7). */

import { join } from "node:path"
import { expect, test } from "vitest"
import type { AlertNotice } from "../mail/alert-notices.ts"
import { loadMailText } from "../mail/mail-text.ts"
import { Messenger, type OutgoingMessage } from "../mail/messenger.ts"
import { AccountMessages } from "./account-messages.ts"
import type { User } from "./users.ts"

const NOTICE: AlertNotice = {
  ...{ market: "BTC_USDT_PERP", series: "last", minutes: 0, level: "≥ 65000", value: "65000.1" },
  ...{ time: Date.UTC(2026, 10, 24, 6, 30), note: "sell" },
}

async function told(user: Partial<User>): Promise<OutgoingMessage[]> {
  const sent: OutgoingMessage[] = []
  const carrier = {
    deliver: async (message: OutgoingMessage) => void sent.push(message),
    close: async () => undefined,
  }
  const messenger = new Messenger({ carrier, onFailure: (error) => expect.unreachable(String(error)) })
  const text = await loadMailText(join(import.meta.dirname, "../../locales"), "Saker")
  const messages = new AccountMessages(messenger, text)
  const owner = { email: null, phone: null, language: "en", phrase: "", ...user } as User
  const isDone = await new Promise((done) => messages.alert(owner, NOTICE, done))
  expect(isDone).toBe(true)
  return sent
}

test("an alert goes by mail, and never by text message, which each costs the operator (J7)", async () => {
  const mailed = await told({ email: "ada@example.org", phone: "+447700900001" })
  expect(mailed).toMatchObject([{ to: "ada@example.org", channel: "email" }])
  expect(await told({ phone: "+447700900001" })).toEqual([])
})

test("a device's screen says when it was: the message may come a day later (J7)", async () => {
  const text = await loadMailText(join(import.meta.dirname, "../../locales"), "Saker")
  const words = text.alertWords("en", NOTICE)
  expect(words.title).toBe("BTC/USDT Perp · last price ≥ 65000")
  expect(words.text.replaceAll("\u202f", " ")).toBe("65000.1 · Nov 24, 2026, 6:30:00 AM UTC · sell")
})
