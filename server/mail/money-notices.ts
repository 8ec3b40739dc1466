/** Messages to the owner of an account about acts on money: told to domains, which never import each other. */

/** Its text is `notice.<what>` of locales/…/mail.json. */
export interface MoneyNotice {
  what: "withdrawAsked" | "withdrawSent" | "withdrawRejected" | "withdrawFailed" | "addressAdded"
  /** What the text names. */
  details: Readonly<Record<string, string>>
}

export interface MoneyNotices {
  /** In the background, in the user's language, with the anti-phishing phrase. Never throws: the act is done. */
  tell(userId: number, notice: MoneyNotice): void
}
