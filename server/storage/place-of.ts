/** Names a database by its location, without credentials. */

/** Host, port and database of a PostgreSQL address, without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || "the local socket"}${port ? `:${port}` : ""}${pathname}`
}
