/** Who may see and change whose addresses? Rows of the access matrix. */

import { expect } from "vitest"
import type { AddressEndpointName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import { addressCodeOf, type MovedServer, newAddress } from "#tests/support/withdrawer.ts"
import { memo, ownEach, type Row } from "./access-row.ts"

const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const entry = { currency: "USDT", chain: "tron", address: ADDRESS }
const remark = "of the owner"

export function addressRows(moved: MovedServer): Record<AddressEndpointName, Row> {
  const added = (owner: Person) => newAddress(moved, owner, { remark })
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
        expect(owner).toMatchObject({ rows: [{ ...entry, remark }] })
      },
    },
    addressCode: { ...ownEach, ask: () => entry },
    addAddress: {
      ...{ visitor: "SESSION", other: "CODE", owner: "done" },
      ask: memo(async (owner) => ({ ...entry, remark, code: await addressCodeOf(moved, owner, entry) })),
    },
    removeAddress: {
      ...{ visitor: "SESSION", other: "UNKNOWN_ADDRESS", owner: "done" },
      ask: memo(async (owner) => ({ id: await added(owner) })),
    },
  }
}
