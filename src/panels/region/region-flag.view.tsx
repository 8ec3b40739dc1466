/** The flag of a country or region. Its place is there at once, its picture as soon as it can be had. */

import { useEffect, useState } from "react"
import styles from "./region-flag.module.css"

type Flags = Readonly<Record<string, string>>

let known: Flags | undefined

/** Decoration: the name stands beside it. */
export function RegionFlag({ code }: { code: string }) {
  const picture = useFlags()?.[code]
  return (
    <span className={styles.flag} aria-hidden="true">
      {picture ? <img src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt="" /> : null}
    </span>
  )
}

function useFlags(): Flags | undefined {
  const [flags, setFlags] = useState(known)
  useEffect(() => {
    if (known) return
    let isThere = true
    import("./flag-pictures.ts").then(
      (chunk) => {
        known = chunk.flags
        if (isThere) setFlags(known)
      },
      // Without flags the names still say it all.
      () => undefined,
    )
    return () => {
      isThere = false
    }
  }, [])
  return flags
}
