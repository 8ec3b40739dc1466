/** The words of a picture and of its description, in the reader's language. Plain functions. */

import type { TFunction } from "i18next"
import { fullMoment } from "../../text/moments.ts"
import type { PictureInvite, PictureWords } from "./picture-layout.ts"
import type { ShareFigures } from "./share-figures.ts"

interface Said {
  t: TFunction<"share">
  language: string
  brand: string
  hasMark: boolean
  /** Money isn't real here: the picture says so beside the name. */
  isPractice: boolean
  /** False: the profit in money stays out of words and picture. */
  isMoneyShown: boolean
  /** Null: without one. */
  invite: PictureInvite | null
}

export function pictureWords(figures: ShareFigures, said: Said): PictureWords {
  const { t, language, brand, hasMark, isPractice, isMoneyShown, invite } = said
  const { contract, quote, side, leverage, isClosed, sign, roe, entry, exit, profit, time } = figures
  return {
    ...{ hasMark, contract, side, sign, invite },
    brand: [brand, isPractice ? t("app:banner.practice") : ""].filter(Boolean).join(" · "),
    sideText: t(`positions:${side}`, { leverage }),
    roe: { label: t(isClosed ? "positions:history.head.netRatio" : "positions:roe"), text: roe },
    entry: { label: t(isClosed ? "positions:history.head.opened" : "positions:entry"), text: entry },
    exit: { label: t(isClosed ? "positions:history.head.closed" : "positions:mark"), text: exit },
    profit: isMoneyShown
      ? {
          label: isClosed ? t("positions:history.head.net") : t("positions:pnlIn", { currency: quote }),
          text: profit,
        }
      : null,
    time: fullMoment(time, language),
  }
}

/** The same for who doesn't see the picture. */
export function pictureText(words: PictureWords, t: TFunction<"share">): string {
  const { brand, contract, sideText, roe, profit, entry, exit, time, invite } = words
  const figures = [roe, profit, entry, exit, invite].flatMap((each) =>
    each ? [`${each.label} ${each.text}`] : [],
  )
  return t("picture", { figures: [brand, contract, sideText, ...figures, time].filter(Boolean).join(", ") })
}
