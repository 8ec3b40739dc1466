/** The trade screen on an upright phone: title and price on top, below them the faces that the screen of the kind brings, with their buttons. */

import type { TradeLayoutProps } from "./trade-layout.view.tsx"
import styles from "./trade-phone.module.css"
import { TradeTitle } from "./trade-title.view.tsx"

export function TradePhone({ market, interval, parts }: TradeLayoutProps) {
  return (
    <div className={styles.screen}>
      <TradeTitle market={market} interval={interval} />
      {parts.head}
      {parts.phone}
    </div>
  )
}
