/** The requests for signatures that the commands make, under a fresh and an old mark. */
import { expect, test, vi } from "vitest";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import { readEnglish } from "#components/i18n/client-text.testing.ts";
import type { SignRequest } from "#components/trading/signing/sign-request.ts";
import { BTC } from "#components/trading/ticket/ticket.testing.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { MarketView } from "./mark-terms.ts";
import { orderCommands, type Signer } from "./order-commands.ts";
import { FakeVenue, LIMIT_ORDER } from "./writes.testing.ts";

vi.mock("./browser-order-tracker.ts", () => ({ orderTracker: () => ({}) }));

readEnglish();

const REDUCING = { ...LIMIT_ORDER, flags: ORDER_FLAG.REDUCE_ONLY };

/** The page's market with a mark that arrived this many milliseconds ago. */
function markOf(age: number): MarketView {
  const at = Date.now() - age;
  const slices = { mark: "64000.0", connection: "open" } as const;
  const get = ((slice: keyof typeof slices) => slices[slice]) as MarketView["store"]["get"];
  return { market: BTC, store: { get, markTimes: { receivedAt: at, markedAt: at } } };
}

/** The command's request; nothing is signed. */
async function captureRequest(act: (signer: Signer) => Promise<unknown>): Promise<SignRequest> {
  const requests: SignRequest[] = [];
  await act({
    requestSignature: (request) => {
      requests.push(request);
      return Promise.resolve(undefined);
    },
    wallet: { get: () => ({ sessionAddress: undefined }) as never, recheckSession: async () => {} },
  });
  return requests[0]!;
}

const said = ({ obstacle, caution }: SignRequest) => [obstacle?.(), caution?.()];
const LOCKED = "The mark is out of date: orders are locked.";
const AGED = "The mark is 9 s old. Only orders that reduce a position can be sent.";

test("a stale mark blocks what opens a position; what only reduces one is signed, with a word about the mark's age", async () => {
  const old = markOf(9_500);
  const order = new FakeVenue(new VirtualClock()).addOrder({});
  const opening = await captureRequest((signer) => orderCommands.place(signer, old, LIMIT_ORDER));
  const closing = await captureRequest((signer) => orderCommands.place(signer, old, REDUCING));
  const mixed = await captureRequest((signer) =>
    orderCommands.place(signer, old, LIMIT_ORDER, { attached: [REDUCING] }),
  );
  const protecting = await captureRequest((signer) =>
    orderCommands.place(signer, old, REDUCING, { attached: [REDUCING] }),
  );
  const change = { price: "90" };
  const changed = await captureRequest((signer) =>
    orderCommands.modify(signer, old, { order, change }),
  );
  const reducing = { ...order, flags: ORDER_FLAG.REDUCE_ONLY };
  const changedExit = await captureRequest((signer) =>
    orderCommands.modify(signer, old, { order: reducing, change }),
  );
  const cancelled = await captureRequest((signer) => orderCommands.cancel(signer, order));
  expect([opening, mixed, changed].map(said)).toEqual(Array(3).fill([LOCKED, undefined]));
  expect([closing, protecting, changedExit].map(said)).toEqual(Array(3).fill([undefined, AGED]));
  expect(said(cancelled)).toEqual([undefined, undefined]);
});

test("a current mark blocks nothing and needs no word, nor does one of another market", async () => {
  const fresh = markOf(500);
  const elsewhere = { ...LIMIT_ORDER, market: "ETHUSDC" };
  const requests = [
    await captureRequest((signer) => orderCommands.place(signer, fresh, LIMIT_ORDER)),
    await captureRequest((signer) => orderCommands.place(signer, fresh, REDUCING)),
    await captureRequest((signer) => orderCommands.place(signer, markOf(60_000), elsewhere)),
  ];
  expect(requests.map(said)).toEqual(Array(3).fill([undefined, undefined]));
});
