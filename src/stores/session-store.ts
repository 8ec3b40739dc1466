/** Who is logged in: the token that this device keeps, and what the server told about its owner. */

import { proxy, subscribe } from "valtio/vanilla"
import type { UserInfo } from "#core/wire/account.ts"
import { dropDevice, readDevice, writeDevice } from "./device-storage.ts"

/** Where the token is kept. */
const TOKEN_KEY = "token"

/** Where it is kept for a moment why the last session ended (session-end.ts). */
export const END_KEY = "saker:session-end"

/** Where it is kept that this device has logged in before; it opens nothing, so it outlasts the session. */
const KNOWN_DEVICE_KEY = "saker:device"

/** The server's answer to a login or a registration. */
interface Begun {
  token: string
  device: string
  user: UserInfo
}

interface Session {
  /** Present: logged in, until the server says otherwise. */
  token: string | null
  /** Null for a visitor, and until the server has answered. */
  user: UserInfo | null
}

/** Read at once: the guards judge the very first address by it. */
export const session = proxy<Session>({ token: readDevice(TOKEN_KEY), user: null })

export const isLoggedIn = (): boolean => session.token !== null

/** Logged in, here and in the other tabs of this device. */
export function beginSession({ token, device, user }: Begun): void {
  dropDevice(END_KEY)
  writeDevice(KNOWN_DEVICE_KEY, device)
  writeDevice(TOKEN_KEY, token)
  session.token = token
  session.user = user
}

/** What the newest login left here, for the next one; empty: none was. */
export const knownDevice = (): string => readDevice(KNOWN_DEVICE_KEY) ?? ""

/** Everything private is forgotten. What belongs to the device (`lang`, `theme`, `saker:…`) stays. */
export function forgetSession(): void {
  dropDevice(TOKEN_KEY)
  session.token = null
  session.user = null
}

export function setUser(user: UserInfo): void {
  session.user = user
}

/** Tells the token as it is now, if there is one, and whenever it changes. */
export function followToken(onToken: (token: string | null) => void): void {
  let told: string | null = null
  const follow = () => {
    if (session.token === told) return
    told = session.token
    onToken(told)
  }
  subscribe(session, follow)
  follow()
}

/** Another tab logged in or out: this one follows. */
export function followOtherTabs(onChange: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // A cleared storage says null as its key.
    if (key !== TOKEN_KEY && key !== null) return
    const token = readDevice(TOKEN_KEY)
    if (token === session.token) return
    session.token = token
    session.user = null
    onChange()
  })
}
