import { describe, expect, it } from "vitest";
import { decodeRevokeApiKey } from "#lib/protocol/signing/decode.ts";
import { venueKeysOf } from "./key-records.ts";
import { revokeVenueKeyDraft } from "./revoke-draft.ts";

const key = (id: string, created: number, held = false) => ({
  id,
  account: "a",
  signer: "a",
  label: id,
  created_at: created,
  expires_at: 0,
  held,
});

describe("the list of venue keys", () => {
  it("has the held key first, then the newest", () => {
    const body = { results: [key("old", 1), key("new", 3), key("held", 2, true)] };
    expect(venueKeysOf(body).map(({ id }) => id)).toEqual(["held", "new", "old"]);
  });

  it("leaves out what is no key, whatever was answered", () => {
    expect(venueKeysOf({ results: [key("one", 1), { id: 2 }, null] })).toHaveLength(1);
    expect(venueKeysOf(undefined)).toEqual([]);
  });
});

describe("the revocation of a venue key", () => {
  it("signs the id that its path names", () => {
    const draft = revokeVenueKeyDraft("key_0123");
    expect([draft.method, draft.path, draft.body]).toEqual([
      "DELETE",
      "/api/venue/keys/key_0123",
      "{}",
    ]);
    const signed = decodeRevokeApiKey(draft.encode(1_700_000_000_000n));
    expect([signed.id, signed.timestamp]).toEqual(["key_0123", 1_700_000_000_000n]);
  });
});
