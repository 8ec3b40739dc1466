/** Where are users' own pictures served? Each under a random number that nobody can guess; documents never. */

import type { FastifyInstance } from "fastify"
import { AVATAR_PATH, type IdentityParts } from "./identity.ts"

const ID = /^[0-9a-f]{32}$/

export function addAvatars(app: FastifyInstance, { database, pictures }: IdentityParts): void {
  app.get<{ Params: { id: string } }>(`${AVATAR_PATH}:id`, async ({ params: { id } }, reply) => {
    if (!ID.test(id)) return reply.callNotFound()
    // Only what is somebody's avatar: a document's number leads nowhere.
    const shown = await database
      .selectFrom("users")
      .select("id")
      .where("avatar", "=", AVATAR_PATH + id)
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
