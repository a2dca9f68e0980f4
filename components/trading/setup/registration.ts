/** Registers a key. When the answer is lost, the venue's list of keys decides. */
import { type Answer, readJson, sendJson } from "#components/data/http.ts";
import type { SignedWrite } from "#components/trading/signing/requests.ts";
import { concernsTheBytes, refusalOf } from "#components/trading/writes/interpret-answer.ts";
import type { SignerList, SignerRecord } from "#lib/protocol/wire/account.ts";

export type Registration =
  | { state: "registered" }
  | { state: "refused"; code: string; message: string }
  /** Whether the venue has the key is not known. */
  | { state: "unknown" };

export type RegistrationParts = {
  send: (signed: SignedWrite) => Promise<Answer<SignerRecord>>;
  list: (account: string) => Promise<Answer<SignerList>>;
  wait: (milliseconds: number) => Promise<void>;
};

const ANSWER_TIMEOUT_MS = 5_000;
/** Pauses before each read of the list after a lost answer, in milliseconds. */
const CHECKS_MS = [0, 1_000, 2_000, 4_000] as const;

const REFUSED_CHECKS_MS = [0, 1_000] as const;

const overHttp: RegistrationParts = {
  send: ({ draft: { method, path, body }, headers }) =>
    sendJson(path, { method, headers, body }, ANSWER_TIMEOUT_MS),
  list: (account) => readJson(`/api/venue/signers?account=${encodeURIComponent(account)}`),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Sends the registration once. Returns "registered" or "refused" only when an answer or the list proves it. */
export async function registerKey(
  signed: SignedWrite,
  pubkey: string,
  parts: RegistrationParts = overHttp,
): Promise<Registration> {
  const answer = await parts.send(signed);
  if (answer.ok && answer.body.signer === pubkey) return { state: "registered" };
  // 409: the venue knows these bytes or this key; the list says which.
  const refusal = answer.ok || answer.status === 409 ? undefined : refusalOf(answer);
  if (refusal && !answer.ok && concernsTheBytes(answer)) return refused(refusal);
  // A rate limit or an ended session may concern a resend by the browser, while the first sending was accepted.
  let isAbsent = false;
  for (const delay of refusal ? REFUSED_CHECKS_MS : CHECKS_MS) {
    await parts.wait(delay);
    const listed = await parts.list(signed.account);
    if (listed.ok && listed.body.results.some(({ signer }) => signer === pubkey)) {
      return { state: "registered" };
    }
    isAbsent = listed.ok;
  }
  return refusal && isAbsent ? refused(refusal) : { state: "unknown" };
}

function refused({ code, message }: { code: string; message: string }): Registration {
  return { state: "refused", code, message };
}
