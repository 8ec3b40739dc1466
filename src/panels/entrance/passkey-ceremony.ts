/**
 * A device's part in making and using a passkey (WebAuthn). Where the page isn't on the domain that passkeys are bound to, or the
 * browser knows none, there are none. The library is fetched with the first press.
 */

import { useEffect, useState } from "react"
import type { AskOf, ResponseOf } from "#core/wire/endpoint.ts"
import type { addPasskey, askPasskey, beginPasskey, logInWithPasskey } from "#core/wire/passkey-calls.ts"
import { pageConfig } from "../../api/page-config.ts"

type Made = AskOf<typeof addPasskey>["credential"]
type Used = AskOf<typeof logInWithPasskey>["credential"]

/** `known`: the device has one of this user's already. `stopped`: its owner turned away, or took too long. */
type NoPasskey = "known" | "stopped" | "failed"
export type Ceremony<Credential> = { ok: true; credential: Credential } | { ok: false; why: NoPasskey }

const webauthn = () => import("@simplewebauthn/browser")

export interface PasskeyPlace {
  /** Passkeys can be made and used on this page; false until that is known. */
  isHere: boolean
  /** Where this browser could use them instead; undefined: nowhere, or that isn't known yet. */
  elsewhere: string | undefined
}

const NOWHERE: PasskeyPlace = { isHere: false, elsewhere: undefined }

/** Asked as soon as this code is there: a screen that comes with it is laid out once. */
let place = NOWHERE
const known = passkeyPlace().then((found) => {
  place = found
})

export function usePasskeyPlace(): PasskeyPlace {
  const [shown, setShown] = useState(place)
  useEffect(() => {
    let isCurrent = true
    void known.then(() => isCurrent && setShown(place))
    return () => {
      isCurrent = false
    }
  }, [])
  return shown
}

async function passkeyPlace(): Promise<PasskeyPlace> {
  if (typeof window.PublicKeyCredential !== "function" && window.isSecureContext) return NOWHERE
  const { passkeys } = await pageConfig()
  if (passkeys === "") return NOWHERE
  const isHere = window.isSecureContext && passkeys === window.location.hostname
  return { isHere, elsewhere: isHere ? undefined : passkeys }
}

/** The device makes one. Never throws. */
export const makePasskey = (asked: ResponseOf<typeof beginPasskey>): Promise<Ceremony<Made>> =>
  held(async () => (await webauthn()).startRegistration({ optionsJSON: asked as never }))

/** The device proves one. Never throws. */
export const provePasskey = (asked: ResponseOf<typeof askPasskey>): Promise<Ceremony<Used>> =>
  held(async () => (await webauthn()).startAuthentication({ optionsJSON: asked }))

async function held<Credential>(hold: () => Promise<unknown>): Promise<Ceremony<Credential>> {
  try {
    return { ok: true, credential: (await hold()) as Credential }
  } catch (error) {
    const name = error instanceof Error ? error.name : ""
    if (name === "InvalidStateError") return { ok: false, why: "known" }
    if (name === "NotAllowedError" || name === "AbortError") return { ok: false, why: "stopped" }
    console.warn("saker: a passkey could not be used", error)
    return { ok: false, why: "failed" }
  }
}
