/** A QR code, dark on white in both themes: cameras want it so. */

import { useMemo } from "react"
import styles from "./qr-code.module.css"
import { qrRows } from "./qr-rows.ts"

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}

/** One square a dark module. */
function drawingOf(text: string): { size: number; path: string } {
  const rows = qrRows(text)
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join("") }
}
