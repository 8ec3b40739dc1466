/** Every movement of the own money: `/pages/assets/record?id=USDT`. */

import { useState } from "react"
import { assets, bill } from "#core/wire/asset-calls.ts"
import { useAnswer, usePages } from "../../api/query.ts"
import { type BillFilter, NO_FILTER, queryOf } from "../../panels/bill/bill.model.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { BillView } from "./bill.view.tsx"

const PAGE_ROWS = 50
const CURRENCY = /^[A-Z0-9]{1,16}$/

export function BillScreen() {
  const { id = "" } = useScreenSearch()
  const [filter, setFilter] = useState<BillFilter>(() => ({
    ...NO_FILTER,
    currency: CURRENCY.test(id) ? id : "",
  }))
  const query = queryOf(filter, Date.now())
  const list = usePages(bill, { ...query, limit: PAGE_ROWS })
  const rates = useAnswer(assets, {}).data?.rates
  const names = [...(rates ?? []).map(({ currency }) => currency), "USDT", filter.currency].filter(Boolean)
  return (
    <BillView
      list={list}
      filter={filter}
      onFilter={setFilter}
      query={query}
      currencies={[...new Set(names)].sort()}
    />
  )
}
