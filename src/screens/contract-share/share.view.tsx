/** The picture of a position with how it is to look, and the ways to take it along. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { invite as inviteCall } from "#core/wire/invite-calls.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import { useAnswer } from "../../api/query.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { useBrandName } from "../../page-head/brand.tsx"
import { brand as brandStore } from "../../stores/brand-store.ts"
import { hiddenAmounts } from "../../stores/hidden-amounts.ts"
import { market } from "../../stores/market-store.ts"
import { preferences } from "../../stores/preferences-store.ts"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { layoutOf, type PictureInvite, SHAPES } from "./picture-layout.ts"
import { pictureText, pictureWords } from "./picture-words.ts"
import styles from "./share.module.css"
import { ShareActions } from "./share-actions.view.tsx"
import { type Choices, ShareChoices } from "./share-choices.view.tsx"
import type { ShareFigures } from "./share-figures.ts"
import { usePicture } from "./use-picture.ts"

interface ShareViewProps {
  id: number
  figures: ShareFigures
  /** Takes the present figures. Left out: they don't change any more. */
  onRefresh?: () => void
}

export function ShareView({ id, figures, onRefresh }: ShareViewProps) {
  const { t, i18n } = useTranslation("share")
  const brand = useBrandName()
  const { logo } = useSnapshot(brandStore)
  const { feed } = useSnapshot(market)
  const { areHidden } = useSnapshot(hiddenAmounts)
  const [choices, setChoices] = useState<Choices>(() => ({
    ...{ look: preferences.theme === "white" ? "day" : "night", shape: "square" },
    ...{ hasMoney: false, hasInvite: true },
  }))
  const asked = useInvite()
  const words = pictureWords(figures, {
    ...{ t, language: i18n.language, brand, hasMark: logo === "" },
    isPractice: feed?.practice ?? false,
    isMoneyShown: choices.hasMoney && !areHidden,
    invite: choices.hasInvite ? asked.invite : null,
  })
  const { canvas, state } = usePicture(layoutOf(choices.shape, words), choices.look)
  const isReady = state === "drawn" && feed !== null && !(choices.hasInvite && asked.isWaiting)
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
      </TopBarEnd>
      <div className={styles.stage}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={pictureText(words, t)}
          aria-busy={!isReady}
          className={styles.picture}
          {...SHAPES[choices.shape]}
        />
      </div>
      <div className={styles.controls}>
        <ShareChoices
          choices={choices}
          isMoneyHidden={areHidden}
          onChange={(change) => setChoices({ ...choices, ...change })}
        />
        {choices.hasInvite && asked.hasFailed ? (
          <Note tone="warn" isAlert>
            {t("inviteFailed")}{" "}
            <button type="button" className={styles.retry} onClick={asked.retry}>
              {t("app:retry")}
            </button>
          </Note>
        ) : null}
        {state === "failed" ? (
          <Note tone="danger" isAlert>
            {t("notDrawn")}
          </Note>
        ) : null}
        {onRefresh ? (
          <Button tone="plain" isBlock onClick={onRefresh}>
            {t("refresh")}
          </Button>
        ) : null}
        <ShareActions
          canvas={canvas}
          isReady={isReady}
          name={fileName(figures, id)}
          text={words.invite ? `${words.invite.call}\n${words.invite.link}` : ""}
        />
      </div>
    </div>
  )
}

interface AskedInvite {
  /** Null: not there yet, or not to be had. */
  invite: PictureInvite | null
  isWaiting: boolean
  hasFailed: boolean
  retry: () => void
}

function useInvite(): AskedInvite {
  const { t } = useTranslation("account")
  const brand = useBrandName()
  const { data, failure, retry } = useAnswer(inviteCall, {})
  return {
    invite: data
      ? {
          call: t("invite.message", { brand }),
          ...{ label: t("invite.code"), text: data.code, address: window.location.host },
          link: `${window.location.origin}${window.location.pathname}${data.link}`,
        }
      : null,
    isWaiting: data === undefined && failure === undefined,
    hasFailed: failure !== undefined,
    retry,
  }
}

const fileName = ({ contract, side }: ShareFigures, id: number) =>
  `${contract.replace("/", "-")}-${side}-${id}.png`
