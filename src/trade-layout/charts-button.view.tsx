/** How many charts stand on the desk, and what links them: a button in the bar of the first one. */

import type { Ref } from "react"
import { useTranslation } from "react-i18next"
import { LayoutGrid } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"

/** What it opens stands outside: with another count of charts the button is another one. */
export function ChartsButton({ ref, onOpen }: { ref: Ref<HTMLButtonElement>; onOpen: () => void }) {
  const { t } = useTranslation("chart")
  return (
    <IconButton
      ref={ref}
      glyph={LayoutGrid}
      size={16}
      label={t("several.title")}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  )
}
