/** Takes a user's templates of indicators to the server and brings those of their other devices. */

import { templates as readTemplates, saveTemplates } from "#core/wire/template-calls.ts"
import { TEMPLATE_FORM } from "#core/workspace/chart-template.ts"
import { call } from "../../api/call.ts"
import { templateList } from "../../stores/chart-templates.ts"
import { followerOf, itemsOf } from "../../user/follow-own-list.ts"

/** From the first call on, for as long as the page lives. */
export const followTemplates = followerOf(templateList, {
  read: async () => itemsOf(await call(readTemplates, {}), ({ templates }) => templates),
  save: async (version, { items, removed }) =>
    itemsOf(
      await call(saveTemplates, {
        form: TEMPLATE_FORM,
        version,
        templates: [...items],
        removed: [...removed],
      }),
      ({ templates }) => templates,
    ),
})
