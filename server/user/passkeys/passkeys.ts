/**
 * Passkeys of users: made and judged by the ceremonies of WebAuthn (Level 3, sections 7.1 and 7.2), bound to one domain. The
 * device must have checked its owner (user verification), so a passkey counts as both factors.
 */

import type { Kysely, Selectable } from "kysely"
import { PASSKEYS_MAX } from "#core/wire/passkey-calls.ts"
import type { PasskeyHome } from "../../settings/passkey-home.ts"
import type { PasskeyTable } from "../../storage/passkey-schema.ts"
import type { Tables } from "../../storage/schema.ts"
import { CHALLENGE_MS, Challenges } from "./challenges.ts"

/** Loaded when somebody first makes or uses one. */
const webauthn = () => import("@simplewebauthn/server")

/** ES256, EdDSA, RS256: what devices can do. */
const ALGORITHMS = [-7, -8, -257]
const LOGIN = "login"
const addingOf = (userId: number): string => `add ${userId}`

/** As the wire has it: text beyond this is left aside. */
interface Told<Response> {
  id: string
  rawId: string
  type: "public-key"
  response: Response
}
export type MadeCredential = Told<{
  clientDataJSON: string
  attestationObject: string
  transports?: string[] | undefined
}>
export type UsedCredential = Told<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | null | undefined
}>

/** A passkey that a browser made here, not kept yet. */
export interface FreshPasskey {
  challenge: string
  credential: string
  public_key: Uint8Array
  counter: number
  transports: string
  synced: boolean
}

/** Whose passkey it was, with what is to be noted of its use. */
export interface ProvenPasskey {
  challenge: string
  id: number
  userId: number
  counter: number
  synced: boolean
}

interface PasskeyParts {
  database: Kysely<Tables>
  now(): number
  /** The platform's name, which the device shows. */
  name: string
  /** Undefined: there are none here. */
  home: PasskeyHome | undefined
}

export class Passkeys {
  readonly #parts: PasskeyParts
  readonly #challenges: Challenges

  constructor(parts: PasskeyParts) {
    this.#parts = parts
    this.#challenges = new Challenges(parts.now)
  }

  get home(): PasskeyHome | undefined {
    return this.#parts.home
  }

  /** The newest first. */
  async list(userId: number) {
    const rows = await this.#of(this.#parts.database, userId).orderBy("id", "desc").execute()
    return rows.map(shown)
  }

  /** What a browser makes one from. Undefined: this user has as many as may be. */
  async creation(home: PasskeyHome, user: { id: number; uid: string; name: string }) {
    const own = await this.#of(this.#parts.database, user.id).execute()
    if (own.length >= PASSKEYS_MAX) return undefined
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: this.#parts.name,
      rpID: home.domain,
      userID: new TextEncoder().encode(user.uid),
      userName: user.name,
      userDisplayName: user.name,
      challenge: this.#challenges.make(addingOf(user.id)),
      timeout: CHALLENGE_MS,
      attestationType: "none",
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    const excludeCredentials = own.map(({ credential, transports }) => ({
      id: credential,
      type: "public-key" as const,
      transports: JSON.parse(transports) as string[],
    }))
    const { rp, user: shownUser, challenge, pubKeyCredParams } = options
    return {
      ...{ rp: { id: rp.id ?? home.domain, name: rp.name }, user: shownUser, challenge },
      ...{ pubKeyCredParams, timeout: CHALLENGE_MS, excludeCredentials },
      authenticatorSelection: {
        residentKey: "required" as const,
        requireResidentKey: true,
        userVerification: "required" as const,
      },
      attestation: "none" as const,
    }
  }

