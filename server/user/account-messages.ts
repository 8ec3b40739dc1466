/** Messages to a user: codes to the address they name, notices of changes to what they have bound. */

import type { Language } from "#core/wire/language.ts"
import type { AlertNotice } from "../mail/alert-notices.ts"
import type { Change, CodeWords, MailText } from "../mail/mail-text.ts"
import type { Messenger } from "../mail/messenger.ts"
import type { MoneyNotice } from "../mail/money-notices.ts"
import { type AccountName, readAccountName } from "./account-name.ts"
import type { User } from "./users.ts"

const CODE_MINUTES = 10
/** How long withdrawals rest after a sensitive change. */
export const HOLD_HOURS = 24

export class AccountMessages {
  readonly #messenger: Messenger
  readonly #text: MailText

  constructor(messenger: Messenger, text: MailText) {
    this.#messenger = messenger
    this.#text = text
  }

  /** Put into words once the answer has left: where there is no account, there are no words to make it later. */
  code(to: AccountName, language: Language, made: Omit<CodeWords, "minutes">): void {
    setImmediate(() => {
      const words = this.#text.code(language, { ...made, minutes: CODE_MINUTES })
      this.#messenger.send({ to: to.shown, channel: to.kind, ...words })
    })
  }

  /** Someone registers with an address that has an account; as late as `code`. */
  known(to: AccountName, language: Language): void {
    setImmediate(() =>
      this.#messenger.send({ to: to.shown, channel: to.kind, ...this.#text.known(language) }),
    )
  }

  /** Tells `user`, at what was bound before the change, that something sensitive was changed. */
  changed(user: User, what: Change, time: number): void {
    const values = { what, time, hours: HOLD_HOURS, phrase: user.phrase }
    this.#toOwner(user, this.#text.changed(user.language as Language, values))
  }

  /** Tells `user` what was done with their money. */
  notice(user: User, notice: MoneyNotice): void {
    this.#toOwner(user, this.#text.notice(user.language as Language, notice, user.phrase))
  }

  /**
   * Tells `user` by mail of an alert that has fired; `done` hears whether it was handed over. Never by text message: alerts are as
   * many as a user likes, and the operator pays for each of those.
   */
  alert(user: User, notice: AlertNotice, done: (isDelivered: boolean) => void): void {
    const to = readAccountName(user.email ?? "")
    if (!to) {
      done(true)
      return
    }
    const words = this.#text.alert(user.language as Language, notice, user.phrase)
    this.#messenger.send({ to: to.shown, channel: to.kind, ...words }, done)
  }

  /** The same in few words. */
  alertWords(language: Language, notice: AlertNotice): { title: string; text: string } {
    return this.#text.alertWords(language, notice)
  }

  #toOwner(user: User, words: { subject: string; text: string }): void {
    const to = readAccountName(user.email ?? user.phone ?? "")
    if (to) this.#messenger.send({ to: to.shown, channel: to.kind, ...words })
  }
}
