/** The age of what a panel shows, as a shape and a word; the shape alone tells its states apart. */

import type { Freshness } from "#workers/market/market.api.ts"
import { useFirstWords } from "../words/first-words.ts"
import { ageParts } from "./age-mark.model.ts"
import styles from "./age-mark.module.css"
import { classNames } from "./class-names.ts"
import { useEachSecond } from "./each-second.ts"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface AgeMarkProps {
  /** Undefined: not known yet, shown as catching up. */
  freshness: Freshness | undefined
  /** It arrives, but nothing can happen to it: said instead of "live". */
  isPaused?: boolean
  /** The shape without its word, for narrow heads; other states than live keep the word. */
  isCompact?: boolean
  /** Announces changes of state politely. At most one mark a screen, or each change is read five times. */
  isAnnounced?: boolean
  className?: string | undefined
}

export function AgeMark(props: AgeMarkProps) {
  const { freshness, isPaused = false, isCompact = false, isAnnounced = false, className } = props
  const t = useFirstWords()
  const known = freshness ?? { state: "catching-up" }
  const shown = isPaused && known.state === "live" ? "paused" : known.state
  const isCounting = known.state === "old" || known.state === "offline"
  const now = useEachSecond(isCounting)
  const age = isCounting ? ageParts(now - known.since) : undefined
  const ageText = age ? t(`age.${age.unit}`, { count: age.count }) : ""
  const isWordShown = !(isCompact && shown === "live")
  return (
    <span className={classNames(styles.age, styles[shown], className)}>
      <svg className={styles.shape} viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[shown]}
      </svg>
      {isWordShown ? (
        <span className={styles.word} aria-hidden={isAnnounced || undefined}>
          {t(`age.${WORDS[shown]}`, { age: ageText })}
        </span>
      ) : null}
      {isAnnounced ? (
        <VisuallyHidden>
          <span role="status">{t(`age.state.${WORDS[shown]}`)}</span>
        </VisuallyHidden>
      ) : isWordShown ? null : (
        <VisuallyHidden>{t("age.live")}</VisuallyHidden>
      )}
    </span>
  )
}

const WORDS = {
  live: "live",
  paused: "paused",
  old: "old",
  "catching-up": "catchingUp",
  offline: "offline",
} as const

const SHAPES = {
  live: <circle cx="5" cy="5" r="3" fill="currentColor" />,
  paused: <path d="M3.5 2v6M6.5 2v6" stroke="currentColor" strokeWidth="1.5" />,
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
