/** Opens the list of a table's columns. */

import { lazy, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Column } from "#core/workspace/table-columns.ts"
import { Columns3Cog } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"

export interface NamedColumn extends Column {
  name: string
}

interface ColumnsButtonProps {
  table: string
  /** All of the table's, in the order that stands until another is chosen. */
  columns: readonly NamedColumn[]
  className?: string | undefined
}

const loadSheet = () => import("./columns-sheet.tsx")
const ColumnsSheet = lazy(() => loadSheet().then((module) => ({ default: module.ColumnsSheet })))

export function ColumnsButton({ table, columns, className }: ColumnsButtonProps) {
  const { t } = useTranslation("workspace")
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        glyph={Columns3Cog}
        size={16}
        label={t("columns.title")}
        className={className}
        aria-haspopup="dialog"
        onPointerDown={() => void loadSheet()}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <ColumnsSheet table={table} columns={columns} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
