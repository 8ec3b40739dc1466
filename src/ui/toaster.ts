/** Which toasts are on screen. At most two; good news leaves by itself, failures stay until closed. */

import { proxy } from "valtio/vanilla"

export interface ToastMessage {
  id: number
  tone: "success" | "failure" | "info"
  text: string
  /** What can be done about it: a word on a button; the message then goes. */
  action?: ToastAction
  /** Screen readers break off what they say for it. */
  isUrgent?: boolean
}

export interface ToastAction {
  label: string
  run: () => void
  /** Until it is pressed or closed, and it gives way to no other message: for what is true until then. */
  stays?: boolean
}

const TOASTS_MAX = 2
const STAY_MS = 4000
/** With something to press: time to read it, decide and reach it. */
const STAY_WITH_ACTION_MS = 8000

export const toaster = proxy<{ messages: ToastMessage[] }>({ messages: [] })

let lastId = 0

/** Shows ready-translated text. The same text again replaces the old one instead of standing twice. */
export function showToast(tone: ToastMessage["tone"], text: string, action?: ToastAction): number {
  const id = ++lastId
  add({ id, tone, text, ...(action && { action }) })
  if (tone !== "failure" && !action?.stays)
    setTimeout(() => closeToast(id), action ? STAY_WITH_ACTION_MS : STAY_MS)
  return id
}

/** A failure that must be heard at once, whatever is being read out. */
export function showUrgentToast(text: string): void {
  add({ id: ++lastId, tone: "failure", text, isUrgent: true })
}

function add(message: ToastMessage): void {
  const others = toaster.messages.filter(({ text }) => text !== message.text)
  const newest = [...others, message]
  const staying = newest.filter(({ action }) => action?.stays)
  toaster.messages = [...staying, ...newest.filter(({ action }) => !action?.stays).slice(-TOASTS_MAX)]
}

export function closeToast(id: number): void {
  toaster.messages = toaster.messages.filter((message) => message.id !== id)
}
