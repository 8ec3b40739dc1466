/** What is offered: a table on a desk, cards elsewhere. Each leads to its product. */

import { useTranslation } from "react-i18next"
import type { AiProduct } from "#core/wire/ai.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { soldPercent } from "./ai.model.ts"
import styles from "./ai.module.css"
import { percentOf, termPercent } from "./ai-words.ts"
import { SaleState } from "./sale-state.view.tsx"
import { ShareBar } from "./share-bar.view.tsx"

interface ProductsListProps {
  products: readonly AiProduct[]
  isTable: boolean
}

export function ProductsList({ products, isTable }: ProductsListProps) {
  if (isTable) return <ProductsTable products={products} />
  return (
    <ul>
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  )
}

interface ProductProps {
  product: AiProduct
}

function ProductCard({ product }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  const { id, name, currency, days, rate, minimum, own } = product
  return (
    <ScreenLink to="/pages/ai/product" search={{ id }} className={styles.card}>
      <span className={styles.cardHead}>
        <strong>{name}</strong>
        <SaleState product={product} />
        <Icon glyph={ChevronRight} size={16} className={styles.chevron} />
      </span>
      <span className={styles.figures}>
        <span>
          <b className={styles.rate}>{percentOf(rate, i18n.language)}</b>
          <small>{t("product.aDay")}</small>
        </span>
        <span>
          <b>{termPercent(rate, days, i18n.language)}</b>
          <small>{t("product.over", { days: t("days", { count: days }) })}</small>
        </span>
        <span>
          <b>
            {formatDecimal(minimum, i18n.language)}&nbsp;{currency}
          </b>
          <small>{t("product.least")}</small>
        </span>
      </span>
      <Sold product={product} />
      {isSome(own) ? (
        <span className={styles.hint}>
          {t("product.own")} <OwnAmount text={own} unit={currency} />
        </span>
      ) : null}
    </ScreenLink>
  )
}

const isSome = (text: string) => /[1-9]/.test(text)

/** The share of the issue that is sold; where none is open, so it is said. */
function Sold({ product: { issue } }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  if (!issue) return <span className={styles.hint}>{t("product.noIssue")}</span>
  const percent = soldPercent(issue)
  return (
    <ShareBar percent={percent}>
      {t("product.sold", { percent: `${formatNumber(percent, i18n.language)}\u202f%` })}
    </ShareBar>
  )
}

const HEADS = ["name", "term", "rate", "total", "least", "fee", "share", "own", "state", "more"] as const

function ProductsTable({ products }: Pick<ProductsListProps, "products">) {
  const { t } = useTranslation("ai")
  return (
    <section className={styles.sideways} aria-label={t("product.list")}>
      <ListTable>
        <thead>
          <ListHeads>
            {HEADS.map((name) => (
              <th key={name} className={name === "name" ? styles.start : undefined}>
                {t(`product.head.${name}`)}
              </th>
            ))}
          </ListHeads>
        </thead>
        <tbody>
          {products.map((product) => (
            <ProductRow key={product.id} product={product} />
          ))}
        </tbody>
      </ListTable>
    </section>
  )
}

function ProductRow({ product }: ProductProps) {
  const { t, i18n } = useTranslation("ai")
  const { id, name, currency, days, rate, minimum, earlyFee, own } = product
  return (
    <tr>
      <td className={styles.start}>
        <strong>{name}</strong>
      </td>
      <td>{t("days", { count: days })}</td>
      <td>{percentOf(rate, i18n.language)}</td>
      <td>{termPercent(rate, days, i18n.language)}</td>
      <td>
        {formatDecimal(minimum, i18n.language)}&nbsp;{currency}
      </td>
      <td>{percentOf(earlyFee, i18n.language)}</td>
      <td className={styles.barCell}>
        <Sold product={product} />
      </td>
      <td>{isSome(own) ? <OwnAmount text={own} unit={currency} /> : "–"}</td>
      <td>
        <SaleState product={product} />
      </td>
      <td>
        <ScreenLink to="/pages/ai/product" search={{ id }} className={styles.open}>
          {t("product.open")}
        </ScreenLink>
      </td>
    </tr>
  )
}
