/** A price with many zeros. `0.0{5}8712` becomes a count of zeros in subscript, spoken in full. */

import { memo } from "react"
import { splitZeros } from "./price-text.model.ts"
import styles from "./price-text.module.css"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface PriceTextProps {
  /** Ready to show; null is unknown, an en dash. */
  text: string | null | undefined
}

export const PriceText = memo(function PriceText({ text }: PriceTextProps) {
  if (text === null || text === undefined) return <span className={styles.unknown}>–</span>
  const parts = splitZeros(text)
  if (!parts) return text
  return (
    <>
      <span aria-hidden="true">
        {parts.lead}
        <sub className={styles.zeros}>{parts.zeros}</sub>
        {parts.rest}
      </span>
      <VisuallyHidden>{parts.full}</VisuallyHidden>
    </>
  )
})
