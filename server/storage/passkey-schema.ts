/** Table of passkeys. `passkey-migration.ts` makes it. */

import type { Generated } from "kysely"

export interface PasskeyTable {
  id: Generated<number>
  user_id: number
  /** Id of the credential, base64url. */
  credential: string
  /** As the device gave it: COSE. */
  public_key: Uint8Array
  /** Signatures that the device has counted; 0 where it doesn't. */
  counter: number
  /** JSON array of how the device can be reached, as the browser said. */
  transports: string
  /** Its owner's other devices have it too. */
  synced: boolean
  name: string
  made: number
  /** Of the last login with it; 0: none. */
  used: Generated<number>
}
