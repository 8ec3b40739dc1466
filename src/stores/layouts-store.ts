/** The named layouts of the desk. Kept as {@link OwnList} says; panels/desk/follow-layouts.ts takes them to the server. */

import { cleanName, type DeskLayout, LAYOUT_NAME_MAX, LAYOUTS_MAX } from "#core/workspace/layout.ts"
import { deskLayout } from "#core/workspace/layout-schema.ts"
import { OwnList } from "./own-list.ts"

export const layoutList = new OwnList<DeskLayout>({
  key: "saker:layouts",
  field: "layouts",
  most: LAYOUTS_MAX,
  read: (stored) => deskLayout.safeParse(stored).data,
})

export const layouts = layoutList.shown

/** Why a layout can't be kept under this name. */
export type LayoutNameRefusal = "nameless" | "long" | "full"

/** Keeps it: one that is known by its id, else by its name, is replaced. Null: kept. */
export function saveLayout(layout: DeskLayout): LayoutNameRefusal | null {
  const name = cleanName(layout.name)
  if (name === "") return "nameless"
  if (name.length > LAYOUT_NAME_MAX) return "long"
  return layoutList.save({ ...layout, name }) ? null : "full"
}

export const deleteLayout = (id: string): void => layoutList.remove(id)
