/** What the overview of funding may be asked and answered, and what not, for the test of the contract. */

const row = {
  ...{ instrument: "BTC_USDT_PERP", rate: "0.0001", nextFunding: 1, fundingHours: 8, yearly: "0.1095" },
  ...{ average8h: "0.0001", average1d: "0.0001", average7d: "0.0001", openInterest: "1", openValue: "9" },
}

export const fundingCases = {
  asked: [{}],
  notAsked: [{ instrument: "BTC_USDT_PERP" }],
  answered: [
    { time: 1, rows: [] },
    { time: 1, rows: [row] },
    { time: 1, rows: [{ ...row, average8h: "", average7d: "-0.00000001", openValue: "" }] },
  ],
  notAnswered: [
    { time: 1, rows: [{ ...row, yearly: "" }] },
    { time: 1, rows: [{ ...row, average1d: "0.01 %" }] },
    { rows: [] },
  ],
}
