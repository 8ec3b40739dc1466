/** What of something typed or pasted belongs to a code? Its digits, six at most. */

const CODE_LENGTH = 6

/** Blanks and dashes of a pasted code go; more than six digits are cut. */
export const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, CODE_LENGTH)

export const isCode = (text: string): boolean => text.length === CODE_LENGTH && digitsOf(text) === text
