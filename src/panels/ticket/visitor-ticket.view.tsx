/** The ticket's place for a visitor. The market's rules, and the way to log in. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { tradeAddress } from "../../places/trade-address.ts"
import { pickSide, ticket } from "../../stores/ticket-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { MarketNote } from "../../ticket/market-notice.view.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import styles from "./visitor-ticket.module.css"

export function VisitorTicket({ market }: { market: SpotMarket }) {
  const { t, i18n } = useTranslation("market")
  const { instrument, side, price } = useSnapshot(ticket)
  const picked = instrument === market.id && price !== "" ? price : null
  const chosenSide = instrument === market.id ? side : "buy"
  const written = (text: string, unit: string) => `${formatDecimal(text, i18n.language)} ${unit}`
  const rules = [
    { name: "tick", text: written(market.tick, market.quote) },
    { name: "lot", text: written(market.lot, market.base) },
    { name: "minQuantity", text: written(market.minQuantity, market.base) },
    { name: "minNotional", text: written(market.minNotional, market.quote) },
  ] as const
  return (
    <section className={styles.ticket} aria-label={t(`ticket.${chosenSide}Coin`, { base: market.base })}>
      <Segmented
        className={styles.side}
        label={t("ticket.side")}
        segments={[
          { value: "buy", label: t("ticket.buy"), tone: "positive" },
          { value: "sell", label: t("ticket.sell"), tone: "negative" },
        ]}
        value={chosenSide}
        onChange={(next) => pickSide(market.id, next)}
      />
      <div className={styles.field}>
        <span className={styles.label}>{t("ticket.price")}</span>
        {picked === null ? (
          <span className={styles.hint}>{t("ticket.noBookPrice")}</span>
        ) : (
          <output className={styles.price}>{picked}</output>
        )}
        <span className={styles.unit}>{market.quote}</span>
      </div>
      <p className={styles.echo}>{picked === null ? "" : t("ticket.fromBook")}</p>
      <MarketNote market={market} />
      <p className={styles.words}>{t("ticket.loginHint", { base: market.base })}</p>
      <ScreenLink
        to="/login"
        search={{ to: tradeAddress(market) }}
        className={buttonClass({ tone: "accent", size: "primary", isBlock: true })}
      >
        {t("ticket.login")}
      </ScreenLink>
      <h3 className={styles.head}>{t("ticket.rules")}</h3>
      <dl className={styles.rules}>
        {rules.map(({ name, text }) => (
          <div key={name} className={styles.rule}>
            <dt>{t(`ticket.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
