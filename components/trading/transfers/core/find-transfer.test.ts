import { expect, test } from "vitest";
import type { Answer } from "#components/data/http.ts";
import { findTransfer } from "./find-transfer.ts";

const ok = (body: unknown): Answer => ({ ok: true, status: 200, body });
const failed: Answer = { ok: false, status: 0, code: "NETWORK", message: "", data: undefined };
const sought = {
  account: "mine",
  notBefore: 100,
  matches: ({ id }: Readonly<Record<string, unknown>>) => id === "wanted",
};
const row = (id: string, at: number) => ({ id, created_at: at });

/** Answers the pages in turn, and keeps what was asked. */
function pages(...answers: readonly Answer[]) {
  const requested: string[] = [];
  const read = (url: string) => {
    requested.push(url);
    return Promise.resolve(answers[requested.length - 1] ?? failed);
  };
  return { read, requested };
}

test("a transfer is found on a later page, which is read by the cursor of the one before", async () => {
  const { read, requested } = pages(
    ok({ results: [row("a", 300), row("b", 200)], next: "7" }),
    ok({ results: [row("wanted", 150)], next: "8" }),
  );
  expect(await findTransfer(read, sought)).toBe(true);
  expect(requested.map((url) => new URL(url, "http://app").searchParams.get("cursor"))).toEqual([
    null,
    "7",
  ]);
  expect(requested[0]).toContain("account=mine");
});

test("it is absent when the pages end, or are older than it", async () => {
  expect(await findTransfer(pages(ok({ results: [], next: null })).read, sought)).toBe(false);
  const old = pages(ok({ results: [row("a", 99)], next: "7" }));
  expect(await findTransfer(old.read, sought)).toBe(false);
  expect(old.requested).toHaveLength(1);
});

test("nothing is known when a page cannot be read, or its cursor repeats", async () => {
  expect(await findTransfer(pages(failed).read, sought)).toBeUndefined();
  expect(await findTransfer(pages(ok({ results: "none" })).read, sought)).toBeUndefined();
  expect(await findTransfer(pages(ok({ results: [1], next: null })).read, sought)).toBeUndefined();
  const page = ok({ results: [row("a", 300)], next: "7" });
  expect(await findTransfer(pages(page, page).read, sought)).toBeUndefined();
});
