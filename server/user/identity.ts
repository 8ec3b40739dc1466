/** Identity verification: uploads, the form, its state, and the avatar. */

import { randomUUID } from "node:crypto"
import type { Kysely } from "kysely"
import type { authInfo, submitIdentity, uploadPicture } from "#core/wire/identity-calls.ts"
import type { RequestOf, ResponseOf, Result } from "#core/wire/index.ts"
import type { UserCaller } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import type { Pictures } from "./pictures.ts"
import type { Tries } from "./tries.ts"
import { no, waitFor } from "./user-parts.ts"

export interface IdentityParts {
  database: Kysely<Tables>
  now(): number
  pictures: Pictures
  /** Uploads that one user may begin. */
  uploads: Tries
}

export const AVATAR_PATH = "/avatar/"

export async function takePicture(
  parts: IdentityParts,
  { session }: UserCaller,
  given: RequestOf<typeof uploadPicture>,
): Promise<Result<ResponseOf<typeof uploadPicture>, "PICTURE_KIND" | "PICTURE_SIZE" | "WAIT">> {
  // One piece of a user after the other: two at once could both be the last, or the seventh upload of six.
  return parts.pictures.inTurnOf(session.userId, () => takePiece(parts, session.userId, given))
}

async function takePiece(
  parts: IdentityParts,
  userId: number,
  given: RequestOf<typeof uploadPicture>,
): Promise<Result<ResponseOf<typeof uploadPicture>, "PICTURE_KIND" | "PICTURE_SIZE" | "WAIT">> {
  const { file, upload = randomUUID(), purpose = "document", offset = 0, size = file.length } = given
  if (offset === 0 && (await parts.pictures.received(userId, upload)) === 0) {
    const seconds = await parts.uploads.take(String(userId))
    if (seconds > 0) return waitFor(seconds)
    if (!(await parts.pictures.hasRoom(userId))) return waitFor(60)
  }
  const received = await parts.pictures.append(userId, upload, { offset, size, bytes: file })
  if (received < size) return { ok: true, value: { received, id: "" } }
  const drawn = await parts.pictures.finish(userId, upload, purpose)
  if (!drawn.ok) return no(drawn.reason)
  await parts.database
    .insertInto("pictures")
    .values({ id: drawn.id, user_id: userId, purpose, made: parts.now(), bytes: drawn.bytes, used: false })
    .execute()
  return { ok: true, value: { received, id: drawn.id } }
}

type Identity = ResponseOf<typeof authInfo>

export async function identityOf(database: Kysely<Tables>, userId: number): Promise<Identity> {
  const row = await database
    .selectFrom("identities")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst()
  if (!row) {
    return {
      status: "none",
      real_name: "",
      id_number: "",
      residence: "",
      submitted: 0,
      decided: 0,
      reason: "",
    }
  }
  return {
    status: row.status as Identity["status"],
    real_name: maskName(row.real_name),
    id_number: maskNumber(row.id_number),
    residence: row.residence,
    submitted: row.submitted,
    decided: row.decided,
    reason: row.reason,
  }
}

/** `Ada Lovelace` → `A•• L•••••••`. */
const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word].map((letter, place) => (place === 0 ? letter : "•")).join(""))
    .join(" ")

const maskNumber = (number: string): string => `••••${number.slice(-4)}`

export async function handIn(
  parts: IdentityParts,
  { session }: UserCaller,
  given: RequestOf<typeof submitIdentity>,
): Promise<Result<Identity, "WRONG_STATE" | "UNKNOWN_PICTURE">> {
  const { userId } = session
  const end = await parts.database
    .transaction()
    .execute(async (transaction) => {
      const { status } = await identityOf(transaction, userId)
      if (status === "review" || status === "verified") return "WRONG_STATE"
      for (const purpose of ["front", "back"] as const) {
        const { numUpdatedRows } = await transaction
          .updateTable("pictures")
          .set({ used: true })
          .where("id", "=", given[purpose])
          .where("user_id", "=", userId)
          .where("purpose", "in", [purpose, "document"])
          .where("used", "=", false)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) throw new UnknownPicture()
      }
      const row = {
        status: "review",
        real_name: given.real_name,
        id_number: given.id_number,
        residence: given.residence,
        front: given.front,
        back: given.back,
        submitted: parts.now(),
        decided: 0,
        reason: "",
      }
      await transaction
        .insertInto("identities")
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute()
      return "done"
    })
    .catch((error: unknown) => {
      if (error instanceof UnknownPicture) return "UNKNOWN_PICTURE" as const
      throw error
    })
  if (end !== "done") return no(end)
  return { ok: true, value: await identityOf(parts.database, userId) }
}

/** Thrown inside the transaction, so that nothing of it stays. */
class UnknownPicture extends Error {
  override readonly name = "UnknownPicture"
}

/** Shows a picture as the user's own; empty takes it away. The old one is thrown away. */
export async function changeAvatar(
  parts: IdentityParts,
  { session }: UserCaller,
  id: string,
): Promise<Result<{ avatar: string }, "UNKNOWN_PICTURE">> {
  const { userId } = session
  const avatar = id === "" ? null : AVATAR_PATH + id
  const before = await parts.database
    .selectFrom("users")
    .select("avatar")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow()
  if (id !== "") {
    const own = await parts.database
      .selectFrom("pictures")
      .select("id")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("purpose", "=", "avatar")
      .executeTakeFirst()
    if (!own) return no("UNKNOWN_PICTURE")
  }
  await parts.database.updateTable("users").set({ avatar }).where("id", "=", userId).execute()
  if (before.avatar !== null && before.avatar !== avatar) {
    const old = before.avatar.slice(AVATAR_PATH.length)
    await parts.database.deleteFrom("pictures").where("id", "=", old).execute()
    await parts.pictures.drop(old)
  }
  return { ok: true, value: { avatar: avatar ?? "" } }
}

/** Decides on an identity under review; false when it isn't. */
export async function decideIdentity(
  database: Kysely<Tables>,
  userId: number,
  decision: { status: "verified" | "refused"; reason: string; time: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("identities")
    .set({ status: decision.status, reason: decision.reason, decided: decision.time })
    .where("user_id", "=", userId)
    .where("status", "=", "review")
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The sandbox's operator: verifies what was handed in before `until`. */
export async function approveUntil(database: Kysely<Tables>, until: number, now: number): Promise<void> {
  await database
    .updateTable("identities")
    .set({ status: "verified", decided: now })
    .where("status", "=", "review")
    .where("submitted", "<=", until)
    .execute()
}
