/** How is a form of the account sent? Once at a time; a refusal goes to its field, and a wait is counted down. */

import { useEffect, useRef, useState } from "react"
import type { AskOf, Endpoint, ResponseOf } from "#core/wire/endpoint.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import { type CallFailure, call } from "../../api/call.ts"
import { useEachSecond } from "../../ui/each-second.ts"

/** Which field a refusal belongs to, unless the form says otherwise. `CREDENTIALS` is told to the whole form. */
const PLACES: Partial<Record<CallFailure["name"], string>> = {
  ACCOUNT_FORM: "account",
  CODE: "code",
  PASSWORD_WEAK: "password",
  PASSWORD_SAME: "password",
  PASSWORDS_DIFFER: "confirm",
  TOTP_NEEDED: "totp",
  TOTP_WRONG: "totp",
  INVITE_NEEDED: "invite",
  INVITE_CODE: "invite",
}

interface Refused {
  /** Undefined: the whole form. */
  field: string | undefined
  text: string
  /** Over as soon as the wait is. */
  isWait: boolean
}

export interface Submission {
  isBusy: boolean
  /** Seconds until the server listens again; 0: it does. */
  waitSeconds: number
  /** What belongs to no field on screen. */
  problem: string | undefined
  /** What is wrong with this field. */
  problemAt: (field: string) => string | undefined
  /** Our own word before anything is sent. */
  refuse: (field: string | undefined, text: string) => void
  /** Something was changed: the old refusal is over. */
  forgive: () => void
  /** The answer; undefined when it was refused (said by then) or when one is on its way already. */
  send: <E extends Endpoint>(endpoint: E, request: AskOf<E>) => Promise<ResponseOf<E> | undefined>
  /** Takes a refusal that came another way (a code's sending, say). */
  take: (failure: CallFailure) => void
}

interface SubmitChoices {
  /** Names of the fields on screen; a refusal of any other is told to the whole form. */
  fields: readonly string[]
  /** Where this form puts a refusal elsewhere: `{ CREDENTIALS: "old" }`. */
  places?: Partial<Record<ProblemName, string>>
  /** Hears of every refusal: to ask for the authenticator, say. */
  onRefused?: (failure: CallFailure) => void
}

export function useSubmit({ fields, places, onRefused }: SubmitChoices): Submission {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [waitUntil, setWaitUntil] = useState(0)
  // State comes a rendering late: two presses of one moment both would see "not busy".
  const isSending = useRef(false)
  const isThere = useIsThere()
  const waitSeconds = useSecondsUntil(waitUntil)

  const isOver = refused?.isWait === true && waitSeconds === 0
  const said = isOver ? undefined : refused

  const take = (failure: CallFailure) => {
    onRefused?.(failure)
    const isWait = failure.waitSeconds !== undefined
    if (isWait) setWaitUntil(Date.now() + (failure.waitSeconds ?? 0) * 1000)
    setRefused({ field: { ...PLACES, ...places }[failure.name], text: failure.text, isWait })
  }
  const send = async <E extends Endpoint>(endpoint: E, request: AskOf<E>) => {
    if (isSending.current || waitSeconds > 0) return undefined
    isSending.current = true
    setIsBusy(true)
    setRefused(undefined)
    const answer = await call(endpoint, request)
    isSending.current = false
    if (!isThere.current) return answer.ok ? answer.data : undefined
    setIsBusy(false)
    if (answer.ok) return answer.data
    take(answer.failure)
    return undefined
  }
  const isShown = (field: string | undefined) => field !== undefined && fields.includes(field)
  return {
    isBusy,
    waitSeconds,
    problem: said && !isShown(said.field) ? said.text : undefined,
    problemAt: (field) => (isShown(field) && said?.field === field ? said.text : undefined),
    refuse: (field, text) => setRefused({ field, text, isWait: false }),
    forgive: () => setRefused(undefined),
    send,
    take,
  }
}

/** Whole seconds until a local epoch ms, counted down; 0 from then on. */
export function useSecondsUntil(until: number): number {
  const [isOver, setIsOver] = useState(true)
  useEffect(() => {
    const left = until - Date.now()
    setIsOver(left <= 0)
    if (left <= 0) return
    const timer = setTimeout(() => setIsOver(true), left)
    return () => clearTimeout(timer)
  }, [until])
  const now = useEachSecond(!isOver)
  return isOver ? 0 : Math.max(1, Math.ceil((until - now) / 1000))
}

/** False once the screen is left. */
function useIsThere(): { readonly current: boolean } {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
