/** Where each part of the picture stands. A plain function: shape and words in, boxes out, in px of the picture. */

import type { ShareFigures, Sign } from "./share-figures.ts"

export const SHAPES = {
  square: { width: 1080, height: 1080 },
  portrait: { width: 1080, height: 1350 },
  wide: { width: 1600, height: 900 },
} as const
export type Shape = keyof typeof SHAPES

/** What is to be read on the picture, in the reader's language. */
export interface PictureWords {
  /** Whose exchange it is, and that money isn't real there. Empty: not known. */
  brand: string
  /** The built-in mark stands before the name; an operator's own logo doesn't. */
  hasMark: boolean
  contract: string
  side: ShareFigures["side"]
  /** "Long 20×". */
  sideText: string
  sign: Sign
  roe: Labelled
  entry: Labelled
  exit: Labelled
  /** Null: amounts are not to be seen, and nothing of them is drawn. */
  profit: Labelled | null
  time: string
  invite: PictureInvite | null
}

interface Labelled {
  label: string
  text: string
}

export interface PictureInvite extends Labelled {
  /** What one is invited to. */
  call: string
  /** Without its scheme, for who types it. */
  address: string
  /** What the QR code says. */
  link: string
}

/** Which colour of the look. `gain`: by gain or loss; `side`: by long or short. */
export type Ink = "text" | "quiet" | "gain" | "side"

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `part` names what it is, for tests. Text stands in the middle of its height and is made smaller where it is too wide. */
export type PictureItem = Box & { part: string } & (
    | { kind: "text"; text: string; size: number; weight: "medium" | "strong"; ink: Ink }
    | { kind: "arrow"; isUp: boolean; ink: Ink }
    | { kind: "mark"; ink: Ink }
    | { kind: "code"; text: string }
  )

export interface PictureLayout {
  width: number
  height: number
  sign: Sign
  side: ShareFigures["side"]
  items: readonly PictureItem[]
}

interface Form {
  margin: number
  /** Of the text in the middle. */
  scale: number
  /** The code stands beside the figures; else under them. */
  isBeside: boolean
  code: number
}

const FORMS: Readonly<Record<Shape, Form>> = {
  square: { margin: 64, scale: 1, isBeside: false, code: 208 },
  portrait: { margin: 72, scale: 1.2, isBeside: false, code: 240 },
  wide: { margin: 72, scale: 1, isBeside: true, code: 320 },
}

const HEAD = 60
const FOOT_LINE = 40
const BESIDE_GAP = 80

export function layoutOf(shape: Shape, words: PictureWords): PictureLayout {
  const { width, height } = SHAPES[shape]
  const { margin, isBeside, code } = FORMS[shape]
  const { invite, sign, side } = words
  const inner: Box = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
  const asideWidth = invite && isBeside ? code + BESIDE_GAP : 0
  const footHeight = invite && !isBeside ? code : FOOT_LINE
  const bodyTop = inner.y + HEAD
  const body: Box = {
    x: inner.x,
    y: bodyTop,
    width: inner.width - asideWidth,
    height: inner.y + inner.height - footHeight - bodyTop,
  }
  const foot: Box = {
    x: inner.x,
    y: body.y + body.height,
    width: inner.width - (invite && !isBeside ? code + margin / 2 : asideWidth),
    height: footHeight,
  }
  return {
    ...{ width, height, sign, side },
    items: [
      ...headItems(inner, words),
      ...bodyItems(body, words, FORMS[shape].scale),
      ...(invite && !isBeside ? inviteUnder(foot, inner, invite, words.time) : [timeItem(foot, words.time)]),
      ...(invite && isBeside ? inviteBeside(inner, code, invite) : []),
    ],
  }
}

function headItems({ x, y, width }: Box, { brand, hasMark }: PictureWords): PictureItem[] {
  const markWidth = hasMark ? HEAD + 16 : 0
  const name: Box = { x: x + markWidth, y, width: width - markWidth, height: HEAD }
  return [
    ...(hasMark
      ? [{ kind: "mark", part: "mark", x, y, width: HEAD, height: HEAD, ink: "text" } as const]
      : []),
    ...(brand ? [textItem("brand", brand, name, { size: 42 })] : []),
  ]
}

/** Rows of text from top to bottom. */
interface Block {
  height: number
  place: (y: number) => PictureItem[]
}

/** Spread so that all gaps are alike. */
function bodyItems(body: Box, words: PictureWords, scale: number): PictureItem[] {
  const blocks = [
    titleBlock(body, words, scale),
    returnBlock(body, words, scale),
    priceBlock(body, words, scale),
  ]
  const gap = (body.height - blocks.reduce((sum, { height }) => sum + height, 0)) / (blocks.length + 1)
  let y = body.y
  return blocks.flatMap(({ height, place }) => {
    const items = place(y + gap)
    y += gap + height
    return items
  })
}

