import { describe, expect, test } from "vitest";
import type { Answer } from "#components/data/http.ts";
import type { SignedWrite } from "#components/trading/signing/requests.ts";
import type { SignerList, SignerRecord } from "#lib/protocol/wire/account.ts";
import { keyLabel, parseLabel } from "./label.ts";
import { registerKey } from "./registration.ts";

const signed = { account: "A" } as SignedWrite;
const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, status: 201, body });
const record = (signer: string) => ({ signer, label: "", scopes: 1, expires_at: 9 });
const failure = (status: number, code = "X"): Answer<never> => ({
  ok: false,
  status,
  code,
  message: "said",
  data: undefined,
});
const listed = ok<SignerList>({ results: [record("K")] });
const empty = ok<SignerList>({ results: [] });

/** Resolves to the result and the number of reads of the list. */
async function register(answer: Answer<SignerRecord>, lists: Answer<SignerList>[]) {
  let reads = 0;
  const result = await registerKey(signed, "K", {
    send: () => Promise.resolve(answer),
    list: () => Promise.resolve(lists[reads++] ?? empty),
    wait: () => Promise.resolve(),
  });
  return [result.state, reads];
}

describe("a registration", () => {
  test("has the venue's own data", async () => {
    expect(await register(ok(record("K")), [])).toEqual(["registered", 0]);
    expect(await register(failure(422), [listed])).toEqual(["refused", 0]);
    expect(await register(failure(401, "INVALID_SIGNATURE"), [listed])).toEqual(["refused", 0]);
  });

  test.each([
    [429, "RATE_LIMITED"],
    [401, "TIMESTAMP_OUT_OF_WINDOW"],
    [403, "TRADING_NOT_ENABLED"],
    [503, "DRAINING"],
  ])(
    "that is refused with %i %s, as a repeated send by the browser may be, is looked up",
    async (status, code) => {
      const answer = failure(status, code);
      expect(await register(answer, [empty, listed])).toEqual(["registered", 2]);
      expect(await register(answer, [empty, empty])).toEqual(["refused", 2]);
      expect(await register(answer, [failure(0), failure(0)])).toEqual(["unknown", 2]);
    },
  );

  test.each([
    ["a lost answer", failure(0)],
    ["a failure of the venue", failure(503)],
    ["the same bytes twice", failure(409)],
    ["another key's answer", ok(record("other"))],
  ])("after %s is looked up in the list", async (_name, answer) => {
    expect(await register(answer, [empty, failure(0), listed])).toEqual(["registered", 3]);
    expect(await register(answer, [])).toEqual(["unknown", 4]);
  });
});

test("a label names browser, system and minute, and is parsed back into them", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
  const label = keyLabel(agent, Date.UTC(2026, 10, 21, 18, 40, 59));
  expect(label).toBe("Chrome on Linux, 2026-11-21 18:40 UTC");
  expect(parseLabel(label)).toEqual({
    name: "Chrome on Linux",
    createdAt: Date.UTC(2026, 10, 21, 18, 40),
  });
  for (const odd of ["", "bot", "x, 2026-99-99 00:00 UTC"]) {
    expect(parseLabel(odd)).toEqual({ name: odd, createdAt: undefined });
  }
});
