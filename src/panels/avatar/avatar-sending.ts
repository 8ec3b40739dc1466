/** How does a cropped picture become the user's own? Drawn small, sent, set, and the user read anew. */

import { useEffect, useRef, useState } from "react"
import { setAvatar } from "#core/wire/identity-calls.ts"
import { call } from "../../api/call.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { sendPicture } from "../../api/upload.ts"
import { problemText } from "../../text/problem-text.ts"
import { drawJpeg } from "../../ui/picture-file.ts"
import { readUser } from "../../user/read-user.ts"
import { type Crop, squareOf } from "./crop.model.ts"

/** The server keeps 256 px; twice that keeps edges clean. */
const EDGE = 512

export interface AvatarSending {
  isBusy: boolean
  /** Why it didn't work, ready to be shown. */
  refusal: string
  forgive: () => void
  send: (bitmap: ImageBitmap, crop: Crop) => void
  remove: () => void
}

/** @param onDone the new picture is shown */
export function useAvatarSending(onDone: () => void): AvatarSending {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState("")
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Empty: none. */
  const show = async (id: string) => {
    const answer = await call(setAvatar, { id })
    if (!answer.ok) return setRefusal(answer.failure.text)
    await readUser()
    onDone()
  }
  const once = async (work: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    setRefusal("")
    try {
      await work(controller.signal)
    } finally {
      running.current = undefined
      setIsBusy(false)
    }
  }
  const send = (bitmap: ImageBitmap, crop: Crop) =>
    once(async (signal) => {
      const { x, y, edge } = squareOf(bitmap, crop)
      const size = { width: EDGE, height: EDGE }
      const picture = await drawJpeg(bitmap, { x, y, width: edge, height: edge }, size)
      if (!picture) return setRefusal(problemText({ name: "PICTURE_SIZE" }))
      const quiet = () => undefined
      const what = { upload: newRequestKey(), purpose: "avatar", picture } as const
      const answer = await sendPicture(what, { signal, onProgress: quiet, onWaiting: quiet })
      if (signal.aborted) return
      if (answer.ok) await show(answer.data)
      else setRefusal(answer.failure.text)
    })
  return {
    isBusy,
    refusal,
    forgive: () => setRefusal(""),
    send: (bitmap, crop) => void send(bitmap, crop),
    remove: () => void once(() => show("")),
  }
}
