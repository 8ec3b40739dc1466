/** Accounts of the ledger as values: their full names as text, both ways, and the sign that each may have. */

import type { AccountId, PositionSlot, WalletName } from "../command.ts"

/** Which balances an account may have. */
export type Sign = "not-negative" | "not-positive" | "either"

/** A part of a wallet of somebody who trades: what is free, or what orders hold. */
interface WalletAccount {
  kind: "wallet"
  owner: AccountId
  wallet: WalletName
  part: "available" | "held"
}

/** The margin of an isolated position: a part of its owner's contract wallet (P7). */
interface MarginAccountRef {
  kind: "margin"
  owner: AccountId
  instrument: string
  slot: PositionSlot
}

/** What the exchange lent to a contract wallet against open profit (L5): never above zero. */
interface AdvanceAccountRef {
  kind: "advance"
  owner: AccountId
}

/** What somebody has in AI products: what was paid in, and what has been earned of it (A2, A3). */
interface AiAccountRef {
  kind: "ai"
  owner: AccountId
  part: AiPart
}
export type AiPart = "principal" | "reward"

/** An account of the exchange itself. */
interface SystemAccountRef {
  kind: "system"
  name: SystemAccountName
  /** Only of a name that has an account for each instrument. */
  instrument?: string
}

/** Each exists once per currency. Whoever adds a kind is led by the compiler to all that tell them apart. */
export type LedgerAccount =
  | WalletAccount
  | MarginAccountRef
  | AdvanceAccountRef
  | AiAccountRef
  | SystemAccountRef

/** No wallet is ever below zero (I2). */
export const WALLET_SIGN: Sign = "not-negative"
const ADVANCE_SIGN: Sign = "not-positive"
const ADVANCES = "contract-advances"

/**
 * The system accounts and their signs: the one table that the engine's limits and the database's checks are made from
 * (a change needs a migration with `setSignChecks`). `perInstrument`: its names end with the instrument.
 */
const SYSTEM_ACCOUNTS = {
  fees: { sign: "not-negative" },
  rounding: { sign: "not-negative" },
  insurance: { sign: "either" },
  "contract-clearing": { sign: "either", perInstrument: true },
  "option-house.available": { sign: "not-negative" },
  "option-house.held": { sign: "not-negative" },
  "ai-reserve.available": { sign: "not-negative" },
  "ai-reserve.held": { sign: "not-negative" },
  "deposits-clearing": { sign: "not-negative" },
  "withdrawals-clearing": { sign: "not-negative" },
  custody: { sign: "not-positive" },
  claims: { sign: "not-positive" },
  "operator.capital": { sign: "not-negative" },
  faucet: { sign: "not-positive" },
} as const satisfies Record<string, { sign: Sign; perInstrument?: true }>

type SystemAccountName = keyof typeof SYSTEM_ACCOUNTS

/** A row of the signs: `hasParts` where full names go on after it, with an instrument or an owner. */
interface AccountSign {
  name: string
  sign: Sign
  hasParts: boolean
}

const systemAccountSigns: readonly AccountSign[] = Object.entries(SYSTEM_ACCOUNTS).map(([name, row]) => ({
  name,
  sign: row.sign,
  hasParts: "perInstrument" in row,
}))

/** The signs of all accounts but those that are a wallet's or a margin. */
export const accountSigns: readonly AccountSign[] = [
  ...systemAccountSigns,
  { name: ADVANCES, sign: ADVANCE_SIGN, hasParts: true },
]

/** By full name, so that reading one makes nothing new. */
const SYSTEM_BY_NAME: ReadonlyMap<string, SystemAccountRef> = new Map(
  systemAccountSigns
    .filter(({ hasParts }) => !hasParts)
    .map(({ name }) => [name, { kind: "system", name: name as SystemAccountName }]),
)

const WALLET_TEXT = /^([A-Za-z0-9-]{1,40})\.(funding|contract|second)\.(available|held)$/
const MARGIN_TEXT = /^([A-Za-z0-9-]{1,40})\.contract\.margin\.([A-Z0-9_]{1,40})\.(net|long|short)$/
const ADVANCE_TEXT = /^contract-advances\.([A-Za-z0-9-]{1,40})$/
const AI_TEXT = /^([A-Za-z0-9-]{1,40})\.ai\.(principal|reward)$/
const INSTRUMENT_TEXT = /^([a-z-]+)\.([A-Z0-9_]{1,40})$/

/** The full name, as entries carry it and the database keeps it: `u12.funding.available`, `fees`. */
export function ledgerAccountText(account: LedgerAccount): string {
  if (account.kind === "wallet") return `${account.owner}.${account.wallet}.${account.part}`
  if (account.kind === "margin")
    return `${account.owner}.contract.margin.${account.instrument}.${account.slot}`
  if (account.kind === "ai") return `${account.owner}.ai.${account.part}`
  if (account.kind === "advance") return `${ADVANCES}.${account.owner}`
  return account.instrument === undefined ? account.name : `${account.name}.${account.instrument}`
}

/** The account of a full name; undefined when the ledger has none of it. */
export function readLedgerAccount(text: string): LedgerAccount | undefined {
  const system = SYSTEM_BY_NAME.get(text)
  if (system) return system
  const [, owner, wallet, part] = WALLET_TEXT.exec(text) ?? []
  if (owner !== undefined)
    return {
      kind: "wallet",
      owner,
      wallet: wallet as WalletName,
      part: part as WalletAccount["part"],
    }
  const own = readMargin(text) ?? readAdvance(text) ?? readAi(text)
  if (own) return own
  const [, name = "", instrument] = INSTRUMENT_TEXT.exec(text) ?? []
  if (instrument === undefined || !hasInstruments(name)) return undefined
  return { kind: "system", name, instrument }
}

function readMargin(text: string): MarginAccountRef | undefined {
  const [, owner, instrument, slot] = MARGIN_TEXT.exec(text) ?? []
  if (owner === undefined || instrument === undefined) return undefined
  return { kind: "margin", owner, instrument, slot: slot as PositionSlot }
}

function readAdvance(text: string): AdvanceAccountRef | undefined {
  const [, owner] = ADVANCE_TEXT.exec(text) ?? []
  return owner === undefined ? undefined : { kind: "advance", owner }
}

function readAi(text: string): AiAccountRef | undefined {
  const [, owner, part] = AI_TEXT.exec(text) ?? []
  return owner === undefined ? undefined : { kind: "ai", owner, part: part as AiPart }
}

const hasInstruments = (name: string): name is SystemAccountName =>
  systemAccountSigns.some((row) => row.hasParts && row.name === name)

/** Which balances the account may have. */
export const signOf = (account: LedgerAccount): Sign =>
  account.kind === "system"
    ? SYSTEM_ACCOUNTS[account.name].sign
    : account.kind === "advance"
      ? ADVANCE_SIGN
      : WALLET_SIGN

/** Whether an account of this sign may have this balance. */
export const isAllowed = (sign: Sign, balance: bigint): boolean =>
  sign === "not-negative" ? balance >= 0n : sign === "either" || balance <= 0n

/** The id of the account of the user with this internal number. */
export const accountOf = (userId: number): AccountId => `u${userId}`

/** The internal number of the user whose account it is; undefined for the house's. */
export function userIdOf(owner: AccountId): number | undefined {
  const [, id] = /^u(\d+)$/.exec(owner) ?? []
  return id === undefined ? undefined : Number(id)
}
