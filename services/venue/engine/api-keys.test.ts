/** Only an owner makes and revokes API keys, each pinned to the owner or to one of the owner's signers. */
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, TestEngine } from "./engine.testing.ts";

const TRADE = 1;

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "10000").deposit("bob", "10000");
});

function createKey(id: string, pinnedTo: string | null, expiresAt = 0): string {
  const command = venue.by("ann").createApiKey(id, { pinnedTo, expiresAt }, venue.time);
  return codeOf(venue.submit(command));
}

describe("an API key", () => {
  test("is pinned to the owner or to one of the owner's signers, and to no other key", () => {
    expect(createKey("a", "stranger")).toBe("SIGNER_NOT_AUTHORIZED");
    const robot = { scopes: TRADE, expiresAt: venue.time + 1_000 };
    venue.submit(venue.by("ann").registerSigner("robot", robot, venue.time));
    expect(createKey("b", "robot")).toBe("api_key");
    expect(createKey("c", null)).toBe("api_key");
  });

  test("does not begin expired", () => {
    expect(createKey("a", null, venue.time)).toBe("INVALID_FIELD");
    expect(createKey("b", null, venue.time + 1)).toBe("api_key");
  });

  test("is revoked by its owner once, and not by another account", () => {
    createKey("a", null);
    const { time } = venue;
    expect(codeOf(venue.submit(venue.by("bob").revokeApiKey("a", time)))).toBe("API_KEY_NOT_FOUND");
    expect(codeOf(venue.submit(venue.by("ann").revokeApiKey("a", time)))).toBe("api_key_revoked");
    expect(codeOf(venue.submit(venue.by("ann").revokeApiKey("a", time)))).toBe("API_KEY_NOT_FOUND");
    expect(venue.state.apiKeys.size).toBe(0);
  });
});
