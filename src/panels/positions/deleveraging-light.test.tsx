/** The light of deleveraging: told by its number and in words, and explained when it is pressed. */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { positions as positionsCall } from "#core/wire/contract-position-calls.ts"
import { answer } from "#tests/support/false-server.ts"
import { server } from "#tests/support/page-scene.tsx"
import { long, panel, setPositionsScene, short } from "#tests/support/positions-scene.tsx"

setPositionsScene()

const standing = {
  mark: "",
  unrealised: "0",
  roe: "0",
  maintenance: "0",
  marginRatio: "",
  liquidationPrice: "",
}

test.each(["table", "cards"] as const)("as %s each row tells its place in the line", async (form) => {
  server.on(
    positionsCall,
    answer(positionsCall, {
      rows: [
        { ...long, ...standing, deleveragingLight: 5 },
        { ...short, ...standing, deleveragingLight: 0 },
      ],
      time: 1,
    }),
  )
  panel(form)
  const name = "ADL 5 of 5, goes first: Deleveraging queue, BTC/USDT Perp Long"
  const light = await screen.findByRole("button", { name })
  expect(light.textContent).toContain("5 of 5")
  expect(
    screen.getByRole("button", { name: "ADL Not ranked yet: Deleveraging queue, BTC/USDT Perp Short" }),
  ).toBeTruthy()
  await userEvent.click(light)
  await waitFor(() => expect(document.body.textContent).toContain("the insurance fund cannot cover it"))
})
