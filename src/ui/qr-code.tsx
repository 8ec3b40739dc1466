/** A QR code, dark on white in both themes: cameras want it so. */

import encodeQR from "qr"
import { useMemo } from "react"
import styles from "./qr-code.module.css"

/** Quiet modules around the code, as the standard asks for. */
const BORDER = 4

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
  const rows = encodeQR(text, "raw", { border: BORDER })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join("") }
}
