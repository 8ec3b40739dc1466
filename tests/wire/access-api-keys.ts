/** Rows of the access matrix: who may see, make and end whose API keys. */

import { expect } from "vitest"
import type { Person } from "#tests/support/person.ts"
import { memo, ownEach, type Row } from "./access-row.ts"

type Names = "apiKeys" | "addApiKey" | "endApiKey" | "endAllApiKeys"
const NAME = "a key of the owner"

/** @param codeOf the code that proves the owner for this purpose */
export function apiKeyRows(codeOf: (owner: Person, purpose: string) => Promise<string>): Record<Names, Row> {
  const wish = async (owner: Person) => ({
    ...{ name: NAME, kind: "hmac", scopes: ["read"], addresses: [], expires: 0 },
    ...{ login: owner.password, code: await codeOf(owner, "apiKey") },
  })
  const keyOf = async (owner: Person): Promise<string> => {
    const { data } = await owner.post<{ row: { id: string } }>("/apiKey/add", await wish(owner))
    return data.row.id
  }
  return {
    apiKeys: {
      ...ownEach,
      before: keyOf,
      see: ({ other, owner }) => {
        expect(other).toEqual({ rows: [] })
        expect((owner as { rows: object[] }).rows).toContainEqual(expect.objectContaining({ name: NAME }))
      },
    },
    addApiKey: { visitor: "SESSION", other: "CREDENTIALS", owner: "done", ask: memo(wish) },
    endApiKey: {
      ...{ visitor: "SESSION", other: "UNKNOWN_API_KEY", owner: "done" },
      ask: memo(async (owner) => ({ id: await keyOf(owner) })),
    },
    endAllApiKeys: ownEach,
  }
}
