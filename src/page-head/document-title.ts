/** The title of the browser's tab. The price first, so that it can be read in a narrow tab; then screen and brand. */

const parts = { price: "", screen: "", brand: "" }
/** Stands instead of all parts; a replay must not show the live price. */
let held: string | undefined

/** Pure: the whole title from its parts; an empty part is left out. */
export function titleText({ price, screen, brand }: typeof parts): string {
  return [price, screen, brand].filter(Boolean).join(" · ")
}

/** Names the screen. The shell sets it from the route; a screen may say more ("BTC/USDT"). Clears the price. */
export function setScreenTitle(screen: string): void {
  parts.screen = screen
  parts.price = ""
  write()
}

/** Names the platform; empty while it isn't known. */
export function setTitleBrand(brand: string): void {
  parts.brand = brand
  write()
}

/** Puts a ready-to-show price before the title, or takes it away with null. At most once a second looks calm. */
export function setTitlePrice(price: string | null): void {
  if (parts.price === (price ?? "")) return
  parts.price = price ?? ""
  write()
}

/** Shows this title instead, whatever the parts become; answers what ends that. */
export function holdTitle(title: string): () => void {
  held = title
  write()
  return () => {
    held = undefined
    write()
  }
}

function write(): void {
  document.title = held ?? titleText(parts)
}
