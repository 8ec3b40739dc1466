/** What the exchange owes and what its wallets hold, by currency; below it the check of one's own amounts. */

import { useTranslation } from "react-i18next"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { Moment } from "../../lists/moment.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal, formatNumber } from "../../text/numbers.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { CircleAlert, CircleCheck, Copy, Icon } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import type { CheckedAmount, Published } from "./check-own.ts"
import styles from "./reserves.module.css"

export type OwnCheck =
  | { state: "idle" | "busy" | "no-hash" }
  | { state: "failed"; text: string }
  | { state: "done"; rows: readonly CheckedAmount[] }

interface ReservesViewProps {
  asked: Asked<Published>
  check: OwnCheck
  /** Left out for a visitor. */
  onCheck: (() => void) | undefined
  onCopy: (text: string) => void
}

export function ReservesView({ asked, check, onCheck, onCopy }: ReservesViewProps) {
  const { t, i18n } = useTranslation("reserves")
  return (
    <div className={styles.page}>
      <p className={styles.intro}>{t("intro")}</p>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("failed")}>
        {(published) =>
          published.proof === 0 ? (
            <EmptyState>{t("none")}</EmptyState>
          ) : (
            <>
              <OwnAmounts check={check} onCheck={onCheck} />
              <p className={styles.moment}>
                {t("made", { proof: formatNumber(published.proof, i18n.language) })}{" "}
                <Moment time={published.time} />
              </p>
              {published.rows.map((row) => (
                <Currency key={row.currency} row={row} onCopy={onCopy} />
              ))}
              <p className={styles.limits}>{t("limits")}</p>
            </>
          )
        }
      </AskedFace>
    </div>
  )
}

function OwnAmounts({ check, onCheck }: Pick<ReservesViewProps, "check" | "onCheck">) {
  const { t } = useTranslation("reserves")
  return (
    <section className={styles.own} aria-labelledby="own-title">
      <h2 id="own-title" className={styles.title}>
        {t("own.title")}
      </h2>
      <p className={styles.second}>{t("own.how")}</p>
      {onCheck ? (
        <Button tone="accent" isBusy={check.state === "busy"} onClick={onCheck}>
          {t("own.check")}
        </Button>
      ) : (
        <ScreenLink
          to="/login"
          search={{ to: "/pages/assets/reserves" }}
          className={buttonClass({ tone: "outline" })}
        >
          {t("own.login")}
        </ScreenLink>
      )}
      <CheckResult check={check} />
    </section>
  )
}

function CheckResult({ check }: { check: OwnCheck }) {
  const { t } = useTranslation("reserves")
  if (check.state === "failed") return <Note tone="danger">{check.text}</Note>
  if (check.state === "no-hash") return <Note tone="warn">{t("own.noHash")}</Note>
  if (check.state !== "done") return null
  if (check.rows.length === 0) return <Note>{t("own.nothing")}</Note>
  const isGood = check.rows.every(({ fault }) => fault === undefined)
  return (
    <div role="status" className={styles.result}>
      <Note tone={isGood ? "info" : "danger"}>{t(isGood ? "own.counted" : "own.notCounted")}</Note>
      <ul className={styles.checked}>
        {check.rows.map((row) => (
          <Checked key={row.currency} row={row} />
        ))}
      </ul>
    </div>
  )
}

function Checked({ row: { currency, amount, steps, fault } }: { row: CheckedAmount }) {
  const { t, i18n } = useTranslation("reserves")
  return (
    <li className={fault ? styles.wrong : styles.right} data-state={fault ?? "counted"}>
      <Icon glyph={fault ? CircleAlert : CircleCheck} size={16} />
      <span className={styles.amount}>
        {formatDecimal(amount, i18n.language)} {currency}
      </span>
      <span className={styles.second}>{fault ? t(`fault.${fault}`) : t("own.steps", { count: steps })}</span>
    </li>
  )
}

function Currency({
  row: { currency, users, liabilities, wallets, practice, root },
  onCopy,
}: {
  row: Published["rows"][number]
  onCopy: (text: string) => void
}) {
  const { t, i18n } = useTranslation("reserves")
  const amount = (text: string) => `${formatDecimal(text, i18n.language)} ${currency}`
  const figures = [
    { name: "owed", value: amount(liabilities) },
    { name: "users", value: formatNumber(users, i18n.language) },
    { name: "wallets", value: amount(wallets) },
  ]
  return (
    <section className={styles.currency} aria-label={currency}>
      <h2 className={styles.title}>{currency}</h2>
      <dl className={styles.figures}>
        {figures.map(({ name, value }) => (
          <div key={name} className={styles.figure}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {practice ? <p className={styles.second}>{t("practice")}</p> : null}
      <div className={styles.root}>
        <span className={styles.second}>{t("figure.root")}</span>
        <code className={styles.hash}>{root}</code>
        <IconButton glyph={Copy} label={t("copyRoot", { currency })} onClick={() => onCopy(root)} />
      </div>
    </section>
  )
}
