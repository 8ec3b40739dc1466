/**
 * What has been filled in of the identity form? Kept in memory while the page lives, so that choosing the residence on its
 * own page loses nothing; never stored, and forgotten when the session ends.
 */

import { proxy, ref } from "valtio/vanilla"
import { subscribeKey } from "valtio/vanilla/utils"
import type { CallFailure } from "../../api/call.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { sendPicture } from "../../api/upload.ts"
import { regionChoice } from "../../stores/region-choice.ts"
import { session } from "../../stores/session-store.ts"
import { drawJpeg, type PictureProblem, readPicture } from "../../ui/picture-file.ts"
import { fitWithin, isReadable } from "../../ui/picture-size.ts"

/** Longer edge of what is sent: small print stays readable, a phone's line isn't kept busy for minutes. */
const EDGE_MAX = 2000

export type SideName = "front" | "back"
export const SIDES: readonly SideName[] = ["front", "back"]

export interface Side {
  state: "empty" | "reading" | "chosen" | "sending" | "sent" | "failed"
  /** Why there is no picture: a word of ours, or the server's own sentence. */
  problem: PictureProblem | "small" | null
  refusal: string
  /** Address of the preview inside of the page. */
  preview: string
  picture: Blob | null
  upload: string
  /** Bytes that the server has. */
  sent: number
  isWaiting: boolean
  /** The picture's id once the server found it good. */
  id: string
}

const emptySide = (): Side => ({
  state: "empty",
  problem: null,
  refusal: "",
  preview: "",
  picture: null,
  upload: "",
  sent: 0,
  isWaiting: false,
  id: "",
})

interface Draft {
  realName: string
  idNumber: string
  front: Side
  back: Side
}

export const draft = proxy<Draft>({ realName: "", idNumber: "", front: emptySide(), back: emptySide() })

export function forgetDraft(): void {
  for (const name of SIDES) setSide(name, {})
  draft.realName = ""
  draft.idNumber = ""
  regionChoice.region = null
}
subscribeKey(session, "token", forgetDraft)

/** Begins a side anew; its old preview is given back to the browser. */
function setSide(name: SideName, side: Partial<Side>): void {
  if (draft[name].preview !== "") URL.revokeObjectURL(draft[name].preview)
  draft[name] = { ...emptySide(), ...side }
}

const picks: Record<SideName, number> = { front: 0, back: 0 }

/** Takes a picture from camera or folder: read, held upright, made small. Says so where it can't be used. */
export async function pickPicture(name: SideName, file: Blob): Promise<void> {
  picks[name] += 1
  const pick = picks[name]
  setSide(name, { state: "reading" })
  const made = await makeSmall(file)
  // Another one was picked meanwhile.
  if (pick !== picks[name]) return
  if (typeof made === "string") return setSide(name, { problem: made })
  setSide(name, {
    state: "chosen",
    picture: ref(made),
    preview: URL.createObjectURL(made),
    upload: newRequestKey(),
  })
}

async function makeSmall(file: Blob): Promise<Blob | PictureProblem | "small"> {
  const read = await readPicture(file)
  if (!read.ok) return read.problem
  const { bitmap } = read
  try {
    if (!isReadable(bitmap)) return "small"
    const { width, height } = bitmap
    return (await drawJpeg(bitmap, { x: 0, y: 0, width, height }, fitWithin(bitmap, EDGE_MAX))) ?? "large"
  } finally {
    bitmap.close()
  }
}

/** Sends a side, or goes on with it. True: the server has it; else the side says why not. */
export async function sendSide(name: SideName, signal: AbortSignal): Promise<boolean> {
  const { id, picture, upload } = draft[name]
  if (id !== "") return true
  if (!picture) return false
  Object.assign(draft[name], { state: "sending", refusal: "" } satisfies Partial<Side>)
  const answer = await sendPicture(
    { upload, purpose: name, picture },
    {
      signal,
      onProgress: (sent) => {
        draft[name].sent = sent
      },
      onWaiting: (isWaiting) => {
        draft[name].isWaiting = isWaiting
      },
    },
  )
  // Forgotten or taken anew meanwhile.
  if (draft[name].upload !== upload) return false
  draft[name].isWaiting = false
  if (answer.ok) {
    Object.assign(draft[name], { state: "sent", id: answer.data, sent: picture.size } satisfies Partial<Side>)
    return true
  }
  if (signal.aborted) draft[name].state = "chosen"
  else refuseSide(name, answer.failure)
  return false
}

function refuseSide(name: SideName, failure: CallFailure): void {
  Object.assign(draft[name], { state: "failed", refusal: failure.text } satisfies Partial<Side>)
  // The server has thrown it away: the next try is another upload.
  if (failure.name !== "NETWORK") beginAnew(name)
}

/** The server no longer knows the pictures: they are sent again, as new ones. */
export function forgetSent(): void {
  for (const name of SIDES) {
    beginAnew(name)
    if (draft[name].picture) draft[name].state = "chosen"
  }
}

function beginAnew(name: SideName): void {
  Object.assign(draft[name], { upload: newRequestKey(), sent: 0, id: "" } satisfies Partial<Side>)
}