  /** Undefined: it isn't one that was asked for here, by this user, in the last minutes. */
  async fresh(home: PasskeyHome, userId: number, made: MadeCredential): Promise<FreshPasskey | undefined> {
    const said = saidBy(made.response.clientDataJSON)
    if (!said || !home.isOwn(said.origin)) return undefined
    const { transports, ...response } = made.response
    const verified = await judged(async () => {
      const { verifyRegistrationResponse } = await webauthn()
      return await verifyRegistrationResponse({
        response: { ...made, response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => this.#challenges.isOpen(challenge, addingOf(userId)),
        expectedOrigin: said.origin,
        expectedRPID: home.domain,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      })
    })
    if (!verified?.verified) return undefined
    const { credential, credentialBackedUp } = verified.registrationInfo
    return {
      challenge: said.challenge,
      credential: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(transports ?? []),
      synced: credentialBackedUp,
    }
  }

  /** Keeps one, within `transaction`, which holds the user's row. @returns "full" where they have too many, "used" where it was kept already */
  async add(transaction: Kysely<Tables>, userId: number, name: string, fresh: FreshPasskey) {
    const { challenge, ...kept } = fresh
    const own = await this.#of(transaction, userId).execute()
    if (own.length >= PASSKEYS_MAX) return "full"
    const known = await transaction
      .selectFrom("passkeys")
      .select("id")
      .where("credential", "=", kept.credential)
      .executeTakeFirst()
    if (known || !this.#challenges.spend(challenge)) return "used"
    const row = await transaction
      .insertInto("passkeys")
      .values({ ...kept, user_id: userId, name, made: this.#parts.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return shown(row)
  }

  /** Whether it was this user's. */
  async end(userId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#parts.database
      .deleteFrom("passkeys")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** All of a user's, within `transaction`. */
  async endAllWithin(transaction: Kysely<Tables>, userId: number): Promise<void> {
    await transaction.deleteFrom("passkeys").where("user_id", "=", userId).execute()
  }

  /** What a browser asks for one with. */
  asking(home: PasskeyHome) {
    const challenge = Buffer.from(this.#challenges.make(LOGIN)).toString("base64url")
    return { rpId: home.domain, challenge, timeout: CHALLENGE_MS, userVerification: "required" as const }
  }

  /** Undefined: nobody's, or not proven. */
  async prove(home: PasskeyHome, used: UsedCredential): Promise<ProvenPasskey | undefined> {
    const said = saidBy(used.response.clientDataJSON)
    if (!said || !home.isOwn(said.origin)) return undefined
    const row = await this.#parts.database
      .selectFrom("passkeys")
      .selectAll()
      .where("credential", "=", used.id)
      .executeTakeFirst()
    if (!row) return undefined
    const { clientDataJSON, authenticatorData, signature } = used.response
    const verified = await judged(async () => {
      const { verifyAuthenticationResponse } = await webauthn()
      return await verifyAuthenticationResponse({
        response: {
          ...{ id: used.id, rawId: used.rawId, type: used.type, clientExtensionResults: {} },
          response: { clientDataJSON, authenticatorData, signature },
        },
        expectedChallenge: (challenge) => this.#challenges.isOpen(challenge, LOGIN),
        expectedOrigin: said.origin,
        expectedRPID: home.domain,
        requireUserVerification: true,
        credential: {
          id: row.credential,
          publicKey: new Uint8Array(row.public_key),
          counter: row.counter,
        },
      })
    })
    if (!verified?.verified) return undefined
    const { newCounter: counter, credentialBackedUp: synced } = verified.authenticationInfo
    return { challenge: said.challenge, id: row.id, userId: row.user_id, counter, synced }
  }

  /** Notes the login, within `transaction`. False: the challenge was used meanwhile, or the passkey has ended. */
  async noteUse(transaction: Kysely<Tables>, proven: ProvenPasskey): Promise<boolean> {
    const { id, counter, synced } = proven
    const { numUpdatedRows } = await transaction
      .updateTable("passkeys")
      .set({ counter, synced, used: this.#parts.now() })
      .where("id", "=", id)
      .executeTakeFirst()
    return numUpdatedRows > 0n && this.#challenges.spend(proven.challenge)
  }

  #of(database: Kysely<Tables>, userId: number) {
    return database.selectFrom("passkeys").selectAll().where("user_id", "=", userId)
  }
}

const shown = ({ id, name, made, used, synced }: Selectable<PasskeyTable>) => ({
  ...{ id: String(id), name, made, used, isSynced: synced },
})

/** The library throws at whatever isn't as it should be. */
async function judged<Verified>(judge: () => Promise<Verified>): Promise<Verified | undefined> {
  try {
    return await judge()
  } catch {
    return undefined
  }
}

/** What the browser signed for: challenge and the page that asked. Not believed before the signature is judged. */
function saidBy(clientDataJSON: string): { challenge: string; origin: string } | undefined {
  try {
    const { challenge, origin } = Object(
      JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")),
    ) as Record<string, unknown>
    return typeof challenge === "string" && typeof origin === "string" ? { challenge, origin } : undefined
  } catch {
    return undefined
  }
}
