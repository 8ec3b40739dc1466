/** Shown for a screen that a later release brings. That it isn't built yet, and what can be used meanwhile. */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { Wrench } from "../../ui/icon.tsx"
import { NotYetView } from "./not-yet.view.tsx"

export function NotYetScreen() {
  const { t } = useTranslation("app")
  return (
    <NotYetView
      glyph={Wrench}
      title={t("notYet.title")}
      text={t("notYet.text")}
      action={
        <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "outline" })}>
          {t("notYet.markets")}
        </ScreenLink>
      }
    />
  )
}
