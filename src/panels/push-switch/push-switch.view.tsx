/** The switch of messages to this device, what stands against them and how to undo it, and the devices that get them. */

import { useId, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { pushDevices, unsubscribePush } from "#core/wire/alert-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { Moment } from "../../lists/moment.tsx"
import { deviceText } from "../../text/device-text.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { Switch } from "../../ui/switch.tsx"
import { showToast } from "../../ui/toaster.ts"
import { type PushFailure, subscribeHere, unsubscribeHere } from "../../user/push-here.ts"
import { switchFace, thisFirst } from "./push-switch.model.ts"
import styles from "./push-switch.module.css"
import { usePushHere } from "./use-push-here.ts"

type Device = ResponseOf<typeof pushDevices>["rows"][number]

export function PushSwitch() {
  const { t } = useTranslation("security")
  const asked = useAnswer(pushDevices, {}, true, undefined, 0)
  const [here, look] = usePushHere()
  const [failure, setFailure] = useState<PushFailure>()
  const [isBusy, setIsBusy] = useState(false)
  // State comes a rendering late; two presses of one moment would subscribe twice.
  const isUnderWay = useRef(false)
  const { isOn, isDisabled, said } = switchFace({ here, devices: asked.data?.rows, failure })

  const change = async (work: () => Promise<PushFailure | undefined>): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsBusy(true)
    setFailure(undefined)
    const failed = await work()
    await look()
    // Also after a failure: what one wanted to end may be gone already.
    asked.retry()
    isUnderWay.current = false
    setIsBusy(false)
    setFailure(failed)
  }
  const turn = (isWanted: boolean) =>
    void change(async () => {
      if (isWanted) return subscribeHere()
      return (await unsubscribeHere()) ? undefined : { why: "refused", text: t("app:error.network") }
    })
  const remove = (device: Device) =>
    void change(async () => {
      const answer = await call(unsubscribePush, { endpoint: device.endpoint })
      if (!answer.ok) return { why: "refused", text: answer.failure.text }
      showToast("success", t("push.removed"))
      return undefined
    })

  return (
    <>
      <div className={styles.row} aria-busy={isBusy || undefined}>
        <span className={styles.words}>
          <span>{t("push.label")}</span>
          <span className={styles.hint}>{t("push.hint")}</span>
        </span>
        <Switch label={t("push.label")} isOn={isOn} isDisabled={isDisabled} onChange={turn} />
      </div>
      {said ? (
        <Note tone="warn" isStatus className={styles.note}>
          {"text" in said ? said.text : t(`push.${said.key}`)}
        </Note>
      ) : null}
      <AskedFace asked={asked} skeleton={<SkeletonRows count={1} />} failed={t("face.failed")}>
        {({ rows }) => (
          <Devices
            rows={thisFirst(rows, here.endpoint)}
            here={here.endpoint}
            isBusy={isBusy}
            onRemove={remove}
          />
        )}
      </AskedFace>
    </>
  )
}

interface DevicesProps {
  rows: readonly Device[]
  here: string | undefined
  isBusy: boolean
  onRemove: (device: Device) => void
}

/** This one is ended by the switch above it. */
function Devices({ rows, here, isBusy, onRemove }: DevicesProps) {
  const { t } = useTranslation("security")
  const headId = useId()
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={styles.head} id={headId}>
        {t("push.devices")}
      </h3>
      <ul className={styles.devices} aria-labelledby={headId}>
        {rows.map((row) => {
          const device = deviceText(t, row.agent)
          const isHere = row.endpoint === here
          return (
            <li key={row.endpoint} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.first}>
                  {device}
                  {isHere ? <Badge tone="accent">{t("sessions.here")}</Badge> : null}
                </span>
                <span className={styles.hint}>
                  <Moment time={row.added} />
                </span>
              </span>
              {isHere ? null : (
                <Button
                  tone="outline"
                  disabled={isBusy}
                  aria-label={t("push.removeOne", { device })}
                  onClick={() => onRemove(row)}
                >
                  {t("push.remove")}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
