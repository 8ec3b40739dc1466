/** Takes a list along as a CSV file: all its pages with the filters that are on, every field as the wire has it. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { CSV_MARK, csvLine } from "#core/wire/csv-text.ts"
import type { AskOf, Endpoint } from "#core/wire/endpoint.ts"
import { call } from "../api/call.ts"
import { saveFile } from "../api/download.ts"
import { dayOf } from "../text/days.ts"
import { formatNumber } from "../text/numbers.ts"
import { Button } from "../ui/button.tsx"
import { Download, Icon } from "../ui/icon.tsx"
import { showToast } from "../ui/toaster.ts"
import styles from "./csv-export.module.css"
import { plainFields } from "./csv-fields.ts"

/** The same in every language. */
const FORMAT = "CSV"
const PAGE_ROWS = 500
/** A file of more rows is cut, and says so: the calls are counted. */
const ROWS_MAX = 20_000

interface CsvExportProps {
  endpoint: Endpoint
  query: Readonly<Record<string, string | number>>
  /** First part of the file's name. */
  name: string
  /** Rows within a row whose fields are taken along. */
  nested?: readonly string[]
}

interface Page {
  rows: object[]
  next: string
}

export function CsvExport({ endpoint, query, name, nested = [] }: CsvExportProps) {
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
    saveFile(new Blob([csvText(rows, nested)], { type: "text/csv" }), file)
    showToast("success", t(cursor ? "history.cut" : "history.saved", { name: file, count: rows.length }))
  }
  return (
    <Button
      tone="plain"
      isBusy={count !== undefined}
      icon={<Icon glyph={Download} size={16} />}
      onClick={() => void save()}
    >
      {count ? formatNumber(count, i18n.language) : <span className={styles.word}>{FORMAT}</span>}
    </Button>
  )
}

function csvText(rows: readonly object[], nested: readonly string[]): string {
  // An ended contract may lack a tick: the heads are those of the row that has the most.
  const heads = [...new Set(rows.flatMap((row) => plainFields(row, nested).map(([name]) => name)))]
  if (heads.length === 0) return CSV_MARK
  const lines = rows.map((row) => {
    const fields = new Map(plainFields(row, nested))
    return heads.map((name) => fields.get(name) ?? "")
  })
  return CSV_MARK + [heads, ...lines].map(csvLine).join("")
}
