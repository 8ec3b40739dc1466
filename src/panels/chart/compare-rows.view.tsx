/** The markets that a chart is compared with: each with the colour of its line and a button that ends it, and a choice of one more. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { COMPARED_MAX } from "../../stores/chart-setup.ts"
import { changeSetup, marketOfSetup } from "../../stores/chart-store.ts"
import { market } from "../../stores/market-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Select } from "../../ui/select.tsx"
import styles from "./settings-sheet.module.css"

/** Nothing: no name of a market is empty. */
const NONE = ""

export function CompareRows({ instrument, compare }: { instrument: string; compare: readonly string[] }) {
  const { t } = useTranslation("market")
  const { catalogue } = useSnapshot(market)
  const others = (catalogue?.all ?? []).filter(
    ({ id, kind }) => kind !== "second" && id !== marketOfSetup(instrument) && !compare.includes(id),
  )
  const change = (next: readonly string[]) => changeSetup(instrument, { compare: next })
  return (
    <>
      <div className={styles.row}>
        <span>{t("chart.compare")}</span>
        {compare.length < COMPARED_MAX ? (
          <Select
            label={t("chart.compare")}
            options={[
              { value: NONE, label: t(compare.length > 0 ? "chart:compare.another" : "chart.compareNone") },
              ...others.map(({ id }) => ({ value: id as string, label: marketTitle(id) })),
            ]}
            value={NONE}
            onChange={(id) => (id === NONE ? undefined : change([...compare, id]))}
          />
        ) : (
          <span>{t("chart:compare.full", { most: COMPARED_MAX })}</span>
        )}
      </div>
      {compare.map((id, at) => (
        <div key={id} className={styles.row} data-compared={id}>
          <span className={styles.compared}>
            <span className={styles.swatch} style={{ background: `var(--compared-${at + 1})` }} />
            {marketTitle(id)}
          </span>
          <IconButton
            glyph={X}
            size={16}
            label={t("chart:compare.end", { market: marketTitle(id) })}
            onClick={() => change(compare.filter((each) => each !== id))}
          />
        </div>
      ))}
    </>
  )
}
