/** What have I in the market? A visitor is told how to see it. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ScreenLink } from "../../app/screen-link.tsx"
import { session } from "../../stores/session-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ChevronRight, Icon, LogIn } from "../../ui/icon.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import styles from "./orders-strip.module.css"

interface OrdersProps {
  instrument: string
}

/** Phone: one line of 44 px for a visitor. */
export function OrdersStrip({ instrument }: OrdersProps) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  // Nothing to lead to: orders can't be placed yet.
  if (isIn) return null
  return (
    <ScreenLink
      to="/login"
      search={{ to: `/pages/spot/trade?symbol=${instrument}` }}
      className={styles.strip}
    >
      <span className={styles.name}>{t("orders.open")}</span>
      <span className={styles.hint}>{t("ticket.loginToTrade")}</span>
      <Icon glyph={ChevronRight} size={16} />
    </ScreenLink>
  )
}

/** Desk and tablet: the panel under the chart. */
export function OrdersPanel({ instrument }: OrdersProps) {
  const { t } = useTranslation("market")
  const isIn = useSnapshot(session).token !== null
  return (
    <section className={styles.panel} aria-label={t("orders.open")}>
      <Tabs
        id="orders"
        size="small"
        label={t("orders.open")}
        tabs={[{ value: "open", label: t("orders.open") }]}
        value="open"
        onChange={() => undefined}
      />
      <TabPanel id="orders" value="open" className={styles.body}>
        <EmptyState
          action={
            isIn ? undefined : (
              <ScreenLink
                to="/login"
                search={{ to: `/pages/spot/trade?symbol=${instrument}` }}
                className={buttonClass({ tone: "quiet" })}
              >
                <Icon glyph={LogIn} size={16} />
                {t("ticket.login")}
              </ScreenLink>
            )
          }
        >
          {isIn ? t("ticket.notYet") : t("orders.loginHint")}
        </EmptyState>
      </TabPanel>
    </section>
  )
}
