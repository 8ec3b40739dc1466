/** The devices of users that push services tell. */

import type { Insertable, Kysely } from "kysely"
import type { AlertTables } from "../storage/alert-schema.ts"
import type { Tables } from "../storage/schema.ts"
import { DEVICES_MAX } from "./push-sender.ts"

/** A device is whose session it was subscribed in last. False: the user has as many as there may be. */
export const addDevice = (
  database: Kysely<Tables>,
  device: Insertable<AlertTables["push_devices"]>,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom("users")
      .select("id")
      .where("id", "=", device.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const others = await transaction
      .selectFrom("push_devices")
      .select("endpoint")
      .where("user_id", "=", device.user_id)
      .where("endpoint", "<>", device.endpoint)
      .execute()
    if (others.length >= DEVICES_MAX) return false
    const { user_id, p256dh, auth, added, agent } = device
    await transaction
      .insertInto("push_devices")
      .values(device)
      .onConflict((conflict) =>
        conflict.column("endpoint").doUpdateSet({ user_id, p256dh, auth, added, agent }),
      )
      .execute()
    return true
  })

/** The user's own, the newest first. */
export const devicesOf = (
  database: Kysely<Tables>,
  userId: number,
): Promise<{ endpoint: string; agent: string; added: number }[]> =>
  database
    .selectFrom("push_devices")
    .select(["endpoint", "agent", "added"])
    .where("user_id", "=", userId)
    .orderBy("added", "desc")
    .orderBy("endpoint")
    .execute()

export async function removeDevice(
  database: Kysely<Tables>,
  userId: number,
  endpoint: string,
): Promise<void> {
  await database
    .deleteFrom("push_devices")
    .where("user_id", "=", userId)
    .where("endpoint", "=", endpoint)
    .execute()
}
