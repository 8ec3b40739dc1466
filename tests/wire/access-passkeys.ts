/** Rows of the access matrix: who may see, make, use and end whose passkeys. */

import { expect } from "vitest"
import type { Person } from "#tests/support/person.ts"
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts"
import { everyone, memo, ownEach, type Row } from "./access-row.ts"

type Names = "passkeys" | "beginPasskey" | "addPasskey" | "endPasskey" | "askPasskey" | "logInWithPasskey"
const NAME = "a device of the owner"
const ORIGIN = "http://localhost:8080"
type Creation = Parameters<SoftwareAuthenticator["make"]>[0]

/** @param codeOf the code that proves the owner for this purpose */
export function passkeyRows(codeOf: (owner: Person, purpose: string) => Promise<string>): Record<Names, Row> {
  const wish = async (owner: Person) => {
    const { data } = await owner.post<Creation>("/passkey/begin")
    const credential = new SoftwareAuthenticator(ORIGIN).make(data)
    return { name: NAME, credential, login: owner.password, code: await codeOf(owner, "passkey") }
  }
  const idOf = async (owner: Person): Promise<string> => {
    const { data } = await owner.post<{ id: string }>("/passkey/add", await wish(owner))
    return data.id
  }
  return {
    passkeys: {
      ...ownEach,
      before: idOf,
      see: ({ other, owner }) => {
        expect(other).toEqual({ rows: [] })
        expect((owner as { rows: object[] }).rows).toContainEqual(expect.objectContaining({ name: NAME }))
      },
    },
    beginPasskey: ownEach,
    // What was asked for by one user is no use to another.
    addPasskey: { visitor: "SESSION", other: "PASSKEY", owner: "done", ask: memo(wish) },
    endPasskey: {
      ...{ visitor: "SESSION", other: "UNKNOWN_PASSKEY", owner: "done" },
      ask: memo(async (owner) => ({ id: await idOf(owner) })),
    },
    askPasskey: everyone,
    logInWithPasskey: {
      ...{ visitor: "PASSKEY", other: "PASSKEY", owner: "PASSKEY" },
      ask: memo(async (owner) => {
        const { data } = await owner.post<{ rpId: string; challenge: string }>("/passkey/ask")
        return { credential: new SoftwareAuthenticator(ORIGIN).prove(data) }
      }),
    },
  }
}
