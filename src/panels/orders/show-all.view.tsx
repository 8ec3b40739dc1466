/** What leads out of a list that is empty only because of what was asked for? */

import { useTranslation } from "react-i18next"
import { filterOrders } from "../../stores/orders-view-store.ts"
import { Button } from "../../ui/button.tsx"

export function ShowAll() {
  const { t } = useTranslation("trade")
  return (
    <Button tone="quiet" onClick={() => filterOrders({ scope: "all", side: "all", status: "all" })}>
      {t("orders.showAll")}
    </Button>
  )
}
