/** Daily deletion of ended sessions, expired codes, old logins and unused pictures. */

import { type Kysely, sql } from "kysely"
import type { Tables } from "../storage/schema.ts"
import { AVATAR_PATH } from "./identity.ts"
import type { Pictures } from "./pictures.ts"
import { beganSince } from "./sessions.ts"

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How long a login stays in the history. */
const LOGINS_KEPT_MS = 365 * DAY_MS

export interface ClearingParts {
  database: Kysely<Tables>
  pictures: Pictures
  now(): number
  /** A session unused for longer has ended. */
  idleMs: number
  /** So has one that began longer ago; infinite: none has. */
  lifeMs: number
}

/** Clears an hour after the start, then daily. Answers how to stop. */
export function clearDaily(parts: ClearingParts, onFailure: (error: unknown) => void): () => Promise<void> {
  let clearing: Promise<void> = Promise.resolve()
  const clear = () => {
    clearing = clearOld(parts).catch(onFailure)
  }
  // Not at once: a start has better things to do.
  const first = setTimeout(clear, HOUR_MS).unref()
  const daily = setInterval(clear, DAY_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(daily)
    await clearing
  }
}

/** Throws away what is over. Interrupted anywhere it leaves nothing half: the next time goes on. */
export async function clearOld(parts: ClearingParts): Promise<void> {
  const { database, idleMs } = parts
  const now = parts.now()
  const began = beganSince(parts, now - DAY_MS)
  await database
    .deleteFrom("sessions")
    .where((row) =>
      row.or([
        row("ended", "<", now - DAY_MS),
        row("seen", "<", now - idleMs - DAY_MS),
        row("began", "<", began),
      ]),
    )
    .execute()
  // An hour behind its end no code keeps anyone waiting for the next.
  await database
    .deleteFrom("codes")
    .where("expires", "<", now - HOUR_MS)
    .execute()
  await database
    .deleteFrom("logins")
    .where("time", "<", now - LOGINS_KEPT_MS)
    .execute()
  await clearPictures(parts, now - DAY_MS)
}

/** Pictures older than `before` that are neither an avatar nor part of a newest identity; their rows go first. */
async function clearPictures({ database, pictures }: ClearingParts, before: number): Promise<void> {
  await pictures.clearQuarantine(before)
  // In two steps: a picture that is being handed in at this moment is not yet used, and never thrown away as used.
  await database
    .deleteFrom("pictures")
    .where("made", "<", before)
    .where("used", "=", false)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("users")
            .select("users.id")
            .where("users.avatar", "=", sql<string>`${AVATAR_PATH}::text || pictures.id`),
        ),
      ),
    )
    .execute()
  await database
    .deleteFrom("pictures")
    .where("made", "<", before)
    .where("used", "=", true)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("identities")
            .select("identities.user_id")
            .where((of) =>
              of.or([
                of("identities.front", "=", of.ref("pictures.id")),
                of("identities.back", "=", of.ref("pictures.id")),
              ]),
            ),
        ),
      ),
    )
    .execute()
  // Files without a row: of the rows above, and of a server that was killed between file and row.
  const old = await pictures.keptBefore(before)
  const rows = await database.selectFrom("pictures").select("id").execute()
  const known = new Set(rows.map(({ id }) => id))
  for (const id of old) if (!known.has(id)) await pictures.drop(id)
}
