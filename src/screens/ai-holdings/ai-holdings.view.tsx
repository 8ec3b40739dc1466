/** Own holdings of AI products: those that run, live, and those that have ended. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AiHolding } from "#core/wire/ai.ts"
import { aiHoldings } from "#core/wire/ai-calls.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { usePages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { withEnded } from "../../panels/ai/ai.model.ts"
import { HoldingsList, type HoldingsTab } from "../../panels/ai/holdings-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./ai-holdings.module.css"

const PAGE_ROWS = 50
const TABS = ["running", "ended"] as const satisfies readonly HoldingsTab[]

export function AiHoldingsView() {
  const { t } = useTranslation("ai")
  const [tab, setTab] = useState<HoldingsTab>("running")
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <Tabs
        id="ai-holdings"
        label={t("app:screen.aiHoldings")}
        tabs={TABS.map((value) => ({ value, label: t(`holding.tab.${value}`) }))}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="ai-holdings" value={tab}>
        {tab === "running" ? <Running /> : <Ended />}
      </TabPanel>
    </div>
  )
}

/** As the private socket tells them; read once by a call while it hasn't. */
function Running() {
  const { t } = useTranslation("ai")
  const { isKnown, holdings } = useSnapshot(account)
  const isDesk = useIsDesk()
  const asked = usePages(aiHoldings, { status: "running", limit: PAGE_ROWS })
  const show = (rows: readonly AiHolding[], paging?: typeof asked) =>
    rows.length === 0 ? (
      <EmptyState
        action={
          <ScreenLink to="/pages/ai/index" className={buttonClass({ tone: "outline" })}>
            {t("product.toList")}
          </ScreenLink>
        }
      >
        {t("holding.none")}
      </EmptyState>
    ) : (
      <HoldingsList tab="running" rows={rows} isTable={isDesk} paging={paging} />
    )
  if (isKnown) return show(holdings as readonly AiHolding[])
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("holding.failed")}>
      {(rows) => show(rows, asked)}
    </AskedFace>
  )
}

function Ended() {
  const { t } = useTranslation("ai")
  const { endedHoldings } = useSnapshot(account)
  const isDesk = useIsDesk()
  const asked = usePages(aiHoldings, { status: "ended", limit: PAGE_ROWS })
  useAfterGap(asked.retry)
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("holding.failed")}>
      {(read) => {
        const rows = withEnded(read, endedHoldings as readonly AiHolding[])
        if (rows.length === 0) return <EmptyState>{t("holding.noneEnded")}</EmptyState>
        return <HoldingsList tab="ended" rows={rows} isTable={isDesk} paging={asked} />
      }}
    </AskedFace>
  )
}
