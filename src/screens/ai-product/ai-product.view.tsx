/** One AI product: what is fixed of it, the form of a purchase, what can be lost, and its issuance record. */

import { useTranslation } from "react-i18next"
import { aiProductDetail } from "#core/wire/ai-calls.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { BuyForm } from "../../panels/ai/buy-form.view.tsx"
import { Issues } from "../../panels/ai/issues.view.tsx"
import { ProductFacts, ProductHead, ProductRisks } from "../../panels/ai/product-facts.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { classNames } from "../../ui/class-names.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import reach from "../../ui/reach.module.css"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./ai-product.module.css"

/** What is sold meanwhile is told by no socket. */
const AGAIN_MS = 30_000

interface AiProductViewProps {
  /** Undefined: the address names none. */
  id: string | undefined
}

export function AiProductView({ id }: AiProductViewProps) {
  const { t } = useTranslation("ai")
  const asked = useAnswer(aiProductDetail, { id: id ?? "" }, id !== undefined, AGAIN_MS, 0)
  if (id === undefined || asked.failure?.name === "UNKNOWN_PRODUCT")
    return (
      <EmptyState
        action={
          <ScreenLink to="/pages/ai/index" isReplacing className={classNames(reach.reach, styles.link)}>
            {t("product.toList")}
          </ScreenLink>
        }
      >
        {t("product.unknown")}
      </EmptyState>
    )
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={8} />} failed={t("product.oneFailed")}>
      {({ product, issues }) => (
        <div className={styles.page}>
          <TopBarEnd>
            <HideAmountsButton />
          </TopBarEnd>
          <div className={styles.what}>
            <ProductHead product={product} />
            <ProductFacts product={product} />
          </div>
          <div className={styles.buy}>
            <BuyForm product={product} onBought={asked.retry} />
          </div>
          <div className={styles.more}>
            <ProductRisks product={product} />
            <Issues issues={issues} currency={product.currency} />
          </div>
        </div>
      )}
    </AskedFace>
  )
}
