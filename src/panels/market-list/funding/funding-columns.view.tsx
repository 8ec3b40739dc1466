/** The columns of the table of funding, and the button that opens their list. */

import { useTranslation } from "react-i18next"
import type { Column } from "#core/workspace/table-columns.ts"
import { ColumnsButton } from "../../../lists/columns/columns-button.tsx"
import type { FundingSort } from "./funding.model.ts"

/** Under which name the choice is kept. */
export const FUNDING_TABLE = "funding"

export const FUNDING_COLUMNS: readonly (Column & { key: FundingSort })[] = [
  { key: "instrument", isKept: true },
  { key: "rate" },
  { key: "nextFunding" },
  { key: "yearly" },
  { key: "average8h" },
  { key: "average1d" },
  { key: "average7d" },
  { key: "openValue" },
]

export function FundingColumnsButton() {
  const { t } = useTranslation("overview")
  const columns = FUNDING_COLUMNS.map((column) => ({ ...column, name: t(`funding.${column.key}`) }))
  return <ColumnsButton table={FUNDING_TABLE} columns={columns} />
}
