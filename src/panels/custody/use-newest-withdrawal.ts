/** A withdrawal as it stands now: the socket tells each of its states. */

import { useState } from "react"
import { useSnapshot } from "valtio"
import type { Withdrawal } from "#core/wire/custody.ts"
import { account } from "../../stores/account-store.ts"
import { newestOf } from "./live-records.ts"

/** @param known as it was read or answered last */
export function useNewestWithdrawal(known: Withdrawal): Withdrawal {
  const { withdrawals, endedWithdrawals } = useSnapshot(account)
  const [seen, setSeen] = useState(known)
  const told = ([...withdrawals, ...endedWithdrawals] as readonly Withdrawal[]).filter(
    ({ id }) => id === known.id,
  )
  const newest = newestOf([known, ...(seen.id === known.id ? [seen] : []), ...told])[0] ?? known
  // An end is told once: it stays, also when the list of ended ones has moved on.
  if (newest.sequence !== seen.sequence || newest.id !== seen.id) setSeen(newest)
  return newest
}
