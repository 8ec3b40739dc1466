/** Handlers of the calls about chains and addresses: terms, deposit addresses, the address book. */

import type { Kysely } from "kysely"
import { checkAddress } from "#core/chain/address.ts"
import { CHAIN_ASSETS, type Chain, type ChainAsset, chainAssetOf } from "#core/chain/chain-assets.ts"
import { networkName } from "#core/chain/network-name.ts"
import { formatAmount } from "#core/money/steps.ts"
import {
  ADDRESSES_MAX,
  type AddressEndpointName,
  type AddressRow,
  addressEndpoints,
  type ChainFacts,
  type ProblemOf,
  type RequestOf,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { Act, ActProofs } from "../calls/act-proof.ts"
import { answer, type HandlersOf, type UserCaller } from "../calls/handler.ts"
import { declared } from "../calls/refusal.ts"
import type { MoneyNotices } from "../mail/money-notices.ts"
import type { Tables } from "../storage/schema.ts"
import { addressRowOf, addToBook, bookOf, isInBook, type NewAddress, removeFromBook } from "./address-book.ts"
import { type ChainGate, isChainOpen } from "./chain-gate.ts"
import { UnreachableChain } from "./custody-adapter.ts"
import type { OpenedCustody } from "./open-custody.ts"

const MINUTE_MS = 60_000

interface AddressParts extends ChainGate {
  database: Kysely<Tables>
  now(): number
  proofs: ActProofs
  notices: MoneyNotices
  /** How long a new address waits. */
  waitSeconds: number
}

export function addressHandlers(parts: AddressParts): HandlersOf<AddressEndpointName> {
  const { database, custody } = parts
  return {
    chains: () =>
      answer({
        practice: custody !== undefined,
        addressWaitSeconds: parts.waitSeconds,
        rows: CHAIN_ASSETS.map((asset) => factsOf(asset, parts)),
      }),

    async depositAddress({ currency, chain }, { session }) {
      const asset = chainAssetOf(chain, currency)
      if (!asset) return refuse("UNKNOWN_CURRENCY")
      if (!custody || !isChainOpen(parts, asset)) return refuse("CHAIN_CLOSED", { currency })
      const address = await addressOf(custody, chain, session.userId)
      if (address === undefined) return refuse("CHAIN_CLOSED", { currency })
      return answer({
        address,
        uri: uriOf(asset, address),
        minimum: formatAmount(asset.minDeposit),
        creditAfter: asset.creditAfter,
        finalAfter: asset.finalAfter,
      })
    },

    addresses: async (_request, { session }) =>
      answer({ rows: (await bookOf(database, session.userId)).map(addressRowOf) }),

    async addressCode(given, caller) {
      const wanted = await newEntryOf(parts, caller, given)
      if (!wanted.ok) return declared(addressEndpoints.addressCode, wanted.problem)
      return await parts.proofs.send(caller, { ...actOf(wanted.value), details: namesOf(wanted.value) })
    },

    addAddress: (given, caller) => addProven(parts, caller, given),

    removeAddress: async ({ id }, { session }) =>
      (await removeFromBook(database, session.userId, id)) ? answer({}) : refuse("UNKNOWN_ADDRESS"),
  }
}

/** Undefined: the chain was never reached, so nobody watches addresses there yet. */
async function addressOf(
  { adapter }: OpenedCustody,
  chain: Chain,
  userNumber: number,
): Promise<string | undefined> {
  try {
    return await adapter.addressOf(chain, userNumber)
  } catch (error) {
    if (error instanceof UnreachableChain) return undefined
    throw error
  }
}

function factsOf(asset: ChainAsset, gate: ChainGate): ChainFacts {
  const { currency, chain, creditAfter, finalAfter } = asset
  const { custody } = gate
  const isOpen = isChainOpen(gate, asset)
  // One more: it is mined in the block after the one that it was sent in.
  const minutes = (confirmations: number) =>
    Math.max(1, Math.ceil(((confirmations + 1) * (custody?.blockMs(chain) ?? 0)) / MINUTE_MS))
  return {
    ...{ currency, chain, creditAfter, finalAfter },
    minDeposit: formatAmount(asset.minDeposit),
    withdrawalFee: formatAmount(asset.withdrawalFee),
    minWithdrawal: formatAmount(asset.minWithdrawal),
    depositsOpen: isOpen,
    withdrawalsOpen: isOpen,
    hasFaucet: custody?.adapter.faucet !== undefined && !custody.adapter.realChains?.includes(chain),
    depositMinutes: minutes(creditAfter),
    finalMinutes: minutes(finalAfter),
  }
}

const SCHEMES: Readonly<Record<Chain, string>> = { bitcoin: "bitcoin:", ethereum: "ethereum:", tron: "" }

/** A token's is the bare address: with a scheme, wallets would offer the chain's own coin. */
const uriOf = ({ chain, currency }: ChainAsset, address: string): string =>
  currency === "USDT" ? address : SCHEMES[chain] + address

/** Nothing that can't be seen, one line. Markup stays: it is text, and shown as text. */
const plainRemark = (given: string): string => given.replace(/\s+/g, " ").replace(/\p{C}/gu, "").trim()

type AddAddress = (typeof addressEndpoints)["addAddress"]
type NewEntry = Pick<NewAddress, "chain" | "currency" | "address">

/** What would be entered, as its chain writes it; a problem where the user's book can't take it. */
async function newEntryOf(
  { database }: AddressParts,
  { session }: UserCaller,
  { currency, chain, address }: NewEntry,
): Promise<Result<NewEntry, ProblemOf<(typeof addressEndpoints)["addressCode"]>>> {
  if (!chainAssetOf(chain, currency)) return refuse("UNKNOWN_CURRENCY")
  const checked = checkAddress(chain, address)
  if (!checked.ok) return refuse(checked.problem)
  const value = { chain, currency, address: checked.value }
  const book = await bookOf(database, session.userId)
  if (isInBook(book, value)) return refuse("ADDRESS_KNOWN")
  return book.length >= ADDRESSES_MAX
    ? refuse("ADDRESS_COUNT", { limit: ADDRESSES_MAX })
    : { ok: true, value }
}

/** One text for one address over one chain: a code for it is wrong for any other. */
const actOf = ({ currency, chain, address }: NewEntry): Pick<Act, "purpose" | "bound"> => ({
  purpose: "address",
  bound: [currency, chain, address].join(" "),
})

/** As a message names it. */
const namesOf = ({ currency, chain, address }: NewEntry) => ({
  ...{ currency, address },
  chain: networkName(chain, currency),
})

/** What is wrong with the address is said before a code is asked about; the code is used up by what it adds. */
async function addProven(
  parts: AddressParts,
  caller: UserCaller,
  { remark, code, totp, ...given }: RequestOf<AddAddress>,
): Promise<Result<AddressRow, ProblemOf<AddAddress>>> {
  const { database, proofs, notices, now, waitSeconds } = parts
  const wanted = await newEntryOf(parts, caller, given)
  if (!wanted.ok) return declared(addressEndpoints.addAddress, wanted.problem)
  const proven = await proofs.prove(caller, actOf(wanted.value), { code, totp })
  if (!proven.ok) return declared(addressEndpoints.addAddress, proven.problem)
  if (!(await proven.value.spend())) return refuse("CODE")
  const added = now()
  const row = { ...wanted.value, user_id: caller.session.userId, remark: plainRemark(remark), added }
  const made = await addToBook(database, { ...row, ready_at: added + waitSeconds * 1000 })
  if (made === "ADDRESS_COUNT") return refuse(made, { limit: ADDRESSES_MAX })
  if (made === "ADDRESS_KNOWN") return refuse(made)
  notices.tell(caller.session.userId, { what: "addressAdded", details: namesOf(wanted.value) })
  return answer(addressRowOf(made))
}
