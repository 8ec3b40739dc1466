/** A user's identity as tests hand it in. */

import sharp from "sharp"
import { expect } from "vitest"
import type { RunningServer } from "#server/start/start-server.ts"
import type { Person } from "./person.ts"

/** Hands in an identity with two plain pictures. */
export async function handInIdentity(server: RunningServer, person: Person): Promise<void> {
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer()
  const send = async (purpose: string) => {
    const form = new FormData()
    const upload = `${person.user.user_id}-${purpose}-${Date.now()}`
    for (const [name, value] of Object.entries({ purpose, upload, offset: "0", size: String(photo.length) }))
      form.append(name, value)
    form.append("file", new Blob([new Uint8Array(photo)]), "a.jpg")
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await fetch(`${server.address}/index/upic`, { method: "POST", headers, body: form })
    return ((await response.json()) as { data: { id: string } }).data.id
  }
  const [front, back] = [await send("front"), await send("back")]
  const identity = { real_name: "Ada Lovelace", id_number: "L01X00T471", residence: "GB", front, back }
  expect(await person.post("/security/primaryAuth", identity)).toMatchObject({ code: 200 })
}
