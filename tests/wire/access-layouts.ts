/** Rows of the access matrix: layouts of the desk and templates of indicators. */

import { expect } from "vitest"
import { endpoints } from "#core/wire/index.ts"
import { ownEach, type Row } from "./access-row.ts"

const { request } = endpoints.saveLayouts.example
const { request: template } = endpoints.saveTemplates.example

export const layoutRows = {
  layouts: {
    ...ownEach,
    before: (owner) => owner.post("/layout/save", request),
    see: ({ other, owner }) => {
      expect(other).toEqual({ version: 0, layouts: [] })
      expect(owner).toMatchObject({ layouts: request.layouts })
    },
  },
  // Whoever saves saves their own: nobody was there before them.
  saveLayouts: {
    ...ownEach,
    see: ({ other, owner }) => {
      expect(other).toMatchObject({ merged: false })
      expect(owner).toMatchObject({ merged: false })
    },
  },
  templates: {
    ...ownEach,
    before: (owner) => owner.post("/template/save", template),
    see: ({ other, owner }) => {
      expect(other).toEqual({ version: 0, templates: [] })
      expect(owner).toMatchObject({ templates: template.templates })
    },
  },
  saveTemplates: {
    ...ownEach,
    see: ({ other, owner }) => {
      expect(other).toMatchObject({ merged: false })
      expect(owner).toMatchObject({ merged: false })
    },
  },
} satisfies Record<string, Row>
