/** What a typed or pasted address is on its network: whole and right, or why not. Plain functions. */

import { checkAddress } from "#core/chain/address.ts"
import type { Network } from "../../panels/custody/networks.ts"
import { problemText } from "../../text/problem-text.ts"

export type AddressReading =
  | { kind: "empty" }
  /** As it is kept and shown from then on. */
  | { kind: "fine"; address: string }
  | { kind: "wrong"; text: string }

export function readAddress(network: Network, typed: string): AddressReading {
  const text = typed.trim()
  if (text === "") return { kind: "empty" }
  const checked = checkAddress(network, text)
  return checked.ok
    ? { kind: "fine", address: checked.value }
    : { kind: "wrong", text: problemText({ name: checked.problem }) }
}
