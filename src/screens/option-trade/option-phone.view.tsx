/** The screen of second contracts without a terminal: upright and lying phone, and tablet. The two buttons stay under the thumb. */

import { useTranslation } from "react-i18next"
import { TopBarEnd, TopBarTitle } from "../../page-head/bar-slots.tsx"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { SecondHead, SecondLine } from "../../panels/price-head/second-head.view.tsx"
import { LastResult } from "../../panels/second-running/result.view.tsx"
import { RunningCard, useRunning } from "../../panels/second-running/running.view.tsx"
import { SecondActions } from "../../panels/second-ticket/second-actions.view.tsx"
import { SecondFields } from "../../panels/second-ticket/second-fields.view.tsx"
import { SecondTicketPanel } from "../../panels/second-ticket/second-ticket.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { LazyChart } from "../../trade-layout/lazy-chart.view.tsx"
import { ListsStrip } from "../../trade-layout/lists-strip.view.tsx"
import { classNames } from "../../ui/class-names.ts"
import { History, Icon } from "../../ui/icon.tsx"
import { iconButtonClass } from "../../ui/icon-button.tsx"
import { OptionLists } from "./option-lists.view.tsx"
import styles from "./option-phone.module.css"
import type { OptionTradeProps } from "./option-props.ts"

export function OptionPhone({ market, interval, onInterval }: OptionTradeProps) {
  const { t } = useTranslation("option")
  return (
    <div className={styles.screen}>
      <Title {...{ market }} />
      <SecondHead market={market} />
      <div className={styles.scroll}>
        <div className={styles.chart}>
          <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
        </div>
        <Running />
        <section className={styles.form} aria-label={t("ticket.title")}>
          <SecondFields />
        </section>
      </div>
      <div className={styles.actions}>
        <SecondActions />
      </div>
    </div>
  )
}

export function OptionLandscape({ market, interval, onInterval }: OptionTradeProps) {
  const { t } = useTranslation("option")
  return (
    <div className={styles.low}>
      <Title market={market}>
        <SecondLine market={market} />
      </Title>
      <div className={styles.lowChart}>
        <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
      </div>
      <div className={styles.lowForm}>
        <div className={styles.scroll}>
          <Running />
          <section className={styles.form} aria-label={t("ticket.title")}>
            <SecondFields />
          </section>
        </div>
        <div className={styles.actions}>
          <SecondActions />
        </div>
      </div>
    </div>
  )
}

export function OptionTablet({ market, interval, onInterval }: OptionTradeProps) {
  return (
    <div className={styles.tablet}>
      <Title market={market} />
      <div className={styles.left}>
        <SecondHead market={market} />
        <div className={styles.chart}>
          <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
        </div>
        <div className={styles.lists}>
          <OptionLists form="cards" />
        </div>
      </div>
      <div className={styles.right}>
        <div className={styles.results}>
          <LastResult />
        </div>
        <SecondTicketPanel />
      </div>
    </div>
  )
}

function Title({ market, children }: Pick<OptionTradeProps, "market"> & { children?: React.ReactNode }) {
  const { t } = useTranslation("option")
  return (
    <>
      <TopBarTitle>
        <PairTitle market={market} hasStar={false} />
        {children}
      </TopBarTitle>
      <TopBarEnd>
        <ScreenLink
          to="/pages/option/record"
          className={classNames(iconButtonClass)}
          title={t("record.title")}
          aria-label={t("record.title")}
        >
          <Icon glyph={History} />
        </ScreenLink>
      </TopBarEnd>
    </>
  )
}

/** The contract that ends next as a card, how the last one ended, and a line to all that run. */
function Running() {
  const { t } = useTranslation("option")
  const running = useRunning() ?? []
  const [next] = running
  return (
    <>
      <div className={styles.results}>
        <LastResult />
        {next ? <RunningCard contract={next} isNamed={running.length > 1} /> : null}
      </div>
      {running.length > 1 ? (
        <ListsStrip
          name={t("running.title")}
          count={running.length}
          label={t("running.title")}
          lists={<OptionLists form="cards" />}
          onPointerDown={() => undefined}
          onOpen={() => undefined}
        >
          {null}
        </ListsStrip>
      ) : null}
    </>
  )
}
