/** The sources of the calendar that an operator names. */
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const SECRETS = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_SECRET: "e".repeat(32) };
const read = (environment: Record<string, string>) =>
  readConfig({ ...SECRETS, ...environment }).calendar;
const SIMULATED = "http://127.0.0.1:4100";

test("without settings there are no sources", () => {
  expect(read({})).toEqual({ feeds: [], simulatedOrigin: undefined, pollMs: 60_000 });
});

test("sources have a name and an address, and share world and poll time with the news", () => {
  const { feeds, simulatedOrigin, pollMs } = read({
    CALENDAR_FEEDS: `agency|https://agency.example/a.ics?b=1%2C2, sample|${SIMULATED}/calendar/prints.json,`,
    NEWS_SIMULATED_URL: `${SIMULATED}/`,
    NEWS_POLL_SECONDS: "5",
  });
  expect(feeds).toEqual([
    { name: "agency", url: "https://agency.example/a.ics?b=1%2C2" },
    { name: "sample", url: `${SIMULATED}/calendar/prints.json` },
  ]);
  expect([simulatedOrigin, pollMs]).toEqual([SIMULATED, 5_000]);
});

test("a source may say the zone and the country of what names none", () => {
  const feeds =
    "bls|America/New_York|US|https://bls.example/a.ics,vendor|UTC|https://v.example/c.json";
  expect(read({ CALENDAR_FEEDS: feeds }).feeds).toEqual([
    { name: "bls", url: "https://bls.example/a.ics", zone: "America/New_York", country: "US" },
    { name: "vendor", url: "https://v.example/c.json", zone: "UTC" },
  ]);
});

test.each([
  ["agency", "name|url"],
  ["agency|0.9|https://agency.example", "no time zone"],
  ["agency|Europe/Berlin|Germany|https://agency.example", "two capitals"],
  ["agency|UTC|US|x|https://agency.example", "name|zone|country|url"],
  ["My Agency|https://agency.example", "name of lower-case"],
  ["agency|agency.example", "end with an address"],
  ["agency|https://user:word@agency.example", "must not have a password"],
  ["agency|https://a.example,agency|https://b.example", "two sources are named agency"],
  ["agency|http://agency.example", "must be an https:// address"],
])("%s stops the start and is named", (feeds, reason) => {
  expect(() => read({ CALENDAR_FEEDS: feeds })).toThrow(reason);
});
