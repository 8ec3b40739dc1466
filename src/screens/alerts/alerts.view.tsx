/** Own alerts: those that are armed or paused, live, and those that have fired. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AlertRow } from "#core/wire/alert.ts"
import { alerts } from "#core/wire/alert-calls.ts"
import { type Asked, useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Bell, Icon, Plus } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { activeAlerts } from "./alert-draft.ts"
import { AlertForm } from "./alert-form.view.tsx"
import { ActiveRow } from "./alert-row.view.tsx"
import styles from "./alerts.module.css"
import { FiredAlerts } from "./fired-alerts.view.tsx"

const TABS = ["active", "history"] as const

export function AlertsView() {
  const { t } = useTranslation("alerts")
  const [tab, setTab] = useState<(typeof TABS)[number]>("active")
  return (
    <div className={styles.page}>
      <Tabs
        id="alerts"
        label={t("page.tabs")}
        tabs={TABS.map((value) => ({ value, label: t(`page.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="alerts" value={tab}>
        {tab === "active" ? <Active /> : <FiredAlerts />}
      </TabPanel>
    </div>
  )
}

interface ActiveAlerts {
  rows: readonly AlertRow[]
  /** So many may be armed or paused; undefined: not known (yet). */
  most: number | undefined
}

/** As the private socket tells them; the call says how many there may be, and reads them once while the socket hasn't. */
function Active() {
  const { t } = useTranslation("alerts")
  const { isKnown, alerts: told } = useSnapshot(account)
  const asked: Asked<ActiveAlerts> = useAnswer(alerts, {})
  const live = { rows: told as readonly AlertRow[], most: asked.data?.most }
  return (
    <AskedFace
      asked={isKnown ? { ...asked, data: live } : asked}
      skeleton={<SkeletonRows count={4} />}
      failed={t("page.failed")}
    >
      {(known) => <ActiveList {...known} />}
    </AskedFace>
  )
}

/** `undefined`: the form is closed; `new`: it makes another one. */
type Shown = AlertRow | "new" | undefined

function ActiveList({ rows, most }: ActiveAlerts) {
  const { t } = useTranslation("alerts")
  const [shown, setShown] = useState<Shown>()
  const { catalogue } = useSnapshot(market)
  const active = activeAlerts(rows)
  const add = (
    <Button
      tone="accent"
      icon={<Icon glyph={Plus} size={16} />}
      // Without markets there is nothing to choose from; they come with the first answer of the server.
      disabled={!catalogue}
      onClick={() => setShown("new")}
    >
      {t("page.add")}
    </Button>
  )
  return (
    <>
      {active.length === 0 ? (
        <EmptyState glyph={Bell} action={add}>
          {t("page.none")}
        </EmptyState>
      ) : (
        <>
          <Head used={active.length} most={most}>
            {add}
          </Head>
          <ul className={styles.list} aria-label={t("page.active")}>
            {active.map((row) => (
              <li key={row.id} className={styles.item}>
                <ActiveRow row={row} onChange={() => setShown(row)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {shown ? (
        <AlertForm
          alert={shown === "new" ? undefined : shown}
          isFull={shown === "new" && most !== undefined && active.length >= most}
          most={most}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  )
}

function Head({ used, most, children }: { used: number; most: number | undefined; children: ReactNode }) {
  const { t, i18n } = useTranslation("alerts")
  const figure = (count: number) => formatNumber(count, i18n.language)
  return (
    <div className={styles.head}>
      <span className={styles.count}>
        {most === undefined ? "" : t("page.used", { used: figure(used), most: figure(most) })}
      </span>
      {children}
    </div>
  )
}
