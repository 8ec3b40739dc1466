/** A placeholder while something loads. A bar of the size of what comes, so that nothing jumps. */

import type { CSSProperties } from "react"
import { classNames } from "./class-names.ts"
import styles from "./skeleton.module.css"

interface SkeletonProps {
  /** CSS length, or a number of px at a root of 16. */
  width: number | string
  /** 12 for names and figures, 8 for second lines; px at a root of 16. */
  height?: number
  /** One slow sheen after 300 ms. At most one bar a group carries it. */
  hasSheen?: boolean
  className?: string | undefined
}

export function Skeleton({ width, height = 12, hasSheen = false, className }: SkeletonProps) {
  const style: CSSProperties = {
    width: typeof width === "number" ? `${width / 16}rem` : width,
    height: `${height / 16}rem`,
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.bar, hasSheen && styles.sheen, className)}
      style={style}
    />
  )
}

/** Placeholder rows of a list: name and second line left, a middle, a figure right. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <div key={index} className={styles.row}>
          <span className={styles.stack}>
            <Skeleton width={76 + ((index * 8) % 24)} hasSheen={index === 1} />
            <Skeleton width={48} height={8} />
          </span>
          <Skeleton width={64} height={16} />
          <span className={classNames(styles.stack, styles.end)}>
            <Skeleton width={68 + ((index * 8) % 24)} />
            <Skeleton width={44} height={8} />
          </span>
        </div>
      ))}
    </div>
  )
}
