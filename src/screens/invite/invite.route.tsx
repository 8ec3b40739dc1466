/** The invite page. The door of the invite page: asks for code and counts, shares the link. */

import i18next from "i18next"
import { useState } from "react"
import { invite } from "#core/wire/invite-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { useBrandName } from "../../page-head/brand.tsx"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { InviteView } from "./invite.view.tsx"

export function InviteScreen() {
  const asked = useAnswer(invite, {})
  const brand = useBrandName()
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  /** The device's own share sheet where it has one; ours where it hasn't, or won't. */
  const share = async (link: string) => {
    const text = i18next.t("account:invite.message", { brand })
    if (!navigator.share) return setIsSheetOpen(true)
    try {
      await navigator.share({ title: brand, text, url: link })
    } catch (error) {
      // Closed without choosing: that is an answer as well.
      if (!(error instanceof DOMException && error.name === "AbortError")) setIsSheetOpen(true)
    }
  }
  return (
    <InviteView
      asked={asked}
      brand={brand}
      ownAddress={`${window.location.origin}${window.location.pathname}`}
      isSheetOpen={isSheetOpen}
      onSheet={setIsSheetOpen}
      onShare={(link) => void share(link)}
      onCopy={(text) => void copyAndSay(text)}
    />
  )
}
