/** Takes a user's layouts to the server and brings those of their other devices. */

import { layouts as readLayouts, saveLayouts } from "#core/wire/layout-calls.ts"
import { LAYOUT_FORM } from "#core/workspace/layout.ts"
import { call } from "../../api/call.ts"
import { layoutList } from "../../stores/layouts-store.ts"
import { followerOf, itemsOf } from "../../user/follow-own-list.ts"

/** From the first call on, for as long as the page lives. */
export const followLayouts = followerOf(layoutList, {
  read: async () => itemsOf(await call(readLayouts, {}), ({ layouts }) => layouts),
  save: async (version, { items, removed }) =>
    itemsOf(
      await call(saveLayouts, { form: LAYOUT_FORM, version, layouts: [...items], removed: [...removed] }),
      ({ layouts }) => layouts,
    ),
})
