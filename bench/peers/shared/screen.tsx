/** Layout of a peer's screen: the spot-trade desk at 1440×900 with the terminal's measures; static parts are plain boxes. */

import type { ReactNode } from "react"
import { Virtuoso } from "react-virtuoso"
import rail from "#src/panels/market-list/rail-list.module.css"
import desk from "#src/trade-layout/trade-desk.module.css"
import { ACTIVE } from "./contract.ts"
import styles from "./screen.module.css"

interface ScreenProps {
  list: ReactNode
  head: ReactNode
  chart: ReactNode
  book: ReactNode
  tape: ReactNode
}

export function Screen({ list, head, chart, book, tape }: ScreenProps) {
  return (
    <div className={styles.shell}>
      <header className={styles.top}>Saker bench: a peer</header>
      <div className={styles.desk}>
        <div className={`${rail.rail} ${styles.rail}`}>
          <div className={styles.search} />
          <div className={rail.rows}>{list}</div>
          <footer className={rail.foot}>500 markets</footer>
        </div>
        <div className={styles.middle}>
          <header className={desk.instrument}>
            <h2 className={desk.pair}>{ACTIVE.replace("_", "/")}</h2>
            {head}
          </header>
          <div className={styles.market}>
            <div className={styles.charts}>
              <div className={styles.intervals} />
              <div className={styles.chart}>{chart}</div>
              <div className={styles.orders} />
            </div>
            <div className={styles.depth}>
              <div className={styles.book}>{book}</div>
              <div className={styles.tape}>{tape}</div>
            </div>
          </div>
        </div>
        <div className={styles.ticket} />
      </div>
    </div>
  )
}

interface RailProps<Context> {
  ids: readonly string[]
  context: Context
  row: (id: string, context: Context) => ReactNode
}

/** Virtualised as in the terminal, with the same row height. */
export function Rail<Context>({ ids, context, row }: RailProps<Context>) {
  return (
    <Virtuoso
      data={ids}
      context={context}
      defaultItemHeight={28}
      computeItemKey={(_, id) => id}
      itemContent={(_, id, shown) => row(id, shown)}
    />
  )
}
