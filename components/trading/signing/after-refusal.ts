/** What to do after the venue has refused a signed write because of its signer or its timestamp. */

import { measureAgain } from "#components/data/clock-guard.ts";
import { forgetRefusedKey } from "#components/identity/browser-keys/load-keys.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing/signing.ts";
import type { SignedWrite } from "./requests.ts";

/**
 * Call it with the code of each refused write. It deletes a trading key that the venue no longer accepts and shows a
 * toast, and it measures the clock again after a refused timestamp.
 */
export function afterRefusal(signed: Pick<SignedWrite, "account" | "headers">, code: string): void {
  const signer = signed.headers[SIGNATURE_HEADER.signer];
  if (code === "SIGNER_NOT_AUTHORIZED" && signer !== undefined && signer !== signed.account) {
    void forgetRefusedKey(signed.account, signer);
  }
  if (code === "TIMESTAMP_OUT_OF_WINDOW") void measureAgain();
}
