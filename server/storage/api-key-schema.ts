/** Table of API keys. `api-key-migration.ts` makes it. */

import type { Generated } from "kysely"

interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** What requests name. The secret of `hmac` is kept nowhere: it is derived from this and the server's own. */
  key: string
  kind: "hmac" | "ed25519"
  /** 32 bytes in base64; empty for `hmac`. */
  public_key: string
  /** Separated by commas. */
  scopes: string
  /** Addresses and networks, separated by commas; empty: any. */
  addresses: string
  made: number
  /** 0: never. */
  expires: number
  /** Last use, to the minute; 0: none yet. */
  used: Generated<number>
  used_from: Generated<string>
  ended: number | null
}

export interface ApiKeyTables {
  api_keys: ApiKeyTable
}
