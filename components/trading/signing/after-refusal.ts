/** What a refusal says about the signer and the clock of this page, for whoever sends signed writes. */

import { measureAgain } from "#components/data/clock-guard.ts";
import { forgetRefusedKey } from "#components/identity/browser-keys/load-keys.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing.ts";
import type { SignedWrite } from "./requests.ts";

/**
 * To be called with the code of each refused write. A trading key that the venue no longer takes is deleted, and the
 * person is told; after a refused timestamp the clocks are compared again, so that the next signature is in time.
 */
export function afterRefusal(signed: Pick<SignedWrite, "account" | "headers">, code: string): void {
  const signer = signed.headers[SIGNATURE_HEADER.signer];
  if (code === "SIGNER_NOT_AUTHORIZED" && signer !== undefined && signer !== signed.account) {
    void forgetRefusedKey(signed.account, signer);
  }
  if (code === "TIMESTAMP_OUT_OF_WINDOW") void measureAgain();
}
