/** Saves the bill as a CSV file: the lines on screen, all pages of them, or what counts for taxes in the columns of a tax program. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { BILL_EXPORT_PATH, TAX_EXPORT_PATH, TAX_FORMATS, type TaxFormat } from "#core/wire/asset-calls.ts"
import { download, saveFile } from "../../api/download.ts"
import { dayOf } from "../../text/days.ts"
import { fileSize } from "../../text/file-size.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { Download, Icon } from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { Select } from "../../ui/select.tsx"
import { showToast } from "../../ui/toaster.ts"
import type { BillQuery } from "./bill.model.ts"
import styles from "./bill-export.module.css"

interface BillExportProps {
  query: BillQuery
  /** There is nothing to save. */
  isEmpty: boolean
}

/** Names of products, the same in every language. */
const TAX_NAMES: Record<TaxFormat, string> = {
  koinly: "Koinly",
  cointracker: "CoinTracker",
  coinledger: "CoinLedger",
}

interface Progress {
  bytes: number
  lines: number
}

export function BillExport({ query, isEmpty }: BillExportProps) {
  const { t, i18n } = useTranslation("assets")
  const [format, setFormat] = useState<TaxFormat | "whole">("whole")
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController | undefined>(undefined)
  // Who leaves the screen gives up.
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    if (running.current) return
    const control = new AbortController()
    running.current = control
    const { signal } = control
    let rows = 0
    setProblem(undefined)
    setProgress({ bytes: 0, lines: 0 })
    const { from, to } = query
    const [path, asked] =
      format === "whole"
        ? [BILL_EXPORT_PATH, query]
        : [TAX_EXPORT_PATH, { format, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
    const answer = await download(path, asked, {
      signal,
      onProgress: (bytes, lines) => {
        rows = Math.max(0, lines - 1)
        setProgress({ bytes, lines: rows })
      },
    })
    running.current = undefined
    if (signal.aborted) return
    setProgress(undefined)
    if (!answer.ok) return setProblem(answer.failure.text)
    const kind = format === "whole" ? "" : `-${format}`
    const name = `${t("bill.fileName")}${kind}-${dayOf(Date.now())}.csv`
    saveFile(answer.data, name)
    showToast("success", t("bill.saved", { name, count: rows }))
  }
  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setProgress(undefined)
  }

  return (
    <div className={styles.export}>
      {progress ? (
        <>
          <span role="status" className={styles.progress}>
            {t("bill.saving", {
              rows: formatNumber(progress.lines, i18n.language),
              size: fileSize(progress.bytes, i18n.language),
            })}
          </span>
          <Button tone="outline" onClick={cancel}>
            {t("bill.cancel")}
          </Button>
        </>
      ) : (
        <>
          <Select
            label={t("bill.format")}
            options={[
              { value: "whole", label: t("bill.formatWhole") },
              ...TAX_FORMATS.map((value) => ({ value, label: TAX_NAMES[value] })),
            ]}
            value={format}
            onChange={setFormat}
          />
          <Button
            tone="plain"
            icon={<Icon glyph={Download} size={16} />}
            disabled={isEmpty}
            onClick={() => void save()}
          >
            {t("bill.export")}
          </Button>
          {format === "whole" ? null : <span className={styles.hint}>{t("bill.formatTax")}</span>}
        </>
      )}
      {problem ? (
        <Note tone="danger" isAlert className={styles.problem}>
          {t("bill.exportFailed")} {problem}
        </Note>
      ) : null}
    </div>
  )
}
