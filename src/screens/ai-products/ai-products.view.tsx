/** What the operator offers, what one holds of it, and what these products are. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { AiHolding } from "#core/wire/ai.ts"
import { aiProducts } from "#core/wire/ai-calls.ts"
import { aiSumsOf } from "../../amounts/ai-sums.ts"
import { HideAmountsButton, OwnAmount } from "../../amounts/own-amount.tsx"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { ProductsList } from "../../panels/ai/products-list.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { account } from "../../stores/account-store.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./ai-products.module.css"

/** What is sold meanwhile is told by no socket. */
const AGAIN_MS = 30_000

export function AiProductsView() {
  const { t } = useTranslation("ai")
  const isDesk = useIsDesk()
  const asked = useAnswer(aiProducts, {}, true, AGAIN_MS, 0)
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <OwnHoldings />
      <p className={styles.text}>{t("product.text")}</p>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("product.failed")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState>{t("product.none")}</EmptyState>
          ) : (
            <ProductsList products={rows} isTable={isDesk} />
          )
        }
      </AskedFace>
    </div>
  )
}

/** The way to the holdings, with what runs in each currency. */
function OwnHoldings() {
  const { t } = useTranslation("ai")
  const { holdings, isKnown } = useSnapshot(account)
  const sums = aiSumsOf(holdings as readonly AiHolding[])
  return (
    <ScreenLink to="/pages/ai/holdings" className={styles.own}>
      <span className={styles.ownName}>{t("app:screen.aiHoldings")}</span>
      <span className={styles.sums}>
        {sums.length === 0 ? (isKnown ? t("holding.noneShort") : "–") : null}
        {sums.map(({ currency, principal, reward }) => (
          <span key={currency}>
            <OwnAmount text={principal} unit={currency} />{" "}
            <small>
              {t("holding.head.reward")} <OwnAmount text={reward} unit={currency} />
            </small>
          </span>
        ))}
      </span>
      <Icon glyph={ChevronRight} size={16} className={styles.chevron} />
    </ScreenLink>
  )
}
