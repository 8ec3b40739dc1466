/** A small mark beside a name: a count, a state, a kind. */

import type { ReactNode } from "react"
import styles from "./badge.module.css"
import { classNames } from "./class-names.ts"

type BadgeTone = "plain" | "accent" | "positive" | "negative" | "warn" | "info" | "danger"

interface BadgeProps {
  tone?: BadgeTone
  children: ReactNode
  className?: string | undefined
}

export function Badge({ tone = "plain", children, className }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone], className)}>{children}</span>
}
