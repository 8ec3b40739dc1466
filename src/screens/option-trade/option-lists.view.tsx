/** What runs and what has ended, as tabs of one panel. */

import { lazy, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { RunningList } from "../../panels/second-running/running.view.tsx"
import { account } from "../../stores/account-store.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import styles from "./option-lists.module.css"

const RecentRecords = lazy(() =>
  import("../../panels/second-records/recent-records.view.tsx").then((module) => ({
    default: module.RecentRecords,
  })),
)

type Tab = "running" | "records"

export function OptionLists({ form }: { form: "table" | "cards" }) {
  const { t } = useTranslation("option")
  const { isKnown, seconds } = useSnapshot(account)
  const [tab, setTab] = useState<Tab>("running")
  const label = t("running.lists")
  return (
    <section className={styles.panel} aria-label={label}>
      <Tabs<Tab>
        id="second-lists"
        size={form === "table" ? "small" : "normal"}
        label={label}
        tabs={[
          { value: "running", label: t("running.title"), ...(isKnown ? { count: seconds.length } : {}) },
          { value: "records", label: t("record.short") },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id="second-lists" value={tab} className={styles.body}>
        {tab === "running" ? (
          <RunningList form={form} />
        ) : (
          <Suspense fallback={<SkeletonRows count={3} />}>
            <RecentRecords form={form} />
          </Suspense>
        )}
      </TabPanel>
    </section>
  )
}
