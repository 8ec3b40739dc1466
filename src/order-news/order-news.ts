/**
 * What happens to one's orders is said: a toast, which is the page's polite live region, and sound and vibration where
 * they are wanted. It comes from the private socket, and from the answer to an order sent here, whichever is first;
 * nothing is said twice. Fetched once somebody is logged in.
 */

import i18next from "i18next"
import { isOpen } from "#core/order/order-status.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import { type AccountNews, onAccountNews } from "../stores/account-store.ts"
import { laterWords } from "../text/i18n.ts"
import { showToast } from "../ui/toaster.ts"
import { currentLanguage } from "../words/first-words.ts"
import { feel } from "./order-feedback.ts"
import { type OrderSaid, orderSentence } from "./order-sentence.ts"

/** Fills of one order within this are said in one sentence. */
const GATHER_MS = 300
/** An order that fills bit by bit is told of no oftener. */
const PART_EVERY_MS = 5000
/** More orders than this at once are counted, not told one by one: as many as toasts fit. */
const TOLD_MAX = 2
/** States of orders that were said; beyond it the oldest are forgotten. */
const SAID_MAX = 500

/** The newest state of orders that something happened to, by id. */
const waiting = new Map<number, OwnOrder>()
const said = new Set<string>()
/** When a part of an order was last told, by its id. */
const partSaidAt = new Map<number, number>()
/** Client order ids sent by this page: that such an order was placed is news; of others it isn't. */
const ownIds = new Set<string>()
let isGathering = false

/** Once a page. */
export const followOrderNews = (): (() => void) => onAccountNews(hear)

/** This page sends an order under this id: its placing is worth a word, even if that comes late. */
export function expectOrder(clientOrderId: string): void {
  ownIds.add(clientOrderId)
}

function hear({ orders }: AccountNews): void {
  for (const order of orders) {
    const isQuiet = isOpen(order) && order.status !== "partly-filled" && !ownIds.has(order.clientOrderId)
    if (!isQuiet) note(order)
  }
}

function note(order: OwnOrder): void {
  const known = waiting.get(order.id)
  if (known && known.sequence > order.sequence) return
  waiting.set(order.id, order)
  gather(GATHER_MS)
}

function gather(ms: number): void {
  if (isGathering) return
  isGathering = true
  setTimeout(() => void sayWaiting(), ms)
}

/** The order as an answer told it: said at once, and not again by the socket. */
export async function sayOrder(order: OwnOrder): Promise<string> {
  const sentence = await sentenceOf(order)
  waiting.delete(order.id)
  if (sentence && isNew(order)) say(sentence)
  return sentence?.text ?? ""
}

/** An order was refused, in the server's words. */
export async function sayRefusal(reason: string): Promise<void> {
  await laterWords()
  feel("refusal")
  showToast("failure", i18next.t("trade:said.refused", { reason }))
}

async function sayWaiting(): Promise<void> {
  isGathering = false
  const now = Date.now()
  const isEarly = ({ id, status }: OwnOrder) =>
    status === "partly-filled" && now - (partSaidAt.get(id) ?? 0) < PART_EVERY_MS
  const early = [...waiting.values()].filter(isEarly)
  const orders = [...waiting.values()].filter((order) => !isEarly(order) && isNew(order))
  waiting.clear()
  for (const { id, status } of orders) {
    if (status === "partly-filled") partSaidAt.set(id, now)
    else partSaidAt.delete(id)
  }
  for (const order of early) waiting.set(order.id, order)
  if (early.length > 0) gather(PART_EVERY_MS / 5)
  const sentences = await Promise.all(orders.map(sentenceOf))
  const told = sentences.filter((sentence) => sentence !== undefined)
  const fills = told.filter(({ kind }) => kind === "fill")
  if (fills.length <= TOLD_MAX) for (const sentence of told) say(sentence)
  else {
    const text = i18next.t("trade:said.fillsMany", { count: fills.length })
    for (const sentence of told) if (sentence.kind !== "fill") say(sentence)
    say({ kind: "fill", text })
  }
}

async function sentenceOf(order: OwnOrder): Promise<OrderSaid | undefined> {
  await laterWords()
  return orderSentence({ order, t: i18next.getFixedT(null, "trade"), language: currentLanguage() })
}

function say({ kind, text }: OrderSaid): void {
  feel(kind === "end" ? "refusal" : kind)
  showToast(kind === "end" ? "info" : "success", text)
}

/** One state of one order is said once, however often and from wherever it is told. */
function isNew({ id, status, executed }: OwnOrder): boolean {
  const key = `${id} ${status} ${executed}`
  if (said.has(key)) return false
  said.add(key)
  if (said.size > SAID_MAX) for (const oldest of [...said].slice(0, SAID_MAX / 2)) said.delete(oldest)
  return true
}
