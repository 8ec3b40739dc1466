/** An address typed by hand makes an entry that the router doesn't know: numbered, it is one step on like any other. */

/**
 * Must be called before the router's history is made: both hear of the entry, this one first.
 * @param before number of the entry that was shown until then
 */
export function numberTypedAddresses(before: () => number, win = window): void {
  // The router's own would tell it of a navigation.
  const { replaceState } = win.history
  win.addEventListener("popstate", () => {
    if (win.history.state !== null) return
    const key = Math.random().toString(36).slice(2)
    replaceState.call(win.history, { __TSR_index: before() + 1, __TSR_key: key, key }, "")
  })
}
