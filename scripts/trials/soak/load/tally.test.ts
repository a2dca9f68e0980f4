import { expect, it, vi } from "vitest";
import { answered, inTurn, Tally } from "./tally.ts";

it("counts what worked and what failed, with each reason once", async () => {
  const tally = new Tally();
  await tally.attempt("reads", async () => {});
  for (const text of ["busy", "busy", "gone\n  away"]) {
    await tally.attempt("reads", () => Promise.reject(new Error(text)));
  }
  expect(tally.counts.get("reads")).toEqual({
    done: 1,
    failed: 3,
    skipped: 0,
    reasons: { busy: 2, "gone away": 1 },
  });
  expect(tally.failures).toBe(3);
});

it("goes on after a failure, until it is drained", async () => {
  const tally = new Tally();
  tally.every("reads", 1_000, () => Promise.reject(new Error("busy")));
  await vi.waitFor(() => expect(tally.failures).toBeGreaterThan(2));
  await tally.drain();
  const { failures } = tally;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tally.failures).toBe(failures);
});

it("counts no failure of what its own end breaks", () => {
  const tally = new Tally();
  tally.stop();
  tally.failed("streams", "closed");
  expect(tally.failures).toBe(0);
});

it("names path, status and text of an answer that it does not expect", async () => {
  const refusal = () => new Response("slow down", { status: 429 });
  await expect(answered(refusal(), "/x")).rejects.toThrow("/x: 429 slow down");
  await expect(answered(refusal(), "/x", 429)).resolves.toBe("slow down");
});

it("takes turns", () => {
  const next = inTurn(["a", "b"]);
  expect([next(), next(), next()]).toEqual(["a", "b", "a"]);
});
