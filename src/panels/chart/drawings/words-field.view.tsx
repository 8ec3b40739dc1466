/** The words of a text on the chart: typed here, there when the field is left or by Enter. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { DRAWING_TEXT_MAX, type Drawing } from "#core/drawing/drawing.ts"
import styles from "./chosen-bar.module.css"

interface WordsFieldProps {
  drawing: Drawing
  onChange: (changed: Partial<Drawing>) => void
}

export function WordsField({ drawing, onChange }: WordsFieldProps) {
  const { t } = useTranslation("drawing")
  const [words, setWords] = useState(drawing.text)
  const take = () => {
    if (words.trim() !== drawing.text) onChange({ text: words.trim() })
  }
  return (
    <input
      className={styles.words}
      aria-label={t("words")}
      placeholder={t("words")}
      // A text that was just placed has no words yet: they are what comes next.
      ref={(field) => {
        if (field && drawing.text === "" && words === "") field.focus({ preventScroll: true })
      }}
      maxLength={DRAWING_TEXT_MAX}
      value={words}
      disabled={drawing.locked}
      onChange={(event) => setWords(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take()
      }}
    />
  )
}
