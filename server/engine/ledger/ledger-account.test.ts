/** Account names convert both ways without loss, and signs are those of the ledger's table (I2). */

import { describe, expect, test } from "vitest"
import {
  accountSigns,
  isAllowed,
  type LedgerAccount,
  ledgerAccountText,
  readLedgerAccount,
  signOf,
  userIdOf,
} from "./ledger-account.ts"

const ACCOUNTS: [string, LedgerAccount][] = [
  ["u12.funding.available", { kind: "wallet", owner: "u12", wallet: "funding", part: "available" }],
  ["u12.contract.held", { kind: "wallet", owner: "u12", wallet: "contract", part: "held" }],
  ["house-maker.second.held", { kind: "wallet", owner: "house-maker", wallet: "second", part: "held" }],
  ["option-house.available", { kind: "system", name: "option-house.available" }],
  [
    "contract-clearing.BTC_USDT_PERP",
    { kind: "system", name: "contract-clearing", instrument: "BTC_USDT_PERP" },
  ],
  ...accountSigns
    .filter(({ hasParts }) => !hasParts)
    .map(({ name }): [string, LedgerAccount] => [name, { kind: "system", name } as LedgerAccount]),
]

describe("a full name", () => {
  test.each(ACCOUNTS)("%s is read as its account, and written back", (text, account) => {
    expect(readLedgerAccount(text)).toEqual(account)
    expect(ledgerAccountText(account)).toBe(text)
  })

  test.each([
    "",
    "nowhere",
    "u12",
    "u12.funding",
    "u12.funding.reserved",
    "u12.savings.available",
    "u 12.funding.held",
    "u12.funding.held.more",
    "contract-clearing",
    "contract-clearing.",
    "fees.BTC_USDT",
    "toString",
  ])("%j is no account's", (text) => {
    expect(readLedgerAccount(text)).toBeUndefined()
  })
})

test.each([
  ["u12.funding.held", [false, true, true]],
  ["fees", [false, true, true]],
  ["faucet", [true, true, false]],
  ["custody", [true, true, false]],
  ["contract-clearing.BTC_USDT_PERP", [true, true, true]],
] as const)("%s may have a balance below, at and above zero: %j", (text, allowed) => {
  const account = readLedgerAccount(text)
  expect(account).toBeDefined()
  if (account) expect([-1n, 0n, 1n].map((balance) => isAllowed(signOf(account), balance))).toEqual(allowed)
})

test("a user's account names the user, the house's nobody", () => {
  expect(["u12", "u", "u12x", "house-maker"].map(userIdOf)).toEqual([12, undefined, undefined, undefined])
})
