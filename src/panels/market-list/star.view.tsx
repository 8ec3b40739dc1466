/** Is this market a favourite? A star to press, 44 px around on touch. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { favourites, toggleFavourite } from "../../stores/favourites-store.ts"
import { Star } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { marketName } from "./market-name.ts"

interface StarButtonProps {
  id: string
  size?: 16 | 20
  className?: string | undefined
}

export function StarButton({ id, size = 20, className }: StarButtonProps) {
  const { t } = useTranslation("market")
  const isOn = useSnapshot(favourites).ids.includes(id)
  return (
    <IconButton
      glyph={Star}
      size={size}
      isOn={isOn}
      className={className}
      label={t("list.star", { pair: marketName(id).pair })}
      onClick={() => toggleFavourite(id)}
    />
  )
}
