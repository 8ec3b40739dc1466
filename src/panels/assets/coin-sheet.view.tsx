/** What about this coin? What is free and what is frozen, what it is worth, and the ways on. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { CHAIN_ASSETS } from "#core/chain/chain-assets.ts"
import type { Wallet } from "#core/wire/trading.ts"
import { coinMarket } from "../../amounts/coin-market.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market } from "../../stores/market-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./coin-sheet.module.css"
import type { CoinRow } from "./holdings.model.ts"

/** Whether any chain carries the coin: only then it comes and goes. */
const isCarried = (currency: string) => CHAIN_ASSETS.some((asset) => asset.currency === currency)
const CHAIN_WAYS = [
  { name: "deposit", to: "/pages/assets/recharge" },
  { name: "withdraw", to: "/pages/assets/withdraw" },
] as const

interface CoinSheetProps {
  /** Kept while it closes. */
  row: CoinRow | undefined
  wallet: Wallet
  inCurrency: string
  isOpen: boolean
  onClose: () => void
}

export function CoinSheet({ row, wallet, inCurrency, isOpen, onClose }: CoinSheetProps) {
  const { t } = useTranslation("assets")
  const listed = coinMarket(useSnapshot(market).catalogue, row?.currency ?? "")
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={row?.currency}
      footer={
        row ? (
          <div className={styles.ways}>
            {listed ? (
              <ScreenLink
                to="/pages/spot/trade"
                search={{ symbol: listed.id }}
                className={buttonClass({ tone: "accent" })}
              >
                {t("coins.trade")}
              </ScreenLink>
            ) : null}
            {wallet === "funding" && isCarried(row.currency)
              ? CHAIN_WAYS.map(({ name, to }) => (
                  <ScreenLink
                    key={name}
                    to={to}
                    search={{ id: row.currency }}
                    className={buttonClass({ tone: "plain" })}
                  >
                    {t(`app:screen.${name}`)}
                  </ScreenLink>
                ))
              : null}
            <ScreenLink
              to="/pages/assets/transfer"
              search={{ id: row.currency }}
              className={buttonClass({ tone: "plain" })}
            >
              {t("app:screen.transfer")}
            </ScreenLink>
            <ScreenLink
              to="/pages/assets/record"
              search={{ id: row.currency }}
              className={buttonClass({ tone: "plain" })}
            >
              {t("app:screen.bill")}
            </ScreenLink>
          </div>
        ) : null
      }
    >
      {row ? (
        <>
          <dl className={styles.figures}>
            <dt>{t("coins.inAccount", { account: t(`wallet.${wallet}`) })}</dt>
            <dd>
              <OwnAmount text={row.total} unit={row.currency} isExact />
            </dd>
            <dt>{t("coins.available")}</dt>
            <dd>
              <OwnAmount text={row.available} unit={row.currency} isExact />
            </dd>
            <dt>{t("coins.frozen")}</dt>
            <dd>
              <OwnAmount text={row.held} unit={row.currency} isExact />
            </dd>
            <dt>{t("coins.worth")}</dt>
            <dd>
              <OwnAmount text={row.value} unit={inCurrency} />
            </dd>
          </dl>
          {/[1-9]/.test(row.held) ? <p className={styles.why}>{t("transfer.frozenWhy")}</p> : null}
        </>
      ) : null}
    </Sheet>
  )
}
