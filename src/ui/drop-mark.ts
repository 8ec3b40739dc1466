/** What is seen while something is dragged to another place: its name under the pointer, and a mark where it would come to. */

import styles from "./drop-mark.module.css"

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface DropMark {
  /** The pointer is here, in px of the window; undefined: let go there, nothing would change. */
  carry(x: number, y: number, place: Box | undefined): void
  /** Takes it off the page. */
  end(): void
}

/** In px: from the pointer to the name, so that it isn't under a hand. */
const AWAY = 14

/** `name`: of what is dragged. Screen readers are told by whoever asks for it. */
export function showDropMark(name: string): DropMark {
  const mark = document.createElement("div")
  mark.className = styles.mark ?? ""
  mark.dataset.dropMark = ""
  mark.hidden = true
  const tag = document.createElement("div")
  tag.className = styles.tag ?? ""
  tag.textContent = name
  for (const each of [mark, tag]) {
    each.setAttribute("aria-hidden", "true")
    document.body.append(each)
  }
  const carrying = styles.carrying ?? ""
  document.documentElement.classList.add(carrying)
  return {
    carry(x, y, place) {
      // At the edge of the window the name stays inside it.
      const left = Math.min(x + AWAY, window.innerWidth - tag.offsetWidth)
      const top = Math.min(y + AWAY, window.innerHeight - tag.offsetHeight)
      tag.style.transform = `translate(${left}px, ${top}px)`
      mark.hidden = place === undefined
      if (place)
        for (const side of ["left", "top", "width", "height"] as const) mark.style[side] = `${place[side]}px`
    },
    end() {
      document.documentElement.classList.remove(carrying)
      mark.remove()
      tag.remove()
    },
  }
}
