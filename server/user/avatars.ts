/** Serves users' avatars under random names that can't be guessed; never documents. */

import type { FastifyInstance } from "fastify"
import { AVATAR_PATH, type IdentityParts } from "./identity.ts"

const ID = /^[0-9a-f]{32}$/

export function addAvatars(
  app: FastifyInstance,
  { database, pictures }: Pick<IdentityParts, "database" | "pictures">,
): void {
  app.get<{ Params: { id: string } }>(`${AVATAR_PATH}:id`, async ({ params: { id } }, reply) => {
    if (!ID.test(id)) return reply.callNotFound()
    // Only what its owner shows: a document's number leads nowhere. By the picture's key and its owner's, so that
    // a made-up number costs one look into an index.
    const shown = await database
      .selectFrom("pictures")
      .innerJoin("users", "users.id", "pictures.user_id")
      .select("users.id")
      .where("pictures.id", "=", id)
      .where("users.avatar", "=", AVATAR_PATH + id)
      .executeTakeFirst()
    const bytes = shown && (await pictures.read(id).catch(() => undefined))
    if (!bytes) return reply.callNotFound()
    return reply
      .header("cache-control", "private, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/jpeg")
      .send(bytes)
  })
}
