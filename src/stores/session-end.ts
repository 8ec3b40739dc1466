/** Why the session of this device ended: told to its other tabs, which hear of the end from storage or server, in any order. */

import { readDevice, writeDevice } from "./device-storage.ts"
import { END_KEY } from "./session-store.ts"

/** The server let it go, or its owner logged out. */
type SessionEnd = "timeout" | "logout"

const RECENT_MS = 10_000

/** Told before the session is forgotten. */
export const noteEnd = (why: SessionEnd): void => writeDevice(END_KEY, `${why} ${Date.now()}`)

/** Why the session of this device ended a moment ago; undefined: it didn't. */
export function recentEnd(): SessionEnd | undefined {
  const [why, time] = (readDevice(END_KEY) ?? "").split(" ")
  return Date.now() - Number(time) < RECENT_MS ? (why as SessionEnd) : undefined
}
