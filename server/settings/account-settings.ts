/** Settings of registration, login and messages: rows of the table in settings.ts. */

import { address, onOff, readOrigins, setting, text, web, whole } from "./setting-readers.ts"

export const accountSettings = {
  sandbox: setting({
    name: "SAKER_SANDBOX",
    default: "1",
    meaning:
      "Practice: without a mail server, messages can be read in a mailbox; its address, with a random key, is printed at the start",
    ...onOff,
  }),
  smtp: setting({
    name: "SAKER_SMTP",
    default: "",
    meaning: "Mail server that sends codes and notices; empty: the sandbox's mailbox",
    secret: true,
    ...address("smtp:", "smtps:"),
  }),
  smsUrl: setting({
    name: "SAKER_SMS_URL",
    default: "",
    meaning: 'Takes text messages as JSON posts {"to","text"}; empty: the sandbox\'s mailbox, or none',
    secret: true,
    ...web,
  }),
  passkeyOrigin: setting({
    name: "SAKER_PASSKEY_ORIGIN",
    default: "",
    allowed: "nothing, or an origin such as https://trade.example.org",
    meaning:
      "The page on which users make passkeys and log in with them, which are bound to its domain for good; empty: none, in the sandbox that of localhost",
    read: (given) => (given === "" || isSecureOrigin(given) ? given : undefined),
  }),
  pushOrigins: setting({
    name: "SAKER_PUSH_ORIGINS",
    default: "",
    allowed: "nothing, or origins such as https://push.example.com, parted by commas",
    meaning:
      "Push services that are spoken to besides those of the known browsers, also on a private network",
    read: readOrigins,
  }),
  pushContact: setting({
    name: "SAKER_PUSH_CONTACT",
    default: "mailto:no-reply@localhost",
    allowed: "a mailto: or https: address",
    meaning: "Whom push services write to about the messages that come from here",
    read: (given) => (/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(given) ? given : undefined),
  }),
  mailFrom: setting({
    name: "SAKER_MAIL_FROM",
    default: "Saker <no-reply@localhost>",
    meaning: "Sender of mails",
    ...text(200),
  }),
  reservesHours: setting({
    name: "SAKER_RESERVES_HOURS",
    default: "1",
    meaning: "How often a proof of what is owed to users is made and published, in hours",
    ...whole(1, 8760),
  }),
  inviteRequired: setting({
    name: "SAKER_INVITE_REQUIRED",
    default: "0",
    meaning: "Whether registering needs an invite code",
    ...onOff,
  }),
  codesPerHour: setting({
    name: "SAKER_CODES_PER_HOUR",
    default: "60",
    meaning: "Codes that one address may have sent in an hour; a single account gets six for each place",
    ...whole(1, 1_000_000),
  }),
  triesPerAddress: setting({
    name: "SAKER_TRIES_PER_ADDRESS",
    default: "60",
    meaning:
      "Wrong logins, and wrong codes, of one address in a quarter of an hour; five of them at a single account",
    ...whole(1, 1_000_000),
  }),
  approveSeconds: setting({
    name: "SAKER_SANDBOX_APPROVE_SECONDS",
    default: "20",
    allowed: "nothing (the operator decides), or a whole number from 0 to 86400",
    meaning:
      "In the sandbox an identity is verified, and a withdrawal in review approved, by itself after so many seconds",
    read: (given) => (given === "" ? null : whole(0, 86_400).read(given)),
  }),
  uploadsPerSecond: setting({
    name: "SAKER_UPLOADS_PER_SECOND",
    default: "20",
    meaning: "Pieces of pictures of one address in a second",
    ...whole(1, 100_000),
  }),
  sessionIdleMinutes: setting({
    name: "SAKER_SESSION_IDLE_MINUTES",
    default: "10080",
    meaning: "A session that is unused for so long has ended",
    ...whole(1, 525_600),
  }),
  sessionLifetimeMinutes: setting({
    name: "SAKER_SESSION_LIFETIME_MINUTES",
    default: "43200",
    allowed: "nothing (there is no such end), or a whole number from 1 to 5256000",
    meaning: "A session that began so long ago has ended, however much it is used",
    read: (given) => (given === "" ? null : whole(1, 5_256_000).read(given)),
  }),
} as const

/** Browsers let no other page have passkeys. */
const isSecureOrigin = (given: string): boolean =>
  URL.canParse(given) && new URL(given).origin === given && given.startsWith("https://")
