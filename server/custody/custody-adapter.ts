/** What the exchange asks of the chains its money comes from and goes to: one interface, whatever stands behind it. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { Amount } from "#core/money/units.ts"

/** A transaction's output or log entry that pays one of our addresses. `chain:tx:index` names it for good (D1). */
export interface Incoming {
  chain: Chain
  tx: string
  /** Output number (Bitcoin), log number (tokens), 0 otherwise. */
  index: number
  /** As `addressOf` writes it. */
  address: string
  /** Whose address it is. */
  userNumber: number
  currency: string
  /** 1e-8 of the currency, rounded down where the chain counts finer. */
  amount: Amount
  /** 0: seen, in no block yet. */
  confirmations: number
  /** It was there and a reorganisation took it out (D2); it may come again, with `isGone` false. */
  isGone: boolean
}

/** What a withdrawal asks for. */
export interface Payment {
  /** Of the withdrawal: the same id always means the same transaction (D5). */
  id: number
  chain: Chain
  currency: string
  /** Checked by `checkAddress` when it was put into the book. */
  address: string
  /** What arrives; the network's cost is ours. 1e-8 of the currency. */
  amount: Amount
}

/** What became of a payment. */
export interface Outgoing {
  tx: string
  confirmations: number
  isFinal: boolean
  /** For good: another transaction, final, spent what it would have spent. */
  isFailed: boolean
  /** The network's cost, in the chain's own currency; left out: none. `balances` is without it from the same moment. */
  cost?: { currency: string; amount: Amount }
}

/** What the wallets hold on a chain, of what is final or our own change. 1e-8 of the currency. */
export interface WalletBalance {
  chain: Chain
  currency: string
  amount: Amount
}

/** The chain was never reached, so nobody could watch an address on it. */
export class UnreachableChain extends Error {}

export interface CustodyAdapter {
  /** The user's address for deposits: the same for good, nobody else's. From then on it is watched. */
  addressOf(chain: Chain, userNumber: number): Promise<string>
  /** Everything to the addresses that are watched, each until `settle` was told of it, however long that takes. */
  incoming(): Promise<Incoming[]>
  /** The exchange has written it down as final, or as gone: `incoming` needn't tell it any more. */
  settle(of: Pick<Incoming, "chain" | "tx" | "index">): Promise<void>
  /**
   * Makes and sends the transaction of a payment, or answers the one that was made for this id before.
   * Rejects when it couldn't be handed to the chain; ask again with the same id.
   */
  send(payment: Payment): Promise<{ tx: string }>
  /** Undefined: no transaction was ever made for this id. */
  outgoing(id: number): Promise<Outgoing | undefined>
  /** From the moment a payment is sent, it and its cost are no part of it. */
  balances(): Promise<WalletBalance[]>
  /** Sandbox only: sends coins out of nowhere to an address; the same key always means the same transaction. */
  faucet?(given: Omit<Payment, "id"> & { key: string }): Promise<{ tx: string }>
  /** Sandbox only: takes the last `depth` blocks back. What was in them is mined anew, or gone for good if `drops`. */
  reorganise?(chain: Chain, depth: number, drops: boolean): Promise<void>
  /** Chains of a real node, which no faucet and no `reorganise` reaches; left out: none. */
  readonly realChains?: readonly Chain[]
  /** What it can't do at the moment, besides what it rejects. */
  troubles?(): string[]
  close(): Promise<void>
}
