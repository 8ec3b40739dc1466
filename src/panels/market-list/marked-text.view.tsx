/** A name with what was searched for marked in it. */

import styles from "./marked-text.module.css"
import { markedParts } from "./market-list.model.ts"

export function MarkedText({ text, query }: { text: string; query: string }) {
  const parts = markedParts(text, query)
  if (!parts) return text
  const [before, match, after] = parts
  return (
    <>
      {before}
      <mark className={styles.mark}>{match}</mark>
      {after}
    </>
  )
}

/** Base and quote of a pair, each with its share of the search: `eth/us` is found in both. */
export function queryOfPair(query: string): { base: string; quote: string } {
  const [base = "", quote] = query.trim().split(/[/_-]/)
  return { base, quote: quote ?? base }
}
