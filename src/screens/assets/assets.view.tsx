/** The asset center. Total, actions, value chart, accounts, coins; on a desk transfer and the latest movements beside them. */

import { lazy, Suspense, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wallet } from "#core/wire/trading.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { Accounts } from "../../panels/assets/accounts.view.tsx"
import { AssetActions } from "../../panels/assets/actions.view.tsx"
import { CoinSheet } from "../../panels/assets/coin-sheet.view.tsx"
import { Coins } from "../../panels/assets/coins.view.tsx"
import type { CoinRow } from "../../panels/assets/holdings.model.ts"
import { PracticeMoney } from "../../panels/assets/practice.view.tsx"
import { Total, TotalSkeleton } from "../../panels/assets/total.view.tsx"
import type { AskedMoney, Money } from "../../panels/assets/use-money.ts"
import { useOwnWorth } from "../../panels/assets/use-worth.ts"
import { WorthChart } from "../../panels/assets/worth-chart.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { History, Icon } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./assets.module.css"
import { AssetsSide } from "./assets-side.view.tsx"

const loadContracts = () => import("./contract-account.view.tsx")
const ContractAccount = lazy(() => loadContracts().then((module) => ({ default: module.ContractAccount })))

export function AssetsView({ asked }: { asked: AskedMoney }) {
  const { t } = useTranslation("assets")
  return (
    <AskedFace asked={asked} skeleton={<AssetsSkeleton />} failed={t("failed")}>
      {(money) => <Assets money={money} asked={asked} />}
    </AskedFace>
  )
}

function Assets({ money, asked }: { money: Money; asked: AskedMoney }) {
  const { t } = useTranslation("assets")
  const isDesk = useIsDesk()
  const [wallet, setWallet] = useState<Wallet>("funding")
  const [coin, setCoin] = useState<{ row: CoinRow; isOpen: boolean }>()
  const worth = useOwnWorth()
  const coins = useRef<HTMLDivElement>(null)
  const chooseWallet = (chosen: Wallet) => {
    setWallet(chosen)
    if (!isDesk) coins.current?.scrollIntoView({ block: "nearest" })
  }
  const practiceTaken = () => {
    asked.retry()
    worth.retry()
  }
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <ScreenLink to="/pages/assets/record" className={styles.history} aria-label={t("app:screen.bill")}>
          <Icon glyph={History} />
        </ScreenLink>
      </TopBarEnd>
      <div className={styles.main}>
        <div className={styles.top}>
          <div>
            <Total money={money} told={worth.data} />
            <AssetActions />
          </div>
          <WorthChart now={worth.data} />
        </div>
        {asked.answer ? <PracticeMoney answer={asked.answer} onTaken={practiceTaken} /> : null}
        <Accounts holdings={money.holdings} chosen={wallet} onChoose={chooseWallet} />
        <div ref={coins}>
          <Coins
            key={wallet}
            money={money}
            wallet={wallet}
            onCoin={(row) => setCoin({ row, isOpen: true })}
            emptyAction={
              wallet === "funding" ? undefined : (
                <ScreenLink to="/pages/assets/transfer" className={buttonClass({ tone: "outline" })}>
                  {t("coins.bring")}
                </ScreenLink>
              )
            }
          />
          {wallet === "contract" ? (
            <Suspense fallback={<SkeletonRows count={4} />}>
              <ContractAccount />
            </Suspense>
          ) : null}
        </div>
        <ScreenLink to="/pages/assets/reserves" className={styles.reserves}>
          {t("app:screen.reserves")}
        </ScreenLink>
      </div>
      {isDesk ? <AssetsSide balances={money.balances} /> : null}
      <CoinSheet
        row={coin?.row}
        wallet={wallet}
        inCurrency={money.holdings.inCurrency}
        isOpen={coin?.isOpen ?? false}
        onClose={() => setCoin((now) => now && { ...now, isOpen: false })}
      />
    </div>
  )
}

/** The shape of what comes: total, actions, three accounts, coins. */
function AssetsSkeleton() {
  return (
    <div className={styles.main}>
      <TotalSkeleton />
      <AssetActions />
      <SkeletonRows count={7} />
    </div>
  )
}
