/** Sends the identity form. Both pictures first, then the form; it can be cancelled and goes on where it stopped. */

import { useEffect, useRef, useState } from "react"
import { submitIdentity } from "#core/wire/identity-calls.ts"
import { call } from "../../api/call.ts"
import { regionChoice } from "../../stores/region-choice.ts"
import { draft, forgetDraft, forgetSent, SIDES, type SideName, sendSide } from "./identity-draft.ts"

/** What is missing or can't be right, by field. */
type Missing = Partial<Record<"realName" | "idNumber" | "residence" | SideName, true>>

/** The server's own rules, said before anything is sent. */
function missingOf(): Missing {
  const { real_name, id_number } = submitIdentity.request.shape
  const missing: Missing = {}
  if (!real_name.safeParse(draft.realName).success) missing.realName = true
  if (!id_number.safeParse(draft.idNumber).success) missing.idNumber = true
  if (regionChoice.region === null) missing.residence = true
  for (const name of SIDES) if (!draft[name].picture) missing[name] = true
  return missing
}

export interface IdentitySending {
  isBusy: boolean
  missing: Missing
  /** Why the form was refused as a whole. */
  refusal: string
  send: () => void
  cancel: () => void
}

/** @param onDone the form is under review now */
export function useIdentitySending(onDone: () => void): IdentitySending {
  const [isBusy, setIsBusy] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [refusal, setRefusal] = useState("")
  const running = useRef<AbortController>(undefined)
  // Leaving the screen stops the sending; what has arrived is kept and the next try goes on from there.
  useEffect(() => () => running.current?.abort(), [])

  const handIn = async (signal: AbortSignal) => {
    for (const name of SIDES) if (!(await sendSide(name, signal))) return
    const request = {
      real_name: draft.realName,
      id_number: draft.idNumber,
      residence: regionChoice.region ?? "",
      front: draft.front.id,
      back: draft.back.id,
    }
    const answer = await call(submitIdentity, request)
    if (answer.ok || answer.failure.name === "WRONG_STATE") {
      forgetDraft()
      return onDone()
    }
    if (answer.failure.name === "UNKNOWN_PICTURE") forgetSent()
    setRefusal(answer.failure.text)
  }
  const send = async () => {
    if (running.current) return
    const found = missingOf()
    setMissing(found)
    setRefusal("")
    if (Object.keys(found).length > 0) return
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    try {
      await handIn(controller.signal)
    } finally {
      running.current = undefined
      setIsBusy(false)
    }
  }
  return { isBusy, missing, refusal, send: () => void send(), cancel: () => running.current?.abort() }
}
