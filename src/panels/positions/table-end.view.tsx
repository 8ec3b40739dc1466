/** What stands at the end of the line above a table of positions: the way out of all, and the choice of its columns. */

import { useTranslation } from "react-i18next"
import { ColumnsButton } from "../../lists/columns/columns-button.tsx"
import { CloseAll } from "./close-all.view.tsx"
import { POSITION_COLUMNS, POSITION_TABLE } from "./position-columns.ts"

export function PositionTableEnd() {
  const { t } = useTranslation("positions")
  const columns = POSITION_COLUMNS.map((column) => ({ ...column, name: t(column.name) }))
  return (
    <>
      <CloseAll />
      <ColumnsButton table={POSITION_TABLE} columns={columns} />
    </>
  )
}
