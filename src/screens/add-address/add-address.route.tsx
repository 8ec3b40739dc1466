/** Another address for withdrawals: `/pages/assets/addressAdd?id=USDT-tron`. */

import { useTranslation } from "react-i18next"
import { chains } from "#core/wire/address-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { AddAddressView } from "./add-address.view.tsx"

export function AddAddressScreen() {
  const { t } = useTranslation("addresses")
  const { id } = useScreenSearch()
  const asked = useAnswer(chains, {})
  return (
    <OwnData>
      {(user) => (
        <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("networksFailed")}>
          {(answer) => <AddAddressView user={user} answer={answer} wish={id} />}
        </AskedFace>
      )}
    </OwnData>
  )
}
