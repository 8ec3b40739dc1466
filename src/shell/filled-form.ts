/** Would a reload lose something that a person has typed? Then nothing of ours may reload the page, or ask for it. */

/** Kinds of input that hold no work of a person: a word searched for is quickly typed again. */
const LIGHT = /^(search|checkbox|radio|range|hidden|button|submit|reset|color)$/

interface Field {
  type: string
  value: string
  disabled: boolean
  readOnly: boolean
}

/** Pure: some field that can be typed into holds text. */
export const isAnyFilled = (fields: Iterable<Field>): boolean =>
  Array.from(fields).some(
    ({ type, value, disabled, readOnly }) =>
      !LIGHT.test(type) && !disabled && !readOnly && value.trim() !== "",
  )

/** Looks at all of the page: tickets, forms and sheets, whoever drew them. */
export const isFormFilled = (): boolean =>
  isAnyFilled(document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
