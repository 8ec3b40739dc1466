/** The choice of a coin and its network. A list of coins, and the networks of the chosen one side by side. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { networkName } from "#core/chain/network-name.ts"
import { coinMarket } from "../../amounts/coin-market.ts"
import { market } from "../../stores/market-store.ts"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import styles from "./custody.module.css"
import { type CoinNetwork, chosenOf, coinsOf } from "./networks.ts"

interface CoinNetworkFieldsProps<Row extends CoinNetwork> {
  rows: readonly Row[]
  chosen: Row
  onChange: (row: Row) => void
}

export function CoinNetworkFields<Row extends CoinNetwork>(props: CoinNetworkFieldsProps<Row>) {
  const { rows, chosen, onChange } = props
  const { t } = useTranslation("addresses")
  const { catalogue } = useSnapshot(market)
  const choose = (currency: string, chain?: string) => {
    const row = chosenOf(rows, currency, chain)
    if (row) onChange(row)
  }
  return (
    <div className={styles.choices}>
      <ChoiceField
        label={t("coin")}
        options={coinsOf(rows).map((value) => ({
          value,
          label: [value, coinMarket(catalogue, value)?.name].filter(Boolean).join(" · "),
        }))}
        value={chosen.currency}
        onChange={(currency) => choose(currency)}
      />
      <div>
        <p className={styles.label} aria-hidden="true">
          {t("network")}
        </p>
        <Segmented
          label={t("network")}
          segments={rows
            .filter(({ currency }) => currency === chosen.currency)
            .map(({ chain, currency }) => ({ value: chain as string, label: networkName(chain, currency) }))}
          value={chosen.chain}
          onChange={(chain) => choose(chosen.currency, chain)}
        />
      </div>
    </div>
  )
}
