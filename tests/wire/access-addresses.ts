/** Who may see and change whose addresses? Rows of the access matrix. */

import { expect } from "vitest"
import type { AddressEndpointName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import { memo, ownEach, type Row } from "./access-row.ts"

const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const named = { currency: "USDT", chain: "tron", address: ADDRESS, remark: "of the owner" }

type CodeOf = (owner: Person, purpose: string) => Promise<string>

export function addressRows(codeOf: CodeOf): Record<AddressEndpointName, Row> {
  const added = async (owner: Person) => {
    const given = { ...named, code: await codeOf(owner, "address") }
    return (await owner.post<{ id: number }>("/assets/addAddress", given)).data
  }
  return {
    chains: ownEach,
    depositAddress: {
      ...ownEach,
      ask: () => ({ currency: "BTC", chain: "bitcoin" }),
      see: ({ other, owner }) => expect(other).not.toEqual(owner),
    },
    addresses: {
      ...ownEach,
      before: added,
      see: ({ other, owner }) => {
        expect(other).toEqual({ rows: [] })
        expect(owner).toMatchObject({ rows: [named] })
      },
    },
    addAddress: {
      ...{ visitor: "SESSION", other: "CODE", owner: "done" },
      ask: memo(async (owner) => ({ ...named, code: await codeOf(owner, "address") })),
    },
    removeAddress: {
      ...{ visitor: "SESSION", other: "UNKNOWN_ADDRESS", owner: "done" },
      ask: memo(async (owner) => ({ id: (await added(owner)).id })),
    },
  }
}
