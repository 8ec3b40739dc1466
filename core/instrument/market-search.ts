/** Matches markets against a search text: one rule for the list, and for counting hits elsewhere. */

interface Searched {
  id: string
  base: string
  quote: string
  name: string
}

/** Id, base, quote, name and the ways to write the pair, in small letters. */
export function searchText({ id, base, quote, name }: Searched): string {
  return [id, base, quote, name, `${base}/${quote}`, base + quote, `${base}-${quote}`].join(" ").toLowerCase()
}

/** Blanks around don't count, and capitals are no difference; nothing typed matches everything. */
export const matches = (text: string, query: string): boolean => text.includes(query.trim().toLowerCase())
