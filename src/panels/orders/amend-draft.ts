/** The order that is being typed anew in its row. */

import { proxy } from "valtio"

interface AmendState {
  /** The order whose price or quantity is being typed anew. One at a time. */
  id: number | null
  /** Exactly what was typed. */
  price: string
  quantity: string
  /** The order's own figures that stood there last, as wire text: what is still one of them follows the order. */
  own: { price: string; quantity: string }
  /** The order whose fields have just been closed: the focus goes back to its button. */
  closed: number | null
}

export const amendDraft = proxy<AmendState>({
  id: null,
  price: "",
  quantity: "",
  own: { price: "", quantity: "" },
  closed: null,
})
