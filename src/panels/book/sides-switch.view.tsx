/** Which sides of the book are shown? Three small pictures on a desk, one that goes round on a phone. */

import { useTranslation } from "react-i18next"
import { BOOK_SIDES, type BookSides } from "../../stores/book-store.ts"
import { classNames } from "../../ui/class-names.ts"
import styles from "./sides-switch.module.css"

interface SidesSwitchProps {
  value: BookSides
  onChange: (sides: BookSides) => void
  /** One button that shows the present choice and leads to the next. */
  isCycling: boolean
}

export function SidesSwitch({ value, onChange, isCycling }: SidesSwitchProps) {
  const { t } = useTranslation("market")
  if (isCycling) {
    const next = BOOK_SIDES[(BOOK_SIDES.indexOf(value) + 1) % BOOK_SIDES.length] ?? "both"
    return (
      <button
        type="button"
        className={classNames(styles.button, styles.cycling)}
        aria-label={`${t("book.sides")}: ${t(`book.${value}`)}`}
        onClick={() => onChange(next)}
      >
        <SidesPicture sides={value} />
      </button>
    )
  }
  return (
    <fieldset className={styles.switch} aria-label={t("book.sides")}>
      {BOOK_SIDES.map((sides) => (
        <button
          key={sides}
          type="button"
          className={classNames(styles.button, sides === value && styles.on)}
          aria-pressed={sides === value}
          aria-label={t(`book.${sides}`)}
          title={t(`book.${sides}`)}
          onClick={() => onChange(sides)}
        >
          <SidesPicture sides={sides} />
        </button>
      ))}
    </fieldset>
  )
}

/** Asks above, bids below, as in the book itself. */
function SidesPicture({ sides }: { sides: BookSides }) {
  return (
    <svg viewBox="0 0 16 16" className={styles.picture} aria-hidden="true">
      {sides === "bids" ? null : <path className={styles.asks} d={ASKS[sides]} />}
      {sides === "asks" ? null : <path className={styles.bids} d={BIDS[sides]} />}
    </svg>
  )
}

const ASKS = { both: "M2 3.5h12M6 6.5h8", asks: "M2 3.5h12M4 6.5h10M6 9.5h8M9 12.5h5" }
const BIDS = { both: "M6 9.5h8M2 12.5h12", bids: "M9 3.5h5M6 6.5h8M4 9.5h10M2 12.5h12" }
