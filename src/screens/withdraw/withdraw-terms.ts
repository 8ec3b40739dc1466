/** What a withdrawal is bound to, what was typed of it so far, and what is asked for in the end. */

import type { AddressRow, ChainFacts } from "#core/wire/address-calls.ts"
import type { withdrawInfo } from "#core/wire/custody-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"

export interface WithdrawTerms {
  facts: readonly ChainFacts[]
  book: readonly AddressRow[]
  info: ResponseOf<typeof withdrawInfo>
}

/** What is asked for, whole and readable. */
export interface WithdrawOrder {
  facts: ChainFacts
  to: AddressRow
  /** What the address gets, and what it takes with the fee. */
  amount: string
  total: string
}

/** As chosen and typed so far. */
export interface WithdrawForm {
  facts: ChainFacts
  /** Id in the book; undefined: the first that fits. */
  addressId: number | undefined
  typed: string
}
