import { expect, test, vi } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { OrderDrag, type SendMove } from "./order-drag.ts";

async function letGo(outcome: Awaited<ReturnType<SendMove>>) {
  vi.useFakeTimers();
  const drag = new OrderDrag();
  drag.send({ type: "grab", orderId: "1", price: "100", input: "pointer" });
  drag.send({ type: "move", price: "101" });
  drag.release({ id: "1" } as OrderRecord, () => Promise.resolve(outcome));
  await vi.advanceTimersByTimeAsync(0);
  const { step } = drag.state();
  drag.stop();
  vi.useRealTimers();
  return step;
}

test("a change that the venue carried out is not a refusal, though the order partly traded and ended", async () => {
  expect(await letGo({ state: "accepted", tone: "neutral", text: "Partly filled." })).toBe(
    "settled",
  );
  expect(await letGo({ state: "rejected", tone: "bad", text: "No." })).toBe("refused");
  expect(await letGo({ state: "never-arrived", tone: "neutral", text: "Not in force." })).toBe(
    "refused",
  );
  expect(await letGo(undefined)).toBe("idle");
});
