/** Messages to the owner of an alert that has fired: told to the domain of alerts, which imports no other. */

/** Its text is `alert` of locales/…/mail.json. */
export interface AlertNotice {
  /** An instrument's id. Empty: in any market, or of the whole account. */
  market: string
  /** What was watched: a key of `alert.series`. */
  series: "last" | "mark" | "line" | "rise" | "fall" | "volume" | "funding" | "margin" | "fill"
  /** Of a change or a volume. */
  minutes: number
  /** Sign and level, such as `≥ 65000`; empty where there is none. */
  level: string
  /** What it was at, for a person. */
  value: string
  /** When, epoch ms. */
  time: number
  note: string
}

export interface AlertNotices {
  /** In the background, in the user's language. `done` hears whether it was handed over. */
  mail(userId: number, notice: AlertNotice, done: (isDelivered: boolean) => void): void
  /** The same in few words, for a device's screen. */
  words(userId: number, notice: AlertNotice): Promise<{ title: string; text: string }>
}
