/** Where does one go from here? Rows that lead to a screen, a file or another site. */

import type { ReactNode } from "react"
import { ScreenLink } from "../../places/screen-link.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { ChevronRight, ExternalLink, type Glyph, Icon } from "../../ui/icon.tsx"
import styles from "./link-rows.module.css"

export function LinkRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}

interface RowWords {
  glyph: Glyph
  name: string
  second?: string | undefined
}

export function ScreenRow({ to, ...words }: RowWords & { to: ScreenPath }) {
  return (
    <ScreenLink to={to} className={styles.row}>
      <Words {...words} />
      <Icon glyph={ChevronRight} size={16} className={styles.arrow} />
    </ScreenLink>
  )
}

/** Opens beside, so that the terminal goes on. */
export function AddressRow({ href, end, ...words }: RowWords & { href: string; end?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.row}>
      <Words {...words} />
      {end ?? <Icon glyph={ExternalLink} size={16} className={styles.arrow} />}
    </a>
  )
}

function Words({ glyph, name, second }: RowWords) {
  return (
    <>
      <Icon glyph={glyph} className={styles.glyph} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {second ? <span className={styles.second}>{second}</span> : null}
      </span>
    </>
  )
}
