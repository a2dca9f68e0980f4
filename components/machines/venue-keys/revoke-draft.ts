/** The unsigned request that revokes a venue key. */
import type { WriteDraft } from "#components/trading/signing/requests.ts";
import { encodeRevokeApiKey } from "#lib/protocol/signing/signing.ts";

/** The id is in the path and in the signed bytes. */
export function revokeVenueKeyDraft(id: string): WriteDraft {
  return {
    operation: "revoke_api_key",
    method: "DELETE",
    path: `/api/venue/keys/${encodeURIComponent(id)}`,
    body: "{}",
    encode: (timestamp) => encodeRevokeApiKey({ id }, timestamp),
  };
}
