/** Takes a user's layouts or templates to the server and brings those of their other devices: when it begins, after each change, and when the network is back. */

import { subscribe } from "valtio/vanilla"
import type { Answer } from "../api/call.ts"
import type { OwnItem, OwnList, SentItems } from "../stores/own-list.ts"
import { session } from "../stores/session-store.ts"
import { showToast } from "../ui/toaster.ts"

const GATHER_MS = 300
/** After a call that came to nothing. */
const AGAIN_MS = 15_000

interface KeptItems<Item> {
  version: number
  items: readonly Item[]
}

export interface OwnListCalls<Item> {
  read: () => Promise<Answer<KeptItems<Item>>>
  save: (version: number, sent: SentItems<Item>) => Promise<Answer<KeptItems<Item>>>
}

/** An answer about a list, by whatever name the list has in it. */
export const itemsOf = <Data extends { version: number }, Item>(
  answer: Answer<Data>,
  items: (data: Data) => readonly Item[],
): Answer<KeptItems<Item>> =>
  answer.ok ? { ok: true, data: { version: answer.data.version, items: items(answer.data) } } : answer

/** Whose list it is is known once the server has said who is logged in. */
const ownerNow = (): string | undefined =>
  session.token === null ? "" : session.user ? session.user.user_id : undefined

/** Answers what begins it, for as long as the page lives; every call after the first does nothing. */
export function followerOf<Item extends OwnItem>(list: OwnList<Item>, calls: OwnListCalls<Item>): () => void {
  let isFollowing = false
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The newest version known, and whose it is. */
  let version = { owner: "", number: 0, isKnown: false }

  const begin = (): void => {
    const owner = ownerNow()
    if (owner === undefined || owner === version.owner) {
      if (owner === "") list.open("")
      return
    }
    version = { owner, number: 0, isKnown: false }
    list.open(owner)
    settle()
  }
  const later = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(settle, delayMs)
  }
  const settle = (): void => {
    if (version.owner === "" || isRunning) return
    const { owner } = version
    isRunning = true
    void settleOnce().finally(() => {
      isRunning = false
      // Somebody else logged in meanwhile.
      if (version.owner !== owner) settle()
    })
  }
  const settleOnce = async (): Promise<void> => {
    const { owner, number, isKnown } = version
    const { token } = session
    const { items, removed } = list.unsent()
    // One a call: the server takes bodies of 16 kB.
    const sent: SentItems<Item> = { items: items.slice(0, 1), removed }
    // First what others have saved: what comes along then gets a name that none of it has.
    const isReading = !isKnown || items.length + removed.length === 0
    const answer = isReading ? await calls.read() : await calls.save(number, sent)
    if (version.owner !== owner || session.token !== token) return
    if (!answer.ok) {
      const { name, text } = answer.failure
      if (name === "NETWORK" || name === "RATE_LIMIT") later(AGAIN_MS)
      // It stays on this device; the next change tries again.
      else if (name !== "SESSION") showToast("failure", text)
      return
    }
    version = { owner, number: answer.data.version, isKnown: true }
    list.takeSaved(answer.data.items, isReading ? { items: [], removed: [] } : sent)
    const rest = list.unsent()
    if (rest.items.length + rest.removed.length > 0) later(GATHER_MS)
  }
  return () => {
    if (isFollowing) return
    isFollowing = true
    list.onChange(() => later(GATHER_MS))
    window.addEventListener("online", settle)
    subscribe(session, begin)
    begin()
  }
}
