/** What a TWAP is made of, and the plan that comes of it (S20). */

import { useTranslation } from "react-i18next"
import type { TradedMarket } from "#core/wire/market.ts"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { Field } from "./group-field.view.tsx"
import styles from "./group-sheet.module.css"
import type { Grouping } from "./use-group.ts"

export function TwapFields({ market, group }: { market: TradedMarket; group: Grouping }) {
  const { t, i18n } = useTranslation("trade")
  const { form, change, judgement } = group
  const { plan } = judgement
  return (
    <>
      <Field group={group} name="quantity" label={t("groups.quantity")} unit={market.base} />
      <div className={styles.pair}>
        <Field group={group} name="duration" label={t("groups.duration")} />
        <Field group={group} name="interval" label={t("groups.interval")} />
      </div>
      <Field
        group={group}
        name="price"
        label={t("groups.limit")}
        unit={market.quote}
        placeholder={t("orders.type.market")}
      />
      <Checkbox className={styles.check} isOn={form.isRandom} onChange={(isRandom) => change({ isRandom })}>
        {t("groups.randomise")}
      </Checkbox>
      <p className={styles.fault} data-plan="">
        {plan ? (
          <span className={styles.note}>
            {t("groups.plan", {
              slices: formatNumber(plan.slices, i18n.language),
              amount: formatDecimal(plan.each, i18n.language),
              base: market.base,
            })}
          </span>
        ) : null}
      </p>
    </>
  )
}
