/** Calls about chains and addresses: what goes over which chain, where to deposit, the address book of withdrawals. */

import { z } from "zod/mini"
import { CHAINS } from "../chain/chain-assets.ts"
import { codeText, totpText } from "./account.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, countWithin, timeMs } from "./scalar.ts"

const currency = described(z.string().check(z.regex(/^[A-Z0-9]{1,16}$/)), "E.g. `USDT`.")
const chain = described(z.enum(CHAINS), "Over which network.")
const confirmations = (description: string) => described(z.int().check(z.minimum(1)), description)
const minutes = (description: string) => described(z.int().check(z.minimum(1)), description)

/** Longest address that is looked at, and longest remark. */
const ADDRESS_TEXT_MAX = 120
export const REMARK_LENGTH_MAX = 60
/** Of one user. */
export const ADDRESSES_MAX = 50

const chainFacts = named(
  "ChainFacts",
  z.object({
    currency,
    chain,
    creditAfter: confirmations("Confirmations until a deposit is credited."),
    finalAfter: confirmations("Confirmations until what was credited can be withdrawn."),
    minDeposit: described(amountText, "Less is added up by address, and credited once it comes to this."),
    withdrawalFee: described(amountText, "Paid on top of what is sent."),
    minWithdrawal: amountText,
    depositsOpen: described(
      z.boolean(),
      "False: no address is told. What comes in is credited all the same.",
    ),
    withdrawalsOpen: z.boolean(),
    hasFaucet: described(z.boolean(), "The sandbox's faucet sends its coins."),
    depositMinutes: minutes("How long a deposit usually takes to be credited, rounded up."),
    finalMinutes: minutes("How long until it usually can be withdrawn, rounded up."),
  }),
  { description: "A currency on a chain." },
)
export type ChainFacts = z.infer<typeof chainFacts>

const addressId = described(z.int().check(z.minimum(1)), "Of the address in the book.")

const addressRow = named(
  "AddressRow",
  z.object({
    id: addressId,
    currency,
    chain,
    address: described(z.string(), "With its checksum, as the chain writes it."),
    remark: z.string(),
    added: timeMs,
    readyAt: described(timeMs, "From then on it can be withdrawn to without an authenticator."),
  }),
  { description: "An address that the user may withdraw to." },
)
export type AddressRow = z.infer<typeof addressRow>

const addressExample: AddressRow = {
  id: 7,
  currency: "USDT",
  chain: "tron",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  remark: "Own wallet",
  added: 1_785_000_000_000,
  readyAt: 1_785_172_800_000,
}

export const chains = endpoint({
  method: "GET",
  path: "/assets/chains",
  summary: "Which currencies come in and go out over which chains, and on what terms",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    practice: described(z.boolean(), "The chains are simulated: no real coin ever arrives."),
    addressWaitSeconds: described(
      z.int().check(z.minimum(0)),
      "How long a new address waits before it can be withdrawn to without an authenticator.",
    ),
    rows: z.array(chainFacts),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      practice: true,
      addressWaitSeconds: 172_800,
      rows: [
        {
          currency: "USDT",
          chain: "tron",
          creditAfter: 20,
          finalAfter: 40,
          minDeposit: "1",
          withdrawalFee: "1",
          minWithdrawal: "5",
          depositsOpen: true,
          withdrawalsOpen: true,
          hasFaucet: true,
          depositMinutes: 1,
          finalMinutes: 1,
        },
      ],
    },
  },
})

export const depositAddress = endpoint({
  method: "POST",
  path: "/assets/depositAddress",
  summary: "The own address for deposits of a currency over a chain; it stays the same",
  access: "user",
  limit: "account",
  request: z.strictObject({ currency, chain }),
  response: z.object({
    address: z.string(),
    uri: described(z.string(), "For a QR code: the address with its scheme where wallets know one."),
    minimum: described(amountText, "Less is added up, and credited once it comes to this."),
    creditAfter: confirmations("Confirmations until it is credited."),
    finalAfter: confirmations("Confirmations until it can be withdrawn."),
  }),
  problems: ["UNKNOWN_CURRENCY", "WRONG_STATE", "CHAIN_CLOSED"],
  example: {
    request: { currency: "BTC", chain: "bitcoin" },
    response: {
      address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      uri: "bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      minimum: "0.0001",
      creditAfter: 2,
      finalAfter: 6,
    },
  },
})

export const addresses = endpoint({
  method: "GET",
  path: "/assets/addresses",
  summary: "The own address book, the newest first",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({ rows: z.array(addressRow) }),
  problems: [],
  example: { request: {}, response: { rows: [addressExample] } },
})

/** What an entry of the book is, and what its code is bound to. */
const entry = {
  currency,
  chain,
  address: z.string().check(z.minLength(1), z.maxLength(ADDRESS_TEXT_MAX)),
}

export const addressCode = endpoint({
  method: "POST",
  path: "/assets/addressCode",
  summary: "Mails the code for one new address: it fits this address over this chain and no other",
  notes:
    "Refuses what `/assets/addAddress` would refuse of the address, so that no code is sent for nothing.",
  access: "user",
  limit: "account",
  request: z.strictObject(entry),
  response: z.object({
    resend: described(timeMs, "Another code may be asked for from then on."),
    expires: described(timeMs, "The code can be used until then."),
  }),
  problems: [
    "UNKNOWN_CURRENCY",
    "ADDRESS_COUNT",
    "ADDRESS_FORM",
    "ADDRESS_CHECKSUM",
    "ADDRESS_CHAIN",
    "ADDRESS_KNOWN",
    "WAIT",
  ],
  example: {
    request: { currency: "USDT", chain: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    response: { resend: 1_785_000_060_000, expires: 1_785_000_600_000 },
  },
})

export const addAddress = endpoint({
  method: "POST",
  path: "/assets/addAddress",
  summary: "Puts an address into the own book, with a code; withdrawals to it wait at first",
  notes:
    "The code comes from `/assets/addressCode` for the same address. The address is checked by its chain: ADDRESS_CHECKSUM when a character is wrong, ADDRESS_CHAIN when it is one of another chain.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    ...entry,
    remark: described(
      z.string().check(z.maxLength(REMARK_LENGTH_MAX)),
      "Plain text for the own eyes; may be empty.",
    ),
    code: codeText,
    totp: totpText,
  }),
  response: addressRow,
  problems: [
    "UNKNOWN_CURRENCY",
    "ADDRESS_COUNT",
    "ADDRESS_FORM",
    "ADDRESS_CHECKSUM",
    "ADDRESS_CHAIN",
    "ADDRESS_KNOWN",
    "CODE",
    "TOTP_NEEDED",
    "TOTP_WRONG",
    "WAIT",
  ],
  example: {
    request: {
      currency: "USDT",
      chain: "tron",
      address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      remark: "Own wallet",
      code: "204881",
    },
    response: addressExample,
  },
})

export const removeAddress = endpoint({
  method: "POST",
  path: "/assets/removeAddress",
  summary: "Takes an address out of the own book; added again it waits again",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: countWithin(1, Number.MAX_SAFE_INTEGER, "Of the address.") }),
  response: z.object({}),
  problems: ["UNKNOWN_ADDRESS"],
  example: { request: { id: 7 }, response: {} },
})
