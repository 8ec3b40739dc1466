/**
 * The states of the identity verification. Not certified: the form; then under review, verified, or refused and the
 * form again.
 */

import { useTranslation } from "react-i18next"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { authInfo } from "#core/wire/identity-calls.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { RegionFlag } from "../../panels/region/region-flag.view.tsx"
import { momentText } from "../../text/moments.ts"
import { regionName } from "../../text/region-names.ts"
import { classNames } from "../../ui/class-names.ts"
import { CircleAlert, CircleCheck, Icon, Timer } from "../../ui/icon.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./identity.module.css"
import { IdentityForm } from "./identity-form.view.tsx"

type Identity = ResponseOf<typeof authInfo>

export function IdentityView({ asked }: { asked: Asked<Identity> }) {
  const { t } = useTranslation("account")
  return (
    <div className={styles.page}>
      <AskedFace asked={asked} skeleton={<FormSkeleton />} failed={t("identity.failed")}>
        {(identity) => (
          <>
            <State identity={identity} />
            {identity.status === "none" || identity.status === "refused" ? (
              <IdentityForm onDone={asked.retry} />
            ) : (
              <Facts identity={identity} />
            )}
          </>
        )}
      </AskedFace>
    </div>
  )
}

const GLYPHS = { review: Timer, verified: CircleCheck, refused: CircleAlert } as const

/** Read out when it changes: the page looks again by itself. */
function State({ identity }: { identity: Identity }) {
  const { t } = useTranslation("account")
  const { status, reason } = identity
  return (
    <div role="status">
      {status === "none" ? (
        <p className={styles.text}>{t("identity.intro")}</p>
      ) : (
        <div className={classNames(styles.state, styles[status])}>
          <Icon glyph={GLYPHS[status]} size={24} className={styles.glyph} />
          <div className={styles.words}>
            <p className={styles.title}>{t(`identity.${status}`)}</p>
            <p className={styles.text}>{t(`identity.${status}Text`)}</p>
            {status === "refused" && reason ? (
              <p className={styles.text}>{t("identity.reason", { reason })}</p>
            ) : null}
          </div>
        </div>
      )}
    </div>
  )
}

function Facts({ identity }: { identity: Identity }) {
  const { t, i18n } = useTranslation("account")
  const { real_name, id_number, residence, submitted, decided } = identity
  return (
    <dl className={styles.facts}>
      <Fact name={t("identity.realName")}>{real_name}</Fact>
      <Fact name={t("identity.idNumber")}>{id_number}</Fact>
      <Fact name={t("identity.residence")}>
        <RegionFlag code={residence} /> {regionName(residence, i18n.language)}
      </Fact>
      <Fact name={t("identity.submitted")}>{momentText(submitted, i18n.language)}</Fact>
      {decided > 0 ? <Fact name={t("identity.decided")}>{momentText(decided, i18n.language)}</Fact> : null}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className={styles.ghost} aria-hidden="true">
      <Skeleton width="70%" hasSheen />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={52} />
      <Skeleton width="100%" height={160} />
    </div>
  )
}
