/** Does the page learn how old its data is, and does all heal, when the network, the server or the phone fails? */

import { beforeEach, describe, expect, test } from "vitest"
import { FakeDesk, shownBook } from "./fake-desk.ts"

let it: FakeDesk

beforeEach(async () => {
  it = await new FakeDesk().open()
})

describe("the age of data", () => {
  beforeEach(() => it.answerAll())

  test("doesn't grow in a quiet market while the heart beats", async () => {
    for (let count = 0; count < 10; count += 1) {
      await it.world.advance(2500)
      it.pong()
    }
    await it.world.advance(50)
    expect(it.page.freshness.book).toEqual({ state: "live" })
    expect(it.page.freshness.ticker).toEqual({ state: "live" })
    expect(it.page.freshness.tape).toEqual({ state: "live" })
  })

  test("is told when three seconds have passed in silence, without any message", async () => {
    it.pong()
    const heardAt = it.world.time
    await it.world.advance(2950)
    expect(it.page.freshness.book).toEqual({ state: "live" })
    await it.world.advance(120)
    expect(it.page.freshness.book).toEqual({ state: "old", since: heardAt })
    it.pong()
    await it.world.advance(50)
    expect(it.page.freshness.book).toEqual({ state: "live" })
  })

  test("of a frozen socket turns to offline, since it was last heard, and heals on the next one", async () => {
    it.pong()
    const heardAt = it.world.time
    await it.world.advance(6200)
    expect(it.page.freshness.book).toEqual({ state: "offline", since: heardAt })
    it.world.socket.open()
    await it.world.advance(50)
    expect(it.page.freshness.book).toEqual({ state: "catching-up" })
    await it.answerAll()
    expect(it.page.freshness.book).toEqual({ state: "live" })
  })

  test("counts by the device's clock, and so does the server's offset, where that was set back", async () => {
    const back = 3_600_000
    it.pong()
    await it.world.advance(50)
    const offset = it.page.connection?.clockOffset ?? 0
    it.world.wentBack = back
    it.pong()
    const heardAt = it.world.time
    await it.world.advance(50)
    // What the page adds to its own clock, orders' times among it, still is the server's time.
    expect(it.page.connection?.clockOffset).toBe(offset + back)
    await it.world.advance(3050)
    expect(it.page.freshness.book).toEqual({ state: "old", since: heardAt - back })
    await it.world.advance(3100)
    expect(it.page.freshness.book).toEqual({ state: "offline", since: heardAt - back })
    expect(it.page.connection).toMatchObject({ state: "offline", since: heardAt - back })
  })

  test("of a server that is gone is offline until it is back", async () => {
    it.world.socket.drop()
    await it.world.advance(50)
    expect(it.page.freshness.tape?.state).toBe("offline")
    for (let count = 0; count < 5; count += 1) {
      await it.world.advance(3000)
      it.world.socket.drop()
    }
    expect(it.page.freshness.tape?.state).toBe("offline")
    await it.world.advance(3000)
    it.world.socket.open()
    await it.answerAll()
    expect(it.page.freshness.tape).toEqual({ state: "live" })
  })
})

describe("a page that is hidden", () => {
  beforeEach(() => it.answerAll())

  test("keeps its subscriptions for ten seconds, then drops them, but keeps the heart", async () => {
    await it.desk.setVisible(false)
    await it.live(9900)
    expect(it.world.socket.subscribed).not.toEqual([])
    await it.live(200)
    expect(it.world.socket.subscribed).toEqual([])
    await it.live(60_000)
    expect(it.world.sockets).toHaveLength(1)
  })

  test("that is looked at for a moment in between isn't dropped", async () => {
    await it.desk.setVisible(false)
    await it.live(6000)
    await it.desk.setVisible(true)
    await it.desk.setVisible(false)
    await it.live(6000)
    expect(it.world.socket.subscribed).not.toEqual([])
  })

  test("and seen again is catching up at once, then asks for all and heals", async () => {
    await it.desk.setVisible(false)
    await it.live(20_000)
    it.server.change()
    await it.desk.setVisible(true)
    await it.world.advance(30)
    expect(it.page.freshness.book).toEqual({ state: "catching-up" })
    expect(it.world.socket.subscribed).toHaveLength(4)
    await it.answerAll()
    expect(it.page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
  })

  test("asleep for minutes trusts nothing: a new socket, everything asked anew", async () => {
    await it.desk.setVisible(false)
    it.world.sleep(5 * 60_000)
    await it.desk.setVisible(true)
    expect(it.world.sockets).toHaveLength(2)
    await it.world.advance(20)
    expect(it.page.freshness.book?.state).toBe("offline")
    it.world.socket.open()
    await it.answerAll()
    expect(it.page.freshness.book).toEqual({ state: "live" })
    expect(shownBook(it.page.book)).toEqual(it.truth(it.page.book))
  })
})
