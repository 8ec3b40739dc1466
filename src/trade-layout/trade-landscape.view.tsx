/** The trade screen on a phone lying down: the chart left, the book with its two buttons or the ticket right; pair and price in the top bar. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { TopBarEnd, TopBarTitle } from "../page-head/bar-slots.tsx"
import { BookPanel } from "../panels/book/book.view.tsx"
import { PairTitle } from "../panels/market-list/pair-title.view.tsx"
import { ScreenLink } from "../places/screen-link.tsx"
import { openTicket, ticket } from "../stores/ticket-store.ts"
import { Icon, Maximize2 } from "../ui/icon.tsx"
import { TabPanel, Tabs } from "../ui/tabs.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import styles from "./trade-landscape.module.css"
import type { TradeLayoutProps } from "./trade-layout.view.tsx"

export function TradeLandscape({ market, interval, onInterval, onPick, onTicket, parts }: TradeLayoutProps) {
  const { t } = useTranslation("market")
  // Where there is no column for it, the open ticket takes the book's place: the chart stays in sight.
  const isTicket = useSnapshot(ticket).isOpen
  return (
    <div className={styles.screen}>
      <TopBarTitle>
        <PairTitle market={market} hasStar={false} />
        {parts.headLine}
      </TopBarTitle>
      <TopBarEnd>
        {parts.listsButton}
        <ScreenLink
          to="/pages/kline/index"
          search={{ symbol: market.id, interval }}
          className={styles.chartLink}
          title={t("head.chart")}
          aria-label={t("head.chart")}
        >
          <Icon glyph={Maximize2} size={16} />
        </ScreenLink>
        <span className={styles.spare} />
      </TopBarEnd>
      <div className={styles.chart}>
        <LazyChart instrument={market.id} {...{ interval, onInterval, onTicket }} compact />
      </div>
      <div className={styles.side}>
        <Tabs
          id="side"
          size="small"
          label={t("faces.label")}
          tabs={[
            { value: "book", label: t("book.short") },
            { value: "ticket", label: t("faces.order") },
          ]}
          value={isTicket ? "ticket" : "book"}
          onChange={(side) => openTicket(side === "ticket")}
        />
        <TabPanel
          id="side"
          value={isTicket ? "ticket" : "book"}
          className={isTicket ? styles.ticket : styles.book}
        >
          {isTicket ? parts.ticket : <BookPanel market={market} place="phone" onPick={onPick} />}
        </TabPanel>
        {isTicket ? null : <div className={styles.actions}>{parts.actions}</div>}
      </div>
    </div>
  )
}
