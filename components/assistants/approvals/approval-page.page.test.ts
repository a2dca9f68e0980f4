/** The page of one proposed order: what ends elsewhere, what can no longer be signed, and what became of a signature. */
import { act, createElement, useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Person } from "#components/data/frame-context.ts";
import {
  ADA,
  button,
  failing,
  find,
  link,
  names,
  type OpenPage,
  openPage,
  pass,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { ApprovalPage } from "./approval-page.tsx";
import type { ApprovalSignerProps } from "./approval-signer.tsx";
import type { Ending } from "./approve.ts";
import { ACCOUNT, stagedOrder } from "./staged-order.testing.ts";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);
let isShort: boolean;
vi.mock("./live-effect.tsx", () => ({
  default: ({ onShort }: { onShort: (isShort: boolean) => void }) => {
    useEffect(() => onShort(isShort), [onShort]);
    return null;
  },
}));
/** What the page asked the signer to do, in order. */
let tasks: string[];
let ended: (ending: Ending) => void;
const end = (ending: Ending) => act(() => ended(ending));
vi.mock("./approval-signer.tsx", () => ({
  ApprovalSigner: ({ task, onEnd }: ApprovalSignerProps) => {
    useEffect(() => {
      ended = onEnd;
      if (task !== undefined) tasks.push(task);
    }, [task, onEnd]);
    return null;
  },
}));
vi.mock("#components/identity/browser-keys/load-keys.ts", () => ({
  followTradingKey: () => () => {},
}));
vi.mock("#components/identity/browser-keys/use-trading-key.ts", () => ({
  useTradingKeyState: () => ({ state: "none" }),
}));

const API = "/api/v1/approvals/sto_1";
const OWNER: Person = { ...ADA, account: ACCOUNT };
const after = { decided_at: "2026-05-01T12:00:01.000Z" };

let page: OpenPage;
beforeEach(() => {
  tasks = [];
  isShort = false;
});
afterEach(() => page.leave());

const serviceOf = (staged: StagedOrder | Response, more: Service = {}): Service => ({
  [`GET ${API}`]: staged,
  "GET /api/venue/key": { key: "key_1" },
  "GET /api/v1/approvals/waiting": { count: 0, newest: null, has_proposers: true },
  ...more,
});
function open(staged: StagedOrder | Response, more: Service = {}, person = OWNER): void {
  page = openPage(createElement(ApprovalPage, { id: "sto_1" }), {
    person,
    address: "/approvals/sto_1",
    service: serviceOf(staged, more),
  });
}
const approve = () => button("Approve & sign");
const decision = () => find("section", "Your decision");
const state = () => find("section", "State").textContent;
const canSign = () => approve().getAttribute("aria-disabled") === "false";

test("it says what the order is, who proposes it and why, and how much time is left", async () => {
  open(stagedOrder());
  await until(() => expect(canSign()).toBe(true));
  expect(names("h2")[0]).toMatch(/^Buy\s?0\.02\s?BTCUSDC$/i);
  const proposer = find("section", "Proposed by");
  expect(proposer.textContent).toContain("Research assistant");
  expect(proposer.querySelector("blockquote")?.textContent).toBe(
    "The funding rate turned negative.",
  );
  expect(decision().querySelector("[role=timer] bdi")?.textContent).toBe("5:00");
});

const LIMIT_ORDER = {
  ...stagedOrder().order,
  order_type: "LIMIT",
  price: "58000",
  time_in_force: "GTC",
} as const;
const TARGET = {
  order_id: "1024",
  size: "0.015",
  filled_size: "0.005",
  price: "57000",
  trigger_price: null,
  follows_position: false,
};
const ORDER_NOW = "GET /api/venue/orders/1024";
const fact = (row: string) =>
  document.querySelector(`[data-row=${row}] dd`)?.textContent?.replace(/\s+/g, " ");

test("an edit shows what changes, before and after, and what has filled since", async () => {
  const staged = stagedOrder({ action: "modify", target: TARGET, order: LIMIT_ORDER });
  open(staged, { [ORDER_NOW]: { status: "OPEN", filled_size: "0.010" } });
  await until(() => expect(canSign()).toBe(true));
  expect(find("section", "The order").textContent).toContain("Edit an open order");
  expect(fact("size")).toBe("0.015 → 0.02 BTC");
  expect(fact("price")).toBe("57,000 → 58,000");
  expect(fact("filledBefore")).toBe("0.005 BTC");
  await until(() => expect(shown()).toContain("0.010 filled since it was proposed."));
  page.answer(serviceOf({ ...staged, state: "placed", ...after }));
  await pass(3_000);
  await until(() => expect(state()).toContain("The venue changed your order."));
});

test("a cancellation shows the order that ends, that it protected the position, and when it has ended already", async () => {
  const stop = {
    ...LIMIT_ORDER,
    order_type: "STOP_LOSS_MARKET",
    side: "SELL",
    price: null,
    trigger_price: "55000",
    trigger_source: "MarkPrice",
    flags: 2,
  } as const;
  const target = { ...TARGET, filled_size: "0", price: null, trigger_price: "55000" };
  open(stagedOrder({ action: "cancel", target, order: stop }), {
    [ORDER_NOW]: { status: "CLOSED", filled_size: "0" },
  });
  await until(() => expect(canSign()).toBe(true));
  expect(find("section", "The order").textContent).toContain("Cancel an open order");
  expect(fact("price")).toBe("55,000");
  expect(shown()).toContain("This order protects your position.");
  await until(() => expect(shown()).toContain("already closed: signing has no effect"));
});

