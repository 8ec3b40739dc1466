/** The push subscription of this browser: what stands against one, and making, renewing and ending it, here and at the server (J8). */

import { subscribe } from "valtio/vanilla"
import { pushKey, subscribePush, unsubscribePush } from "#core/wire/alert-calls.ts"
import { call } from "../api/call.ts"
import { dropDevice, readDevice, writeDevice } from "../stores/device-storage.ts"
import { installation } from "../stores/install-prompt.ts"
import { session } from "../stores/session-store.ts"
import { problemText } from "../text/problem-text.ts"

/**
 * `insecure`: a page over plain HTTP. `homeScreen`: an iPhone or iPad, where only an installed page may. `unsupported`: the
 * browser can't. `noWorker`: no service worker is running. `denied`: the person, or the browser for them, has said no.
 */
export type PushHindrance = "insecure" | "homeScreen" | "unsupported" | "noWorker" | "denied"

/**
 * Why it didn't come to a subscription. `hindered`: something stands against it, which {@link pushHindrance} tells. `dismissed`: the
 * person was asked and hasn't answered. `service`: the browser didn't get one from its push service. `refused`: with the words of the
 * call that failed.
 */
export type PushFailure = { why: "hindered" | "dismissed" | "service" } | { why: "refused"; text: string }

/** On this device: whose subscription it is, and where it leads. What is missing was never made, or has ended. */
const KEPT_KEY = "saker:push"
/** Ending a subscription doesn't wait longer for the browser's push service, nor for the server. */
const PATIENCE_MS = 5000

interface Kept {
  user: string
  endpoint: string
}

/** What stands against it as things are now; undefined: nothing. */
export async function pushHindrance(): Promise<PushHindrance | undefined> {
  if (!globalThis.isSecureContext) return "insecure"
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
    return installation.way === "ios" ? "homeScreen" : "unsupported"
  if (Notification.permission === "denied") return "denied"
  return (await worker())?.active ? undefined : "noWorker"
}

/** Where the subscription of this browser leads; undefined: it has none. */
export const pushHere = async (): Promise<string | undefined> => (await subscriptionHere())?.endpoint

/**
 * Asks the person for permission, subscribes at the browser's push service, and tells the server. From a press only:
 * elsewhere browsers put no question.
 * @returns undefined once both are done
 */
export async function subscribeHere(): Promise<PushFailure | undefined> {
  await Notification.requestPermission()
  return Notification.permission === "default" ? { why: "dismissed" } : subscribeQuietly()
}

/**
 * Ends it here and at the server. Either is enough: the push service tells the server of a subscription that is gone, and
 * nothing is sent to one that the server has forgotten.
 * @returns whether it has ended
 */
export async function unsubscribeHere(): Promise<boolean> {
  const subscription = await subscriptionHere()
  const hasEnded = !subscription || (await ended(subscription))
  // Kept until then: whoever logs in next tries again.
  if (hasEnded) dropDevice(KEPT_KEY)
  return hasEnded
}

async function ended(subscription: PushSubscription): Promise<boolean> {
  const { endpoint } = subscription
  const [isGone, answer] = await Promise.all([
    inTime(subscription.unsubscribe()),
    call(unsubscribePush, { endpoint }, AbortSignal.timeout(PATIENCE_MS)),
  ])
  return isGone || answer.ok
}

/**
 * Once a page. Whoever logs in here gets no messages of somebody else: another's subscription is ended. One's own that the
 * browser has replaced or lost meanwhile is made anew, for the service worker has no session to tell the server with.
 */
export function followPush(): () => void {
  let settled: string | undefined
  const settle = () => {
    const user = session.user?.user_id
    if (user === settled) return
    settled = user
    if (user !== undefined) void settlePush(user)
  }
  settle()
  return subscribe(session, settle)
}

async function settlePush(user: string): Promise<void> {
  const kept = keptPush()
  if (!kept) return
  const subscription = await subscriptionHere()
  if (kept.user !== user) {
    // At the server it is the other's, who alone could say it; the push service does.
    if (!subscription || (await inTime(subscription.unsubscribe()))) dropDevice(KEPT_KEY)
    return
  }
  if (subscription?.endpoint === kept.endpoint) return
  // Not to be had now: at the next start again.
  if (await subscribeQuietly()) return
  await call(unsubscribePush, { endpoint: kept.endpoint })
}

/** With the permission that there is. */
async function subscribeQuietly(): Promise<PushFailure | undefined> {
  const { token } = session
  const manager = (await pushHindrance()) ? undefined : (await worker())?.pushManager
  if (!manager || Notification.permission !== "granted") return { why: "hindered" }
  const asked = await call(pushKey, {})
  if (!asked.ok) return { why: "refused", text: asked.failure.text }
  let made: PushSubscription
  try {
    made = await freshSubscription(manager, asked.data.key)
  } catch {
    // One that can't be reached and one that is switched off in the browser are told alike.
    return { why: "service" }
  }
  const { endpoint } = made
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {}
  const answer = await call(subscribePush, { endpoint, p256dh, auth })
  const user = session.token === token ? session.user?.user_id : undefined
  if (answer.ok && user !== undefined) {
    writeDevice(KEPT_KEY, JSON.stringify({ user, endpoint } satisfies Kept))
    return undefined
  }
  // Refused, or logged out meanwhile.
  await inTime(made.unsubscribe())
  return { why: "refused", text: answer.ok ? problemText({ name: "SESSION" }) : answer.failure.text }
}

/** Always a fresh one: one that the server has forgotten may be gone at the push service. */
async function freshSubscription(manager: PushManager, key: string): Promise<PushSubscription> {
  await (await manager.getSubscription())?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration().catch(() => undefined) : undefined

const subscriptionHere = async (): Promise<PushSubscription | null | undefined> =>
  (await worker())?.pushManager?.getSubscription().catch(() => null)

/** Whether the browser did it, and soon. */
const inTime = (done: Promise<boolean>): Promise<boolean> =>
  Promise.race([
    done.catch(() => false),
    new Promise<false>((late) => setTimeout(() => late(false), PATIENCE_MS)),
  ])

function keptPush(): Kept | undefined {
  try {
    const { user, endpoint } = Object(JSON.parse(readDevice(KEPT_KEY) ?? "null")) as Partial<Kept>
    return typeof user === "string" && typeof endpoint === "string" ? { user, endpoint } : undefined
  } catch {
    // Torn or foreign text counts as none.
    return undefined
  }
}
