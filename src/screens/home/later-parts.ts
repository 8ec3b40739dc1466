/** Parts of the home screen that load after its first paint. All of it in one file. */

export { Marketing } from "./marketing.view.tsx"
export { OwnTotal } from "./own-total-slot.tsx"
export { Figures, NoticeLine } from "./said.view.tsx"
