/** How does a real phone run the ladder? Prints a QR; the page drives itself and posts what it saw. */

/** Serves until the phone has reported, then prints what it said. */
export async function runPhone(): Promise<void> {
  throw new Error("not built yet")
}
