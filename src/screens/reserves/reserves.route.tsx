/** The page of the proof of reserves: what is owed, what the wallets hold, and the check of one's own amounts. */

import { useState } from "react"
import { reserveProof, reserves } from "#core/wire/reserve-calls.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { checkOwn } from "./check-own.ts"
import { type OwnCheck, ReservesView } from "./reserves.view.tsx"

export function ReservesScreen() {
  const asked = useAnswer(reserves, {})
  const [check, setCheck] = useState<OwnCheck>({ state: "idle" })
  const run = async (isAgain = false) => {
    setCheck({ state: "busy" })
    // Both anew and together: a proof may just have been made.
    const [published, own] = await Promise.all([call(reserves, {}), call(reserveProof, {})])
    const failed = published.ok ? own : published
    if (!published.ok || !own.ok) {
      setCheck({ state: "failed", text: failed.ok ? "" : failed.failure.text })
      return
    }
    // A proof was made between the two answers: once more, not for ever.
    if (own.data.proof !== published.data.proof && !isAgain) {
      await run(true)
      return
    }
    asked.retry()
    const rows = await checkOwn(own.data, published.data)
    setCheck(rows ? { state: "done", rows } : { state: "no-hash" })
  }
  return (
    <ReservesView
      asked={asked}
      check={check}
      onCheck={isLoggedIn() ? () => void run() : undefined}
      onCopy={(text) => void copyAndSay(text)}
    />
  )
}