function titleBlock({ x, width }: Box, { contract, side, sideText }: PictureWords, scale: number): Block {
  const [name, row] = [76 * scale, 52 * scale]
  const arrow = 32 * scale
  return {
    height: name + row,
    place: (y) => [
      textItem("contract", contract, { x, y, width, height: name }, { size: 64 * scale }),
      {
        ...{ kind: "arrow", part: "arrow", isUp: side === "long", ink: "side" },
        ...{ x, y: y + name + (row - arrow) / 2, width: arrow, height: arrow },
      },
      textItem(
        "side",
        sideText,
        { x: x + arrow + 12, y: y + name, width: width - arrow - 12, height: row },
        { size: 38 * scale, ink: "side" },
      ),
    ],
  }
}

function returnBlock({ x, width }: Box, { roe, profit }: PictureWords, scale: number): Block {
  const [label, figure, amount] = [44 * scale, 168 * scale, profit ? 68 * scale : 0]
  return {
    height: label + figure + amount,
    place: (y) => [
      quietItem("roe label", roe.label, { x, y, width, height: label }, 32 * scale),
      textItem(
        "roe",
        roe.text,
        { x, y: y + label, width, height: figure },
        { size: 156 * scale, ink: "gain" },
      ),
      ...(profit
        ? [
            textItem(
              "profit",
              profit.text,
              { x, y: y + label + figure, width, height: amount },
              { size: 54 * scale, ink: "gain" },
            ),
          ]
        : []),
    ],
  }
}

function priceBlock({ x, width }: Box, { entry, exit }: PictureWords, scale: number): Block {
  const [label, figure, between] = [40 * scale, 60 * scale, 32]
  const column = (width - between) / 2
  const priceAt = (part: string, price: Labelled, left: number, y: number) => [
    quietItem(`${part} label`, price.label, { x: left, y, width: column, height: label }, 30 * scale),
    textItem(
      part,
      price.text,
      { x: left, y: y + label, width: column, height: figure },
      { size: 50 * scale },
    ),
  ]
  return {
    height: label + figure,
    place: (y) => [...priceAt("entry", entry, x, y), ...priceAt("exit", exit, x + column + between, y)],
  }
}

const timeItem = ({ x, y, width, height }: Box, time: string): PictureItem =>
  quietItem("time", time, { x, y: y + height - FOOT_LINE, width, height: FOOT_LINE }, 26)

/** Lines of an invitation with their shares of the height. */
const INVITE_LINES = [
  { part: "call", share: 0.24, size: 0.17 },
  { part: "invite label", share: 0.17, size: 0.125 },
  { part: "invite", share: 0.27, size: 0.23 },
  { part: "address", share: 0.16, size: 0.12 },
  { part: "time", share: 0.16, size: 0.12 },
] as const

function inviteUnder(foot: Box, inner: Box, invite: PictureInvite, time: string): PictureItem[] {
  const { call, label, text, address, link } = invite
  const texts = { call, "invite label": label, invite: text, address, time }
  let y = foot.y
  const lines = INVITE_LINES.map(({ part, share, size }) => {
    const box: Box = { x: foot.x, y, width: foot.width, height: foot.height * share }
    y += box.height
    return textItem(part, texts[part], box, {
      size: foot.height * size,
      weight: part === "invite" ? "strong" : "medium",
      ink: part === "invite" || part === "call" ? "text" : "quiet",
    })
  })
  const edge = foot.height
  return [
    ...lines,
    {
      ...{ kind: "code", part: "code", text: link },
      ...{ x: inner.x + inner.width - edge, y: foot.y, width: edge, height: edge },
    },
  ]
}

function inviteBeside(
  inner: Box,
  edge: number,
  { call, label, text, address, link }: PictureInvite,
): PictureItem[] {
  const x = inner.x + inner.width - edge
  const rows = [
    { part: "call", text: call, height: 56, size: 34, ink: "text" },
    { part: "invite label", text: label, height: 36, size: 26, ink: "quiet" },
    { part: "invite", text, height: 64, size: 52, ink: "text" },
    { part: "address", text: address, height: 36, size: 24, ink: "quiet" },
  ] as const
  const space = 24
  const total = edge + space + rows.reduce((sum, { height }) => sum + height, 0)
  const top = inner.y + (inner.height - total) / 2
  let y = top + edge + space
  const lines = rows.map(({ part, text: said, height, size, ink }) => {
    const item = textItem(part, said, { x, y, width: edge, height }, { size, ink })
    y += height
    return item
  })
  return [{ kind: "code", part: "code", text: link, x, y: top, width: edge, height: edge }, ...lines]
}

interface TextLook {
  size: number
  weight?: "medium" | "strong"
  ink?: Ink
}

const textItem = (
  part: string,
  text: string,
  box: Box,
  { size, weight = "strong", ink = "text" }: TextLook,
): PictureItem => ({ kind: "text", part, text, ...box, size, weight, ink })

const quietItem = (part: string, text: string, box: Box, size: number): PictureItem =>
  textItem(part, text, box, { size, weight: "medium", ink: "quiet" })

/** The size at which a text of `measured` px, as wide as it is at `size`, fits into `width`; never larger. */
export const fittingSize = (size: number, measured: number, width: number): number =>
  measured > width ? (size * width) / measured : size
