/** The time zone that is saved with the first choice. */
import { afterEach, expect, test, vi } from "vitest";
import type { PushPreferences } from "#lib/protocol/wire/pushes.ts";
import { withOwnTimeZone } from "./push-client.ts";

const NOTHING: PushPreferences = {
  off: [],
  mail: [],
  locale: "en",
  quiet: null,
  time_zone: "UTC",
};
const CHOSEN: PushPreferences = { ...NOTHING, off: [{ channel: "web", kind: "cpi" }] };

afterEach(() => vi.restoreAllMocks());

test("a first choice is saved with the browser's time zone, and a chosen one is kept", () => {
  const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: "Asia/Kolkata" };
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
  expect(withOwnTimeZone(CHOSEN, NOTHING)).toEqual({ ...CHOSEN, time_zone: "Asia/Kolkata" });
  const lima = { ...CHOSEN, time_zone: "America/Lima" };
  expect(withOwnTimeZone(lima, NOTHING)).toEqual(lima);
  // UTC that was chosen before stays.
  expect(withOwnTimeZone(NOTHING, CHOSEN)).toEqual(NOTHING);
});
