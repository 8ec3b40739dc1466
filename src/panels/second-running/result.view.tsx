/** How the last second contract ended: it stays until it is put away or the next one opens. In the same words and looks for gain and loss. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SecondContract } from "#core/wire/second.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { resultSentence } from "../../order-news/second-sentence.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { putResultsAway, resultPlaces, seenResults } from "../../stores/second-form-store.ts"
import { X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import styles from "./running.module.css"
import { useDecimals } from "./running-cells.view.tsx"

export function LastResult() {
  const { endedSeconds } = useSnapshot(account)
  const { until } = useSnapshot(seenResults)
  useEffect(() => {
    resultPlaces.count += 1
    return () => {
      resultPlaces.count -= 1
    }
  }, [])
  const last = (endedSeconds as readonly SecondContract[])[0]
  // There before what it says: a live region that comes with its words may stay unheard.
  return (
    <div role="status" className={styles.results}>
      {last && last.settled > until ? <Result contract={last} /> : null}
    </div>
  )
}

function Result({ contract }: { contract: SecondContract }) {
  const { t, i18n } = useTranslation("option")
  const money = useOwnAmounts()
  const decimals = useDecimals(contract.instrument)
  return (
    <div className={styles.result} data-result={contract.id}>
      <p>
        {resultSentence(contract, { t, language: i18n.language, decimals, money })}{" "}
        <ScreenLink to="/pages/option/record" search={{ id: String(contract.id) }} className={styles.see}>
          {t("result.see")}
        </ScreenLink>
      </p>
      <IconButton
        glyph={X}
        size={16}
        label={t("result.close")}
        onClick={() => putResultsAway(contract.settled)}
      />
    </div>
  )
}
