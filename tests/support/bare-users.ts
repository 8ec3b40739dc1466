/** An embedded database with users who were never registered: for what only needs somebody to own a row. */

import { join } from "node:path"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"

const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")

/** Users have the numbers from 1 to `count`. */
export async function storageWithUsers(folder: string, count: number): Promise<Storage> {
  const storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
  for (let n = 1; n <= count; n += 1)
    await storage.database
      .insertInto("users")
      .values({
        ...{ uid: `1000000${n}`, email: `${n}@example.org`, email_key: `${n}@example.org`, phone: null },
        ...{ password: "", trade_password: null, invite_code: `AAAAA${n}`, invited_by: null, avatar: null },
        ...{ registered: 1, totp_secret: null, language: "en" },
      })
      .execute()
  return storage
}
