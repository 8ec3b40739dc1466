/** From when to when is a list shown? Usual spans at a tap, or days of one's own from a calendar. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { isBackwards, type Period, SPANS, settled } from "../stores/period.ts"
import { dayOf } from "../text/days.ts"
import { offsetText } from "../text/moments.ts"
import { Button } from "../ui/button.tsx"
import { Calendar } from "../ui/calendar.tsx"
import { ChipBar } from "../ui/chip.tsx"
import { classNames } from "../ui/class-names.ts"
import { Note } from "../ui/note.tsx"
import { Sheet } from "../ui/sheet.tsx"
import styles from "./period-sheet.module.css"
import { calendarWords, dayText } from "./period-words.ts"

interface PeriodSheetProps {
  period: Period
  onChange: (period: Period) => void
  onClose: () => void
}

export function PeriodSheet({ period, onChange, onClose }: PeriodSheetProps) {
  const { t } = useTranslation("moments")
  const [draft, setDraft] = useState(period)
  const take = (next: Period) => {
    onChange(settled(next))
    onClose()
  }
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t("period.title")}
      footer={
        draft.span === "own" ? (
          <Button
            tone="accent"
            size="primary"
            isBlock
            disabled={isBackwards(draft)}
            onClick={() => take(draft)}
          >
            {t("period.apply")}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.parts}>
        <ChipBar
          label={t("period.title")}
          place="sheet"
          chips={SPANS.map((value) => ({ value, label: t(`period.span.${value}`) }))}
          value={draft.span}
          onChange={(span) => (span === "own" ? setDraft({ ...draft, span }) : take({ ...draft, span }))}
        />
        {draft.span === "own" ? <OwnDays draft={draft} onChange={setDraft} /> : null}
      </div>
    </Sheet>
  )
}

interface OwnDaysProps {
  draft: Period
  onChange: (period: Period) => void
}

/** Two days; the calendar sets the one that is pressed, and goes on to the other. */
function OwnDays({ draft, onChange }: OwnDaysProps) {
  const { t, i18n } = useTranslation("moments")
  const [end, setEnd] = useState<"fromDay" | "toDay">("fromDay")
  const now = Date.now()
  const today = dayOf(now)
  const choose = (day: string) => {
    // The same day once more takes it away: open on that side.
    onChange({ ...draft, [end]: draft[end] === day ? "" : day })
    if (end === "fromDay" && draft.fromDay !== day) setEnd("toDay")
  }
  return (
    <>
      <div className={styles.ends}>
        {(["fromDay", "toDay"] as const).map((name) => (
          <button
            key={name}
            type="button"
            className={classNames(styles.end, name === end && styles.set)}
            aria-pressed={name === end}
            onClick={() => setEnd(name)}
          >
            <span className={styles.label}>{t(`period.${name}`)}</span>
            <span className={draft[name] ? undefined : styles.any}>
              {draft[name] ? dayText(draft[name], i18n.language) : t("period.anyDay")}
            </span>
          </button>
        ))}
      </div>
      {isBackwards(draft) ? (
        <Note tone="danger" isAlert>
          {t("period.backwards")}
        </Note>
      ) : null}
      <Calendar
        words={calendarWords(t, i18n.language)}
        from={draft.fromDay}
        to={draft.toDay}
        shown={draft[end] || draft.fromDay || draft.toDay || today}
        today={today}
        last={today}
        onChoose={choose}
      />
      <p className={styles.whole}>{t("period.whole", { zone: offsetText(now) })}</p>
    </>
  )
}
