import { afterEach, expect, test, vi } from "vitest";
import { at, knownMove } from "#components/catalysts/catalysts.testing.ts";
import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";
import { readKnown } from "./read-known.ts";

const { signal } = new AbortController();
const requested: string[] = [];

function answerWith(known_at: string): void {
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    return Promise.resolve(Response.json(knownMove({ known_at })));
  });
}

afterEach(() => {
  requested.length = 0;
  vi.unstubAllGlobals();
});

test("the state at an instant is read once", async () => {
  answerWith(at("12:05:00"));
  const first = await readKnown<KnownMove>("/moves/a", at("12:05:00"), signal);
  expect(await readKnown<KnownMove>("/moves/a", at("12:05:00"), signal)).toEqual(first);
  expect(requested).toEqual(["/moves/a?known_at=2026-05-01T12%3A05%3A00.000Z"]);
});

test("the current state is read each time", async () => {
  answerWith(at("12:05:00"));
  await readKnown("/moves/b", undefined, signal);
  await readKnown("/moves/b", undefined, signal);
  expect(requested).toEqual(["/moves/b", "/moves/b"]);
});

test("an answer of an earlier instant than the requested one is not cached", async () => {
  answerWith(at("12:04:59"));
  await readKnown("/moves/c", at("12:05:00"), signal);
  await readKnown("/moves/c", at("12:05:00"), signal);
  expect(requested).toHaveLength(2);
});

test("a failure is not cached", async () => {
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    return Promise.resolve(Response.json({ error: "MOVE_NOT_FOUND" }, { status: 404 }));
  });
  await readKnown("/moves/d", at("12:05:00"), signal);
  await readKnown("/moves/d", at("12:05:00"), signal);
  expect(requested).toHaveLength(2);
});
