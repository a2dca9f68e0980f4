/** What an address, and a replica, has of open streams. */
import { expect, test } from "vitest";
import { Admission } from "./admission.ts";

const limits = { streams: 3, streamsOfAddress: 2, connectsAMinute: 1 };

test("an address and a replica have so many at once, and another when one ends", () => {
  const admission = new Admission(limits);
  const leave = admission.enter("192.0.2.1");
  admission.enter("192.0.2.1");
  expect(() => admission.enter("192.0.2.1")).toThrow(
    expect.objectContaining({ code: "TOO_MANY_STREAMS", status: 429 }),
  );
  admission.enter("192.0.2.2");
  expect(() => admission.enter("192.0.2.3")).toThrow(
    expect.objectContaining({ code: "STREAM_CAPACITY", status: 503 }),
  );
  leave();
  admission.enter("192.0.2.3");
});
