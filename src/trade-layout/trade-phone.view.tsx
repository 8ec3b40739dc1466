/** The trade screen on an upright phone: title and price on top, the buttons under the thumb, what is traded between. */

import type { TradeLayoutProps } from "./trade-layout.view.tsx"
import styles from "./trade-phone.module.css"
import { TradeTitle } from "./trade-title.view.tsx"

export function TradePhone({ market, interval, parts }: TradeLayoutProps) {
  return (
    <div className={styles.screen}>
      <TradeTitle market={market} interval={interval} />
      {parts.head}
      {parts.phone}
      {parts.actions}
    </div>
  )
}
