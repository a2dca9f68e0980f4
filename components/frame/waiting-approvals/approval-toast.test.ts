import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { raisedAfter } from "#components/ui/notify.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { markAnnounced, showApprovalToast } from "./approval-toast.ts";

const proposed = (id: string) =>
  ({
    id,
    source: { kind: "mcp_key", name: "desk" },
    order: { market: "BTCUSDC", side: "BUY", size: "0.02", price: null, trigger_price: null },
  }) as StagedOrder;

let waiting: StagedOrder[] = [];
let before = 0;
/** The links of the toasts since the test began. */
const links = () => raisedAfter(before).map(({ link }) => link?.href);

beforeEach(() => {
  before = raisedAfter(0).at(-1)?.number ?? 0;
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ orders: waiting, next: null })));
});
afterEach(() => vi.unstubAllGlobals());

describe("the approval toast", () => {
  it("is shown once for a new order and links to it", async () => {
    const newest = proposed("sto_a");
    await showApprovalToast({ count: 1, newest, has_proposers: true }, "/account");
    await showApprovalToast({ count: 1, newest, has_proposers: true }, "/account");
    expect(links()).toEqual(["/approvals/sto_a"]);
  });

  it("is one for several orders that came at once, and links to the list", async () => {
    waiting = [proposed("sto_d"), proposed("sto_c"), proposed("sto_b")];
    await showApprovalToast({ count: 3, newest: waiting[0]!, has_proposers: true }, "/account");
    await showApprovalToast({ count: 2, newest: waiting[1]!, has_proposers: true }, "/account");
    expect(links()).toEqual(["/approvals"]);
  });

  it("shows a new order alone beside one that was announced", async () => {
    waiting = [proposed("sto_e")];
    await showApprovalToast({ count: 1, newest: waiting[0]!, has_proposers: true }, "/account");
    waiting = [proposed("sto_f"), ...waiting];
    await showApprovalToast({ count: 2, newest: waiting[0]!, has_proposers: true }, "/account");
    expect(links()).toEqual(["/approvals/sto_e", "/approvals/sto_f"]);
  });

  it("is not shown on the page of the order or of the list", async () => {
    waiting = [];
    await showApprovalToast(
      { count: 1, newest: proposed("sto_g"), has_proposers: true },
      "/approvals/sto_g",
    );
    await showApprovalToast(
      { count: 1, newest: proposed("sto_h"), has_proposers: true },
      "/approvals",
    );
    expect(links()).toEqual([]);
  });
});

function storage(saved: Map<string, string>) {
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => void saved.set(key, text),
  };
}

describe("the announcement of an order", () => {
  it("appears once, and not again in another tab of the browser", () => {
    const saved = new Map([["svc.approvals.told", JSON.stringify(["sto_elsewhere"])]]);
    vi.stubGlobal("localStorage", storage(saved));
    expect(markAnnounced(["sto_1", "sto_elsewhere"])).toEqual(["sto_1"]);
    expect(markAnnounced(["sto_1"])).toEqual([]);
    const stored = JSON.parse(saved.get("svc.approvals.told") ?? "") as string[];
    expect(stored.slice(0, 1)).toEqual(["sto_1"]);
    expect(stored).toContain("sto_elsewhere");
  });

  it("appears once per page when the browser stores nothing, or an invalid value", () => {
    vi.stubGlobal("localStorage", storage(new Map([["svc.approvals.told", "{not json"]])));
    expect(markAnnounced(["sto_2"])).toEqual(["sto_2"]);
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("denied");
      },
    });
    expect(markAnnounced(["sto_3"])).toEqual(["sto_3"]);
    expect(markAnnounced(["sto_3"])).toEqual([]);
  });
});
