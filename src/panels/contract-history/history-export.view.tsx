/** Takes a list of contracts along as a CSV file: all its pages with the filters that are on, every field as the wire has it. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { CSV_MARK, csvLine } from "#core/wire/csv-text.ts"
import type { AskOf, Endpoint } from "#core/wire/endpoint.ts"
import { call } from "../../api/call.ts"
import { saveFile } from "../../api/download.ts"
import { dayOf } from "../../text/days.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { Download, Icon } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toaster.ts"
import { plainFields } from "./history.model.ts"

const PAGE_ROWS = 500
/** A file of more rows is cut, and says so: the calls are counted. */
const ROWS_MAX = 20_000

interface HistoryExportProps {
  endpoint: Endpoint
  query: Readonly<Record<string, string | number>>
  /** First part of the file's name. */
  name: string
}

interface Page {
  rows: object[]
  next: string
}

export function HistoryExport({ endpoint, query, name }: HistoryExportProps) {
  const { t, i18n } = useTranslation("positions")
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController | undefined>(undefined)
  // Who leaves the list gives up.
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const control = new AbortController()
    running.current = control
    const rows: object[] = []
    let cursor: string | undefined
    do {
      setCount(rows.length)
      const request = { ...query, limit: PAGE_ROWS, ...(cursor && { cursor }) } as AskOf<Endpoint>
      const answer = await call(endpoint, request, control.signal)
      if (control.signal.aborted) return
      if (!answer.ok) {
        setCount(undefined)
        showToast("failure", answer.failure.text)
        return
      }
      const page = answer.data as Page
      rows.push(...page.rows)
      cursor = page.next
    } while (cursor !== "" && rows.length < ROWS_MAX)
    setCount(undefined)
    const file = `${name}-${dayOf(Date.now())}.csv`
    saveFile(new Blob([csvText(rows)], { type: "text/csv" }), file)
    showToast("success", t(cursor ? "history.cut" : "history.saved", { name: file, count: rows.length }))
  }
  return (
    <Button
      tone="plain"
      isBusy={count !== undefined}
      icon={<Icon glyph={Download} size={16} />}
      onClick={() => void save()}
    >
      {count ? formatNumber(count, i18n.language) : "CSV"}
    </Button>
  )
}

function csvText(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return CSV_MARK
  const heads = plainFields(first).map(([name]) => name)
  return (
    CSV_MARK + [heads, ...rows.map((row) => plainFields(row).map(([, text]) => text))].map(csvLine).join("")
  )
}
