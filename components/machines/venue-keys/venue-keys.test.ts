import { describe, expect, it } from "vitest";
import { decodeRevokeApiKey } from "#lib/protocol/signing/decode.ts";
import { inOrder } from "./key-order.ts";
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
    const keys = [key("old", 1), key("new", 3), key("held", 2, true)];
    expect(inOrder(keys).map(({ id }) => id)).toEqual(["held", "new", "old"]);
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
