/** How many charts stand on the desk, and what links them: a button in the bar of the first one. */

import { lazy, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import type { ShownChart } from "../stores/charts-store.ts"
import { LayoutGrid } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"

const ChartsSheet = lazy(() =>
  import("./charts-sheet.view.tsx").then((module) => ({ default: module.ChartsSheet })),
)

export function ChartsButton({ first }: { first: ShownChart }) {
  const { t } = useTranslation("chart")
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        glyph={LayoutGrid}
        size={16}
        label={t("several.title")}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <ChartsSheet first={first} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
