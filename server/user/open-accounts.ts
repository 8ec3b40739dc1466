/** Creates the account services: sessions, codes, limits and messages, from the settings. */

import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import type { Logger } from "pino"
import type { ActProofs } from "../calls/act-proof.ts"
import type { CallerSession } from "../calls/handler.ts"
import type { FollowKey, NameKey, ProveSigned } from "../calls/signed-request.ts"
import type { AlertNotices } from "../mail/alert-notices.ts"
import { loadMailText } from "../mail/mail-text.ts"
import { byChannel, Messenger } from "../mail/messenger.ts"
import type { MoneyNotices } from "../mail/money-notices.ts"
import { addMailbox, mailboxPath, SandboxMailbox } from "../mail/sandbox-mailbox.ts"
import { smsCarrier } from "../mail/sms-carrier.ts"
import { passkeyHome } from "../settings/passkey-home.ts"
import type { Settings } from "../settings/settings.ts"
import { StartProblem } from "../settings/start-problem.ts"
import { keptSecret } from "../storage/private-file.ts"
import type { Storage } from "../storage/storage.ts"
import { AccountMessages } from "./account-messages.ts"
import { actProofs } from "./act-proofs.ts"
import { alertNotices } from "./alert-notices.ts"
import { apiKeyHandlers } from "./api-keys/api-key.handlers.ts"
import { ApiKeys, type SignedOnce } from "./api-keys/api-keys.ts"
import { addAvatars } from "./avatars.ts"
import { clearDaily } from "./clearing.ts"
import { Codes } from "./codes.ts"
import { drawingHandlers } from "./drawings.handlers.ts"
import { approveUntil, type IdentityParts } from "./identity.ts"
import { layoutHandlers } from "./layouts.handlers.ts"
import { moneyNotices } from "./money-notices.ts"
import { passkeyHandlers } from "./passkeys/passkey.handlers.ts"
import { Passkeys } from "./passkeys/passkeys.ts"
import { Passwords } from "./passwords.ts"
import { Pictures } from "./pictures.ts"
import { Sessions } from "./sessions.ts"
import { socketLogins } from "./socket-logins.ts"
import { templateHandlers } from "./templates.handlers.ts"
import { Tries } from "./tries.ts"
import { entranceHandlers, identityHandlers, ownHandlers, securityHandlers } from "./user.handlers.ts"
import type { AccountTries, UserParts } from "./user-parts.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Each refuses at once, not by adding up: one address behind a shared line may hold many people. */
const accountTries = ({ codesPerHour, triesPerAddress }: Settings): AccountTries => ({
  loginByPlace: new Tries({ name: "login", points: 5, seconds: 15 * MINUTE, blockSeconds: MINUTE }),
  loginByStrangers: new Tries({
    name: "login-strangers",
    points: 50,
    seconds: 15 * MINUTE,
    blockSeconds: MINUTE,
  }),
  loginByCode: new Tries({ name: "login-code", points: 8, seconds: 15 * MINUTE, blockSeconds: MINUTE }),
  loginByAddress: new Tries({
    name: "login-from",
    points: triesPerAddress,
    seconds: 15 * MINUTE,
    blockSeconds: MINUTE,
  }),
  codeTriedByAddress: new Tries({
    name: "code-tried-from",
    points: triesPerAddress,
    seconds: 15 * MINUTE,
    blockSeconds: MINUTE,
  }),
  codeElsewhere: new Tries({
    name: "code-elsewhere",
    points: 10,
    seconds: 15 * MINUTE,
    blockSeconds: MINUTE,
  }),
  codeByStrangers: new Tries({
    name: "code-strangers",
    points: 18,
    seconds: HOUR,
    blockSeconds: 10 * MINUTE,
  }),
  codeByTarget: new Tries({ name: "code", points: 6, seconds: HOUR, blockSeconds: 10 * MINUTE }),
  codeByAddress: new Tries({
    name: "code-from",
    points: codesPerHour,
    seconds: HOUR,
    blockSeconds: 10 * MINUTE,
  }),
  proofByUser: new Tries({ name: "proof", points: 8, seconds: 15 * MINUTE, blockSeconds: MINUTE }),
})

/** Pictures that a user may begin to send: a form takes two, and some are taken again. */
const UPLOADS = { name: "upload", points: 40, seconds: HOUR, blockSeconds: 10 * MINUTE }

