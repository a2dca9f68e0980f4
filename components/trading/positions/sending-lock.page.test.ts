import { expect, test } from "vitest";
import { sendingLock } from "./sending-lock.ts";

test("an old mark locks what opens, not what closes", () => {
  for (const fresh of ["stale", "reconnecting", "connecting"] as const) {
    expect(sendingLock("opens", { canSign: true, fresh })).toBe("markOld");
    expect(sendingLock("reduces", { canSign: true, fresh })).toBeUndefined();
  }
  expect(sendingLock("opens", { canSign: true, fresh: "live" })).toBeUndefined();
});

test("without a signer nothing is sent", () => {
  expect(sendingLock("reduces", { canSign: false, fresh: "live" })).toBe("connectToSign");
  expect(sendingLock("opens", { canSign: false, fresh: "stale" })).toBe("connectToSign");
});
