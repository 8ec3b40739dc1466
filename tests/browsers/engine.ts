/** What a browser engine must be able to do for the walks of this folder: one window, real input, and scripts in the page. */

export interface Size {
  /** Of what a page sees, CSS px. */
  width: number
  height: number
}

export type Point = readonly [x: number, y: number]

export interface EngineWindow {
  /** As it calls itself, with its version. */
  name: string
  goTo(url: string): Promise<void>
  resize(size: Size): Promise<void>
  /** Runs a function of the page, which may use nothing but its arguments (plain data), and answers what it returns. */
  evaluate<Args extends unknown[], Result>(read: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** A press of the mouse in the middle of what lies there. */
  press(at: Point): Promise<void>
  /** Keys to what has the focus. */
  type(text: string): Promise<void>
  /** The browser's own way back. */
  back(): Promise<void>
  /** A PNG of what is in sight. */
  picture(): Promise<Uint8Array>
  /** Ends the browser and everything that was started for it. */
  close(): Promise<void>
}

export interface Engine {
  name: string
  /** Debian packages that bring it. */
  packages: string
  isInstalled(): boolean
  /** Throws when it can't be started on this machine. */
  open(): Promise<EngineWindow>
}
