/** What is shown for a screen that a later release brings? That it isn't built yet, and what can be used meanwhile. */

import { useTranslation } from "react-i18next"
import { ScreenLink, useScreenPath, useScreenSearch } from "../../app/screen-link.tsx"
import { placeOf } from "../../app/screen-search.ts"
import { site } from "../../routes.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Wrench } from "../../ui/icon.tsx"
import { NotYetView } from "./not-yet.view.tsx"

export function NotYetScreen() {
  const { t } = useTranslation("app")
  const path = useScreenPath()
  const { to } = useScreenSearch()
  const after = to ? placeOf(to) : undefined
  const isLogin = path === "/login" || path === "/register" || path === "/forgot"
  return (
    <NotYetView
      glyph={Wrench}
      title={isLogin ? t("notYet.loginTitle") : t("notYet.title")}
      text={isLogin ? t("notYet.loginText") : t("notYet.text")}
      note={after ? t("notYet.after", { screen: t(`screen.${site[after].name}`) }) : undefined}
      action={
        <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "outline" })}>
          {t("notYet.markets")}
        </ScreenLink>
      }
    />
  )
}
