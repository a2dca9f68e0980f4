import { afterEach, expect, it, vi } from "vitest";
import { firstWordsOf, isToldOf } from "./told.ts";

afterEach(() => vi.unstubAllGlobals());

function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
}

it("an order is told of once, in another tab of the browser neither", () => {
  const kept = new Map([["svc.approvals.told", JSON.stringify(["sto_elsewhere"])]]);
  vi.stubGlobal("localStorage", storage(kept));
  expect(isToldOf("sto_1")).toBe(false);
  expect(firstWordsOf(["sto_1", "sto_elsewhere"])).toEqual(["sto_1"]);
  expect(firstWordsOf(["sto_1"])).toEqual([]);
  expect(isToldOf("sto_1") && isToldOf("sto_elsewhere")).toBe(true);
  expect(JSON.parse(kept.get("svc.approvals.told") ?? "")).toEqual(["sto_1", "sto_elsewhere"]);
});

it("a browser that keeps nothing, or something else, tells of it once a page", () => {
  vi.stubGlobal("localStorage", storage(new Map([["svc.approvals.told", "{not json"]])));
  expect(firstWordsOf(["sto_2"])).toEqual(["sto_2"]);
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  expect(firstWordsOf(["sto_3"])).toEqual(["sto_3"]);
  expect(firstWordsOf(["sto_3"])).toEqual([]);
});
