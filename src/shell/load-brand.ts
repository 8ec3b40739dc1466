/** Loads the operator's name and logo. `/index/logo`, asked once after the start, and again until it answers. */

import { logo } from "#core/wire/platform.ts"
import { call } from "../api/call.ts"
import { giveUpBrand, writeBrand } from "../stores/brand-store.ts"

const TRY_AGAIN_MS = 2000
const TRY_AGAIN_MAX_MS = 60_000

export async function loadBrand(pause = TRY_AGAIN_MS): Promise<void> {
  const answer = await call(logo, {})
  if (answer.ok) return writeBrand({ name: answer.data.name, logo: answer.data.head_logo })
  giveUpBrand()
  setTimeout(() => void loadBrand(Math.min(pause * 2, TRY_AGAIN_MAX_MS)), pause)
}
