/** Who may see and move whose deposits and withdrawals? Rows of the access matrix. */

import { expect } from "vitest"
import type { DepositEndpointName, WithdrawalEndpointName } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import {
  deposited,
  type MovedServer,
  newAddress,
  newKey,
  setTradePassword,
  TRADE_PASSWORD,
  withdrawCodeOf,
  withdrawn,
} from "#tests/support/withdrawer.ts"
import { memo, ownEach, type Row } from "./access-row.ts"

const rowsOf = (data: unknown) => (data as { rows: unknown[] }).rows
const hidden = ({ other, owner }: Record<"other" | "owner", unknown>) => {
  expect(rowsOf(other)).toEqual([])
  expect(rowsOf(owner)).toHaveLength(1)
}

export function custodyRows(moved: MovedServer): Record<DepositEndpointName | WithdrawalEndpointName, Row> {
  const readied = async (owner: Person) => {
    await setTradePassword(moved, owner)
    const address = await newAddress(moved, owner)
    await deposited(moved, owner)
    return { ...owner, address }
  }
  const detailsOf = (address: number) => ({ currency: "USDT", chain: "tron", address, amount: "50" })
  const asked = memo(async (owner) => {
    const { data } = await withdrawn(moved, await readied(owner), { amount: "50" })
    return { id: data.id }
  })
  const foreign = { visitor: "SESSION", other: "UNKNOWN_WITHDRAWAL", owner: "done" } as const
  return {
    deposits: {
      ...ownEach,
      before: (owner) => deposited(moved, owner),
      ask: () => ({ chain: "tron" }),
      see: hidden,
    },
    chainFaucet: {
      ...ownEach,
      ask: () => ({ currency: "USDT", chain: "tron", key: "access" }),
      see: ({ other, owner }) => expect(other).not.toEqual(owner),
    },
    withdrawInfo: ownEach,
    withdrawCode: {
      ...{ visitor: "SESSION", other: "UNKNOWN_ADDRESS", owner: "done" },
      ask: memo(async (owner) => {
        const address = await newAddress(moved, owner)
        moved.pass(60_000)
        return detailsOf(address)
      }),
    },
    withdraw: {
      ...{ visitor: "SESSION", other: "TRADE_PASSWORD", owner: "done" },
      ask: memo(async (owner) => {
        const details = detailsOf((await readied(owner)).address)
        const code = await withdrawCodeOf(moved, owner, details)
        return { ...details, code, tradePassword: TRADE_PASSWORD, key: newKey() }
      }),
    },
    cancelWithdraw: { ...foreign, ask: asked },
    withdrawals: { ...ownEach, before: asked, see: hidden },
    withdrawalState: { ...foreign, ask: asked },
  }
}
