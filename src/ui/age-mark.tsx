/** How old is what this panel shows? A shape and a word; the shape alone tells the four states apart. */

import { useTranslation } from "react-i18next"
import type { Freshness } from "#workers/market/market.api.ts"
import { ageParts } from "./age-mark.model.ts"
import styles from "./age-mark.module.css"
import { classNames } from "./class-names.ts"
import { useEachSecond } from "./each-second.ts"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface AgeMarkProps {
  /** Undefined: not known yet, shown as catching up. */
  freshness: Freshness | undefined
  /** The shape without its word, for narrow heads; other states than live keep the word. */
  isCompact?: boolean
  /** Announces changes of state politely. At most one mark a screen, or each change is read five times. */
  isAnnounced?: boolean
  className?: string | undefined
}

export function AgeMark({ freshness, isCompact = false, isAnnounced = false, className }: AgeMarkProps) {
  const { t } = useTranslation("app")
  const known = freshness ?? { state: "catching-up" }
  const isCounting = known.state === "old" || known.state === "offline"
  const now = useEachSecond(isCounting)
  const age = isCounting ? ageParts(now - known.since) : undefined
  const ageText = age ? t(`age.${age.unit}`, { count: age.count }) : ""
  const isWordShown = !(isCompact && known.state === "live")
  return (
    <span className={classNames(styles.age, styles[known.state], className)}>
      <svg className={styles.shape} viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[known.state]}
      </svg>
      {isWordShown ? (
        <span className={styles.word} aria-hidden={isAnnounced || undefined}>
          {t(`age.${WORDS[known.state]}`, { age: ageText })}
        </span>
      ) : null}
      {isAnnounced ? (
        <VisuallyHidden>
          <span role="status">{t(`age.state.${WORDS[known.state]}`)}</span>
        </VisuallyHidden>
      ) : isWordShown ? null : (
        <VisuallyHidden>{t("age.live")}</VisuallyHidden>
      )}
    </span>
  )
}

const WORDS = { live: "live", old: "old", "catching-up": "catchingUp", offline: "offline" } as const

const SHAPES = {
  live: <circle cx="5" cy="5" r="3" fill="currentColor" />,
  old: (
    <g fill="none" stroke="currentColor" strokeWidth="1.5">
      <circle cx="5" cy="5" r="4" opacity=".35" />
      <path d="M5 1a4 4 0 0 1 4 4" />
    </g>
  ),
  "catching-up": (
    <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2" />
  ),
  offline: (
    <g fill="none" stroke="currentColor" strokeWidth="1.5">
      <circle cx="5" cy="5" r="4" />
      <path d="M2 8 8 2" />
    </g>
  ),
} as const
