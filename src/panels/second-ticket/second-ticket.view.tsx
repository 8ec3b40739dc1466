/** The form of second contracts as a column: fields, then the two buttons. */

import { useTranslation } from "react-i18next"
import { SecondActions } from "./second-actions.view.tsx"
import { SecondFields } from "./second-fields.view.tsx"
import styles from "./second-ticket.module.css"

export function SecondTicketPanel() {
  const { t } = useTranslation("option")
  return (
    <section className={styles.ticket} aria-label={t("ticket.title")}>
      <SecondFields />
      <SecondActions />
    </section>
  )
}
