/** Rows of the access matrix: what users drew, and their layouts of the desk. */

import { expect } from "vitest"
import { endpoints } from "#core/wire/index.ts"
import { layoutRows } from "./access-layouts.ts"
import { ownEach, type Row } from "./access-row.ts"

const { request } = endpoints.saveDrawings.example

export const drawingRows = {
  ...layoutRows,
  drawings: {
    ...ownEach,
    before: (owner) => owner.post("/drawing/save", request),
    see: ({ other, owner }) => {
      expect(other).toEqual({ version: 0, drawings: [] })
      expect(owner).toMatchObject({ drawings: request.drawings })
    },
  },
  // Whoever saves saves their own: nobody was there before them.
  saveDrawings: {
    ...ownEach,
    see: ({ other, owner }) => {
      expect(other).toMatchObject({ merged: false })
      expect(owner).toMatchObject({ merged: false })
    },
  },
} satisfies Record<string, Row>
