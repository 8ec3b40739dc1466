/** States of AI products, of their issues and of what users hold of them (A1, A5). */

/** A1: a draft is the operator's alone, a closed one isn't sold any more. */
export const AI_PRODUCT_STATES = ["draft", "on-sale", "sold-out", "closed"] as const
export type AiProductState = (typeof AI_PRODUCT_STATES)[number]

/** What the operator sets of it; whether it is sold out follows from its present issue. */
export const AI_OFFERS = ["draft", "on-sale", "closed"] as const
export type AiOffer = (typeof AI_OFFERS)[number]

/** A1: an issue is ended by the next one, or with its product. */
export const AI_ISSUE_STATES = ["open", "sold-out", "ended"] as const
export type AiIssueState = (typeof AI_ISSUE_STATES)[number]

/** A5. */
export const AI_STATUSES = ["in-progress", "finished", "withdrawn"] as const
export type AiStatus = (typeof AI_STATUSES)[number]
/** Holdings that count: their money is with the product. */
export const isRunning = (status: AiStatus): boolean => status === "in-progress"
