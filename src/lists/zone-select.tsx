/** In which time zone is everything told? The device's own, or another; the chart's and every list's at once. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { CHOICES, choices, choose, chosen } from "../stores/choices-store.ts"
import { zoneCity, zoneName } from "../text/zone-names.ts"
import { Select } from "../ui/select.tsx"

export function ZoneSelect({ className }: { className?: string | undefined }) {
  const { t, i18n } = useTranslation("moments")
  const zone = chosen(useSnapshot(choices).all, "zone")
  const now = Date.now()
  return (
    <Select
      label={t("zone.label")}
      className={className}
      options={CHOICES.zone.map((value) => ({
        value,
        label:
          value === "device"
            ? t("zone.device", { name: zoneName(undefined, now, i18n.language) })
            : zoneName(value, now, i18n.language),
      }))}
      face={zone === "device" ? t("zone.deviceShort") : zoneCity(zone)}
      value={zone}
      onChange={(value) => choose("zone", value)}
    />
  )
}
