/** Signers may act for an account within their scopes, and never after a revocation. */
import { beforeEach, describe, expect, test } from "vitest";
import { pubkeyOf } from "./commands.testing.ts";
import { codeOf, TestEngine } from "./engine.testing.ts";

const TRADE = 1;
const CANCEL = 2;
const COPY = 4;

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "10000").deposit("bob", "10000");
});

function register(name: string, scopes: number, seconds = 1_000): string {
  const expiresAt = venue.time + seconds * 1_000;
  return codeOf(
    venue.submit(venue.by("ann").registerSigner(name, { scopes, expiresAt }, venue.time)),
  );
}

function revoke(name: string): string {
  return codeOf(venue.submit(venue.by("ann").revokeSigner(name, venue.time)));
}

function createKey(id: string, pinnedTo: string | null, signer = "ann"): string {
  const terms = { pinnedTo, expiresAt: 0 };
  const command = venue.by("ann", signer).createApiKey(id, terms, venue.time);
  return codeOf(venue.submit(command));
}

function placeBy(signer: string): string {
  return codeOf(venue.place("ann", ["BUY", "1", "99"], { signer }));
}

describe("a signer", () => {
  test("that nobody registered may do nothing", () => {
    expect(placeBy("robot")).toBe("SIGNER_NOT_AUTHORIZED");
  });

  test("with the scope to trade places, changes and cancels", () => {
    register("robot", TRADE);
    const order = venue.buy("ann", "1", "99", { signer: "robot" });
    expect(order.signer).toBe(pubkeyOf("robot"));
    expect(codeOf(venue.cancel("ann", order, "robot"))).toBe("order");
  });

  test("with the scope to cancel only cancels, also by the dead man's switch", () => {
    register("guard", CANCEL);
    expect(placeBy("guard")).toBe("SIGNER_NOT_AUTHORIZED");
    const order = venue.buy("ann", "1", "99");
    expect(codeOf(venue.cancel("ann", order, "guard"))).toBe("order");
    const switched = venue.by("ann", "guard").scheduleCancel(venue.time + 60_000, venue.time);
    expect(codeOf(venue.submit(switched))).toBe("schedule");
  });

  test("acts for the account that registered it and for no other", () => {
    register("robot", TRADE);
    expect(codeOf(venue.place("bob", ["BUY", "1", "99"], { signer: "robot" }))).toBe(
      "SIGNER_NOT_AUTHORIZED",
    );
  });

  test("ends at its expiry", () => {
    register("robot", TRADE, 10);
    venue.wait(9_999).mark("100");
    expect(placeBy("robot")).toBe("order");
    venue.wait(1);
    expect(placeBy("robot")).toBe("SIGNER_NOT_AUTHORIZED");
  });

  test("cannot register, revoke or make keys: only the owner can", () => {
    register("robot", TRADE);
    const { time } = venue;
    const robot = venue.by("ann", "robot");
    const terms = { scopes: TRADE, expiresAt: time + 1_000 };
    expect(codeOf(venue.submit(robot.registerSigner("other", terms, time)))).toBe(
      "SIGNER_NOT_AUTHORIZED",
    );
    expect(codeOf(venue.submit(robot.revokeSigner("robot", time)))).toBe("SIGNER_NOT_AUTHORIZED");
    expect(createKey("k", null, "robot")).toBe("SIGNER_NOT_AUTHORIZED");
    expect(codeOf(venue.submit(robot.revokeApiKey("k", time)))).toBe("SIGNER_NOT_AUTHORIZED");
  });

  test.each([0, COPY, COPY + CANCEL, 8, 255])("with scopes %i is refused", (scopes) => {
    expect(register("robot", scopes)).toBe("INVALID_FIELD");
  });

  test("is registered once while it lives, and again when it has expired", () => {
    register("robot", TRADE, 10);
    expect(register("robot", TRADE)).toBe("DUPLICATED_SIGNER");
    venue.wait(10_000);
    expect(register("robot", TRADE)).toBe("signer");
  });

  test("50 an account, expired ones not counted", () => {
    for (let index = 0; index < 50; index += 1) register(`robot${index}`, TRADE, 10);
    expect(register("one more", TRADE)).toBe("SIZE_LIMIT");
    venue.wait(10_000);
    expect(register("one more", TRADE)).toBe("signer");
  });
});

describe("a revoked signer", () => {
  test("loses its open orders and those that wait; others of the account stay", () => {
    register("robot", TRADE);
    const own = venue.buy("ann", "1", "99");
    const rests = venue.buy("ann", "1", "98", { signer: "robot" });
    const trigger = {
      type: "TAKE_PROFIT_MARKET",
      tif: "GTC",
      trigger: "90",
      source: "mark",
    } as const;
    const waits = venue.buy("ann", "1", null, { ...trigger, signer: "robot" });
    expect(revoke("robot")).toBe("signer_revoked");
    for (const order of [rests, waits]) {
      expect(order).toMatchObject({ status: "CLOSED", cancelReason: "SIGNER_REVOKED" });
    }
    expect(own.status).toBe("OPEN");
    expect(placeBy("robot")).toBe("SIGNER_NOT_AUTHORIZED");
    expect(revoke("robot")).toBe("SIGNER_NOT_FOUND");
  });

  test("takes the API keys with it that are pinned to it, and only those", () => {
    register("robot", TRADE);
    createKey("pinned", "robot");
    createKey("own", null);
    revoke("robot");
    expect([...venue.account("ann").apiKeys.keys()]).toEqual(["own"]);
    expect([...venue.state.apiKeys.values()].map(({ id }) => id)).toEqual(["own"]);
  });
});

test("orders of a signer for copies are marked so, and their fees in the feed too", () => {
  register("copier", TRADE + COPY);
  venue.sell("bob", "1", "100");
  const order = venue.buy("ann", "1", "100", { signer: "copier" });
  expect(order.source).toBe("copy");
  expect(venue.fills.map(({ liquidity, source }) => [liquidity, source])).toEqual([
    ["TAKER", "copy"],
    ["MAKER", "perp"],
  ]);
});