test("closing says so above the order", async () => {
  open(stagedOrder({ action: "close", target: null }));
  await until(() => expect(canSign()).toBe(true));
  expect(find("section", "The order").textContent).toContain("Close the position");
});

test.each([
  ["declined", "You declined the proposal. Nothing was signed."],
  ["withdrawn", "Its proposer withdrew it. Nothing was signed."],
] as const)(
  "an order that was %s elsewhere ends here too, and nothing can sign it",
  async (how, expected) => {
    open(stagedOrder());
    await until(() => expect(canSign()).toBe(true));
    page.answer(serviceOf(stagedOrder({ state: how, ...after })));
    await pass(3_000);
    await until(() => expect(state()).toContain(expected));
    expect(names("button")).not.toContain("Approve & sign");
  },
);

test("declined here, it says so at once", async () => {
  open(stagedOrder(), { [`POST ${API}/decline`]: stagedOrder({ state: "declined", ...after }) });
  await until(() => button("Decline"));
  press(button("Decline"));
  await until(() => expect(state()).toContain("You declined the proposal."));
  expect(tasks).toEqual([]);
});

test("when the five minutes are over nothing can be signed or declined", async () => {
  open(stagedOrder());
  await until(() => expect(canSign()).toBe(true));
  await pass(5 * 60_000);
  await until(() => expect(decision().textContent).toContain("The five minutes are over."));
  expect(canSign()).toBe(false);
  press(approve());
  press(button("Decline"));
  expect(tasks).toEqual([]);
  expect(page.bodies(`POST ${API}/decline`)).toEqual([]);
});

test("on a line slower than the polls the order and its end are still read", async () => {
  const held: ((staged: StagedOrder) => void)[] = [];
  const late = () => new Promise<StagedOrder>((resolve) => held.push(resolve));
  open(stagedOrder(), { [`GET ${API}`]: late });
  await until(() => expect(held).toHaveLength(1));
  await pass(4_000);
  expect(held).toHaveLength(1);
  held.shift()?.(stagedOrder());
  await until(() => approve());
  await pass(4_000);
  await until(() => expect(held.length).toBeGreaterThan(0));
  held.shift()?.(stagedOrder({ state: "withdrawn", ...after }));
  await until(() => expect(state()).toContain("Its proposer withdrew it."));
});

test("without an answer to the signature the outcome is read, and nothing is signed again by itself", async () => {
  open(stagedOrder());
  await until(() => expect(canSign()).toBe(true));
  press(approve());
  await until(() => expect(tasks).toEqual(["approve"]));
  const lost = { ok: false, status: 0, code: "NETWORK", message: "", data: undefined } as const;
  page.answer(serviceOf(stagedOrder({ state: "unknown", ...after })));
  end({ kind: "answered", answer: lost });
  await until(() => expect(shown()).toContain("The outcome is not known yet."));
  const placed = {
    order_id: "1024",
    status: "CLOSED",
    filled_size: "0.02",
    avg_fill_price: "59041",
    fee: "0.59",
    cancel_reason: "",
  };
  page.answer(serviceOf(stagedOrder({ state: "placed", ...after, result: placed })));
  await pass(30_000);
  await until(() => expect(state()).toContain("The venue accepted your order."));
  expect(tasks).toEqual(["approve"]);
});

test("a refused signature leaves the order waiting, and says so", async () => {
  open(stagedOrder());
  await until(() => expect(canSign()).toBe(true));
  press(approve());
  await until(() => expect(tasks).toEqual(["approve"]));
  end({ kind: "not-signed" });
  await until(() =>
    expect(decision().textContent).toContain("Not signed. The order is still waiting."),
  );
  await until(() => expect(canSign()).toBe(true));
});

test("a refusal by the venue is explained in words", async () => {
  const error = { code: "INSUFFICIENT_MARGIN", message: "…" };
  open(stagedOrder({ state: "refused", ...after, error }));
  await until(() => expect(state()).toContain("The venue refused the order. Nothing was placed."));
  expect(state()).toContain("Not enough margin.");
});

test("an order that the account cannot afford cannot be signed, and says why, until the account can", async () => {
  isShort = true;
  open(stagedOrder());
  await until(() =>
    expect(decision().textContent).toContain("Not enough free margin for this order."),
  );
  expect(canSign()).toBe(false);
  press(approve());
  expect(tasks).toEqual([]);
  page.leave();
  isShort = false;
  open(stagedOrder());
  await until(() => expect(canSign()).toBe(true));
});

test("an outcome that cannot be looked up without a venue key says so, and trading can be enabled there", async () => {
  const error = { code: "TRADING_NOT_ENABLED", message: "Trading is not enabled." };
  open(stagedOrder({ state: "unknown", ...after, error }));
  await until(() => expect(state()).toContain("so that this page can ask the venue"));
  press(button("Enable trading"));
  await until(() => expect(tasks).toEqual(["enable"]));
});

test("another account learns nothing of the order, and may sign in as its owner", async () => {
  open(failing(404, "STAGED_ORDER_NOT_FOUND"), {}, ADA);
  await until(() => expect(names("[role=alert] h2")).toEqual(["Order not found"]));
  expect(shown()).not.toContain("BTCUSDC");
  expect(link(/another/i).getAttribute("href")).toBe("/sign-in?next=%2Fapprovals%2Fsto_1");
});
