import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { feedAccount } from "./account-feed.ts";
import { endReads, readOf, refreshAccount } from "./account-store.ts";
import type { SessionParts } from "./follow-account.ts";

// Its own core alone: tests run without the part of React that its provider needs.
vi.mock("@tanstack/react-query", () => {
  const here = createRequire(import.meta.url);
  const core: unknown = createRequire(here.resolve("@tanstack/react-query"))(
    "@tanstack/query-core",
  );
  return core as object;
});

const session = { recheckSession: vi.fn<SessionParts["recheckSession"]>(() => Promise.resolve()) };
let answers: Record<string, () => Response>;
let asked: string[];
let stop: (() => void) | undefined;

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const refused = (code: string) => json({ error: code, message: "No." }, 401);

beforeEach(() => {
  asked = [];
  session.recheckSession.mockClear();
  answers = {
    "/api/venue/key": json({ key: { id: "1" } }),
    "/api/venue/accounts": json({ results: [{ account: "alice", balance: "5" }] }),
    "/api/venue/positions": json({ results: [] }),
    "/api/venue/orders": json({ results: [{ account: "alice", id: "9" }] }),
  };
  vi.stubGlobal("fetch", (url: string) => {
    const { pathname } = new URL(url, "http://page");
    asked.push(pathname);
    return Promise.resolve((answers[pathname] ?? json({}, 404))());
  });
});

afterEach(() => {
  stop?.();
  endReads("alice");
  vi.unstubAllGlobals();
});

function follow(): void {
  stop = feedAccount("alice", session);
}

describe("the reader of an account", () => {
  test("reads the key, and with it the account, its positions and its orders", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toHaveLength(1));
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
    await vi.waitFor(() => expect(readOf("alice", "positions").data).toEqual([]));
    expect(asked[0]).toBe("/api/venue/key");
  });

  test("reads no more than the key where there is none", async () => {
    answers["/api/venue/key"] = json({ key: null });
    follow();
    await vi.waitFor(() => expect(readOf("alice", "key").isPending).toBe(false));
    expect(readOf("alice", "key").data).toBeNull();
    expect(readOf("alice", "account").isPending).toBe(true);
    expect(new Set(asked)).toEqual(new Set(["/api/venue/key"]));
  });

  test("shows no record that names another account", async () => {
    answers["/api/venue/orders"] = json({ results: [{ account: "bob", id: "9" }] });
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").isError).toBe(true));
    expect(readOf("alice", "orders").data).toBeUndefined();
  });

  test("has the session looked up when the server reads for another one", async () => {
    answers["/api/venue/accounts"] = refused("ACCOUNT_MISMATCH");
    follow();
    await vi.waitFor(() => expect(session.recheckSession).toHaveBeenCalled());
    expect(readOf("alice", "account").data).toBeUndefined();
  });

  test("keeps the last answer while a later read fails", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "account").data?.balance).toBe("5"));
    answers["/api/venue/accounts"] = refused("VENUE_TIMEOUT");
    await refreshAccount();
    await vi.waitFor(() => expect(readOf("alice", "account").isError).toBe(true));
    expect(readOf("alice", "account").data?.balance).toBe("5");
  });

  test("reads again when asked, and no more once it is stopped", async () => {
    follow();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toHaveLength(1));
    answers["/api/venue/orders"] = json({ results: [] });
    await refreshAccount();
    await vi.waitFor(() => expect(readOf("alice", "orders").data).toEqual([]));
    stop?.();
    stop = undefined;
    endReads("alice");
    const before = asked.length;
    await refreshAccount();
    expect(asked).toHaveLength(before);
  });
});