interface AccountParts {
  storage: Storage
  settings: Settings
  /** Folder of the eight languages. */
  locales: string
  now(): number
  /** As ApiKeys has it. */
  takesAnyKeyTime?: boolean
  log: Logger
  /** The user has stored other preferences. */
  onPreferences?: (userId: number) => void
}

/** How it is found out who calls. */
interface CallerProofs {
  sessions: Sessions
  apiKeys: ApiKeys
  findSession(token: string): Promise<CallerSession | null>
  peekSession(token: string): CallerSession | undefined
  /** Whose a socket is that says this. */
  watchLogin: ReturnType<typeof socketLogins>
  /** Judges requests signed by an API key. */
  signed: { prove: ProveSigned; named: NameKey; follow: FollowKey; isKnown(key: string): boolean }
}

export interface Accounts extends CallerProofs {
  handlers: ReturnType<typeof entranceHandlers> &
    ReturnType<typeof securityHandlers> &
    ReturnType<typeof ownHandlers> &
    ReturnType<typeof apiKeyHandlers> &
    ReturnType<typeof passkeyHandlers> &
    ReturnType<typeof drawingHandlers> &
    ReturnType<typeof layoutHandlers> &
    ReturnType<typeof templateHandlers> &
    ReturnType<typeof identityHandlers>
  /** Proofs of acts on money, for the domains that do them. */
  proofs: ActProofs
  /** Messages about acts on money, likewise. */
  notices: MoneyNotices
  /** Messages about alerts, likewise. */
  alertNotices: AlertNotices
  pictures: Pictures
  /** Where the sandbox's mailbox is, with its key; undefined where there is none. */
  mailboxPath: string | undefined
  /** Adds the sandbox's mailbox, where there is one. */
  addRoutes(app: FastifyInstance): void
  close(): Promise<void>
}

/** In the data folder: the key of the mailbox's address, readable by its owner alone. */
const MAILBOX_FILE = "mailbox.json"
/** Likewise: what the secrets of API keys are derived from. Lost, they are lost. */
const API_KEYS_FILE = "api-keys.json"

/** Nodemailer is loaded where mail is sent for real. */
async function smtpOf({ smtp, mailFrom }: Settings) {
  const { smtpCarrier } = await import("../mail/smtp-carrier.ts")
  return smtpCarrier(smtp, mailFrom)
}

/** Milliseconds without use, and of a whole life, after which a session is over. */
const sessionSpans = ({ sessionIdleMinutes, sessionLifetimeMinutes }: Settings) => ({
  idleMs: sessionIdleMinutes * MINUTE * 1000,
  lifeMs: (sessionLifetimeMinutes ?? Number.POSITIVE_INFINITY) * MINUTE * 1000,
})

const proofsOfCallers = (of: { sessions: Sessions; apiKeys: ApiKeys }): CallerProofs => ({
  ...of,
  findSession: (token) => of.sessions.find(token),
  peekSession: (token) => of.sessions.peek(token),
  watchLogin: socketLogins(of),
  signed: {
    prove: (request) => of.apiKeys.prove(request),
    named: (key, address) => of.apiKeys.named(key, address),
    follow: (session, onEnd) => of.apiKeys.follow(session, onEnd),
    isKnown: (key) => of.apiKeys.isKnown(key),
  },
})

/** What a gateway has of accounts: who calls, and the pictures that are shown. All else is asked of the process with the exchange. */
export interface GatewayAccounts extends CallerProofs {
  addRoutes(app: FastifyInstance): void
  close(): void
}

/** `takeOnce`: where it is remembered which signatures have counted. */
export async function openGatewayAccounts(
  { storage: { database }, settings, now }: Pick<AccountParts, "storage" | "settings" | "now">,
  takeOnce: (signed: SignedOnce) => Promise<boolean>,
): Promise<GatewayAccounts> {
  const sessions = new Sessions({ database, now, ...sessionSpans(settings) })
  const master = await keptSecret(settings.data, API_KEYS_FILE)
  const apiKeys = new ApiKeys({ database, now, master, takeOnce })
  const pictures = new Pictures(join(settings.data, "pictures"))
  return {
    ...proofsOfCallers({ sessions, apiKeys }),
    addRoutes: (app) => addAvatars(app, { database, pictures }),
    close: () => {
      sessions.close()
      apiKeys.close()
    },
  }
}

