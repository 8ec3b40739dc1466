/** Shown for an address that leads nowhere. A friendly word inside the app, and a way on. */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"

export function NotFoundScreen() {
  const { t } = useTranslation("app")
  return (
    <EmptyState
      glyph={SearchX}
      action={
        <ScreenLink to="/" className={buttonClass({ tone: "outline" })}>
          {t("notFound.home")}
        </ScreenLink>
      }
    >
      {t("notFound.text")}
    </EmptyState>
  )
}
