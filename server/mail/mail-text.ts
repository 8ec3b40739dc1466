/** Texts of messages: locales/…/mail.json in the receiver's language, with the anti-phishing phrase on top. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInstance, type i18n } from "i18next"
import { marketTitleOf } from "#core/instrument/market-title.ts"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import type { AlertNotice } from "./alert-notices.ts"
import type { MoneyNotice } from "./money-notices.ts"

/** Of the last two the words behind a market's name. */
const NAMESPACES = ["mail", "perpetual", "option"]

/** Changes that are reported to the account's owner. */
export type Change =
  | "password"
  | "payPwd"
  | "payPwdSet"
  | "email"
  | "totpOn"
  | "totpOff"
  | "apiKey"
  | "passkey"

/** After these withdrawals don't rest. */
const CHANGES_NOTHING: ReadonlySet<Change> = new Set(["payPwdSet", "apiKey", "passkey"])

interface MailWords {
  subject: string
  text: string
}

export interface CodeWords {
  /** Its key among the words. */
  purpose: string
  code: string
  minutes: number
  phrase: string
  /** What the code would do: the message names it, with a text of its own. */
  details?: Readonly<Record<string, string>> | undefined
}

export interface MailText {
  code(language: Language, values: CodeWords): MailWords
  /** For who registers again with an address that has an account. */
  known(language: Language): MailWords
  changed(
    language: Language,
    values: { what: Change; time: number; hours: number; phrase: string },
  ): MailWords
  notice(language: Language, notice: MoneyNotice, phrase: string): MailWords
  alert(language: Language, notice: AlertNotice, phrase: string): MailWords
  /** For a device's screen. */
  alertWords(language: Language, notice: AlertNotice): { title: string; text: string }
}

/** Reads `<folder>/<language>/mail.json` of all languages, once. `name` is the platform's. */
export async function loadMailText(folder: string, name: string): Promise<MailText> {
  const words = createInstance()
  await words.init({
    lng: "en",
    ns: NAMESPACES,
    defaultNS: "mail",
    resources: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        Object.fromEntries(
          NAMESPACES.map((file) => [
            file,
            JSON.parse(readFileSync(join(folder, language, `${file}.json`), "utf8")),
          ]),
        ),
      ]),
    ),
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<i18n["init"]>[0])
  const say = (lng: Language, key: string, values: Record<string, unknown> = {}) =>
    words.t(key, { name, ...values, lng }) as string
  const alertValues = (lng: Language, { market, series, minutes, level, time, ...rest }: AlertNotice) => {
    const kinds = { perpetual: say(lng, "perpetual:tag"), second: say(lng, "option:tag") }
    const when = new Intl.DateTimeFormat(lng, { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" })
    const span = minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
    const what = `${say(lng, `alert.series.${series}`, { span })} ${level}`.trim()
    return {
      ...rest,
      time: when.format(time),
      what: [marketTitleOf(market, kinds), what].filter(Boolean).join(" · "),
    }
  }
  const withPhrase = (lng: Language, phrase: string, text: string) =>
    phrase ? `${say(lng, "phrase", { phrase })}\n\n${text}` : text
  return {
    code: (lng, { purpose, code, minutes, phrase, details }) => {
      const values = { code, minutes, ...details, purpose: say(lng, `purpose.${purpose}`) }
      return {
        subject: say(lng, "code.subject", values),
        text: withPhrase(lng, phrase, say(lng, details ? `${purpose}.text` : "code.text", values)),
      }
    },
    known: (lng) => ({ subject: say(lng, "known.subject"), text: say(lng, "known.text") }),
    changed: (lng, { what, time, hours, phrase }) => {
      const when = new Intl.DateTimeFormat(lng, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" })
      const values = { what: say(lng, `changed.${what}`), time: when.format(time), hours }
      // The first of its kind changes nothing that withdrawals could rest on; a key of the API can't withdraw.
      const text = say(lng, CHANGES_NOTHING.has(what) ? "changed.textSet" : "changed.text", values)
      return {
        subject: say(lng, "changed.subject", values),
        text: withPhrase(lng, phrase, text),
      }
    },
    notice: (lng, { what, details }, phrase) => ({
      subject: say(lng, `notice.${what}.subject`),
      text: withPhrase(lng, phrase, say(lng, `notice.${what}.text`, details)),
    }),
    alert: (lng, notice, phrase) => {
      const values = alertValues(lng, notice)
      const text = [say(lng, "alert.text", values), notice.note, say(lng, "alert.once")]
      return {
        subject: say(lng, "alert.subject", values),
        text: withPhrase(lng, phrase, text.filter(Boolean).join("\n\n")),
      }
    },
    alertWords: (lng, notice) => {
      const { what, value, time } = alertValues(lng, notice)
      // With its time: a device that was off is told a day later, and the value is that of then.
      return { title: what, text: [value, time, notice.note].filter(Boolean).join(" · ") }
    },
  }
}