/** Throws a StartProblem when messages have nowhere to go. */
export async function openAccounts(parts: AccountParts): Promise<Accounts> {
  const { storage, settings, now, log } = parts
  if (settings.smtp === "" && !settings.sandbox) {
    throw new StartProblem(
      "SAKER_SMTP: empty; allowed: with SAKER_SANDBOX=0 a mail server is needed, for codes must reach their owners",
    )
  }
  // What has no real way out yet stays in the sandbox; outside of it there is no such thing.
  const isWhole = settings.smtp !== "" && settings.smsUrl !== ""
  const mailbox = settings.sandbox && !isWhole ? new SandboxMailbox(now) : undefined
  const mailboxSecret = mailbox ? await keptSecret(settings.data, MAILBOX_FILE) : ""
  const messenger = new Messenger({
    carrier: byChannel({
      email: settings.smtp === "" ? mailbox : await smtpOf(settings),
      phone: settings.smsUrl === "" ? mailbox : smsCarrier(settings.smsUrl),
    }),
    // Neither text nor receiver: a log is read by more people than a mailbox.
    onFailure: (error, { channel }) =>
      log.error({ channel, ...reasonOf(error) }, "a message was not delivered"),
  })
  const { database } = storage
  const { idleMs, lifeMs } = sessionSpans(settings)
  const sessions = new Sessions({ database, now, idleMs, lifeMs })
  const master = await keptSecret(settings.data, API_KEYS_FILE)
  const apiKeys = new ApiKeys({ database, now, master, takesAnyTime: parts.takesAnyKeyTime ?? false })
  const pictures = new Pictures(join(settings.data, "pictures"))
  await pictures.open(now())
  const identity: IdentityParts = { database, now, pictures, uploads: new Tries(UPLOADS) }
  const stopApproving = approveInSandbox(parts)
  const stopClearing = clearDaily({ database, pictures, now, idleMs, lifeMs }, (error) =>
    log.warn({ err: error }, "what is over could not be cleared; it is tried again"),
  )
  const user: UserParts = {
    database,
    now,
    passwords: new Passwords(),
    codes: new Codes(database, now),
    sessions,
    apiKeys,
    passkeys: new Passkeys({ database, now, name: settings.name, home: passkeyHome(settings) }),
    messages: new AccountMessages(messenger, await loadMailText(parts.locales, settings.name)),
    tries: accountTries(settings),
    name: settings.name,
    inviteRequired: settings.inviteRequired,
    phones: settings.smsUrl !== "" || mailbox !== undefined,
    onPreferences: parts.onPreferences ?? (() => undefined),
  }
  return {
    handlers: {
      ...entranceHandlers(user),
      ...securityHandlers(user),
      ...ownHandlers(user),
      ...apiKeyHandlers(user),
      ...passkeyHandlers(user),
      ...drawingHandlers(user),
      ...layoutHandlers(user),
      ...templateHandlers(user),
      ...identityHandlers(identity),
    },
    proofs: actProofs(user),
    notices: moneyNotices(user, (error) => log.error({ err: error }, "a notice could not be made")),
    alertNotices: alertNotices(user, (error) =>
      log.error({ err: error }, "a message about an alert could not be made"),
    ),
    pictures,
    ...proofsOfCallers({ sessions, apiKeys }),
    mailboxPath: mailbox && mailboxPath(mailboxSecret),
    addRoutes: (app) => {
      if (mailbox) addMailbox(app, mailbox, mailboxSecret)
      addAvatars(app, identity)
    },
    close: async () => {
      await stopApproving()
      await stopClearing()
      sessions.close()
      apiKeys.close()
      await messenger.close()
    },
  }
}

/** What a mail server said, without the sentence: the receiver stands in it. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { code, command, responseCode } = Object(error) as Record<string, unknown>
  const said = { code, command, responseCode }
  return Object.values(said).some((value) => value !== undefined)
    ? said
    : { reason: error instanceof Error ? error.name : "unknown" }
}

const LOOK_EVERY_MS = 1000

/** In the sandbox nobody sits at the operator's desk: identities are verified after the seconds that were set. */
function approveInSandbox({ storage, settings, now, log }: AccountParts): () => Promise<void> {
  const seconds = settings.approveSeconds
  if (!settings.sandbox || seconds === null) return async () => undefined
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const time = now()
    looking = approveUntil(storage.database, time - seconds * 1000, time).catch((error: unknown) =>
      log.warn({ err: error }, "identities could not be looked through; it is tried again"),
    )
  }, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
