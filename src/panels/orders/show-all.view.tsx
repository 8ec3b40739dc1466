/** Takes the filters off a list that is empty because of them. */

import { useTranslation } from "react-i18next"
import { filterOrders } from "../../stores/orders-view-store.ts"
import { ALL_TIME } from "../../stores/period.ts"
import { Button } from "../../ui/button.tsx"

export function ShowAll() {
  const { t } = useTranslation("trade")
  return (
    <Button
      tone="quiet"
      onClick={() => filterOrders({ scope: "all", side: "all", status: "all", period: ALL_TIME })}
    >
      {t("orders.showAll")}
    </Button>
  )
}
