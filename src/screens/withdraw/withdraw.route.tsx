/** Coins to an address of one's own book: `/pages/assets/withdraw?id=USDT`. */

import { addresses, chains } from "#core/wire/address-calls.ts"
import { withdrawInfo } from "#core/wire/custody-calls.ts"
import { type Asked, useAnswer } from "../../api/query.ts"
import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { WithdrawView } from "./withdraw.view.tsx"
import type { WithdrawTerms } from "./withdraw-terms.ts"

export function WithdrawScreen() {
  const { id } = useScreenSearch()
  const asked = useTerms()
  return <OwnData>{(user) => <WithdrawView user={user} asked={asked} wish={id} />}</OwnData>
}

/** Networks, own addresses and limits: all of them, or none. */
function useTerms(): Asked<WithdrawTerms> {
  const facts = useAnswer(chains, {})
  const book = useAnswer(addresses, {}, true, undefined, 0)
  const info = useAnswer(withdrawInfo, {}, true, undefined, 0)
  const all = [facts, book, info]
  const data =
    facts.data && book.data && info.data
      ? { facts: facts.data.rows, book: book.data.rows, info: info.data }
      : undefined
  return {
    data,
    failure: all.find(({ failure }) => failure)?.failure,
    isRetrying: all.some(({ isRetrying }) => isRetrying),
    retry: () => {
      for (const each of all) each.retry()
    },
  }
}
