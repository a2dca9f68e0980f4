/** Proves a wallet by signing a single-use text. A sign-in with the proof sets the session cookie. */
import { base58 } from "@scure/base";
import { errorText, isPageFault } from "#components/data/errors/error-text.ts";
import { type Answer, sendJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import {
  postToNextAuth,
  postWithToken,
  readCsrfToken,
  textField,
} from "#components/identity/session/next-auth-calls.ts";
import { readSession } from "./read-session.ts";

export type SignInResult = { ok: true } | { ok: false; message: string };

const AUTH_TIMEOUT_MS = 10_000;

/** What the signature is for: the server accepts it for nothing else. */
export type ProofPurpose = "sign-in" | "link" | "prove";

export type WalletProof = {
  address: string;
  message: string;
  /** Base58. */
  signature: string;
  /** Base64 of the transaction that a hardware wallet signed in place of the text. */
  memoTransaction?: string;
};

/** `signature` is the one in the transaction. */
export type SignedMemo = { transaction: Uint8Array; signature: Uint8Array };

type Sign = (message: Uint8Array) => Promise<Uint8Array | SignedMemo>;

type SignInParts = {
  /** Signs the UTF-8 bytes of the text; its errors are passed on. */
  sign: Sign;
  /** False once this sign-in was cancelled: the signature is then not used. */
  isWanted: () => boolean;
};

/** Requests a text and signs it. Errors of `sign` are passed on. */
export async function signedProof(
  address: string,
  purpose: ProofPurpose,
  sign: Sign,
): Promise<{ ok: true; proof: WalletProof } | { ok: false; answer: Answer }> {
  const challenge = await sendJson(
    "/api/auth/wallet/challenge",
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(purpose === "sign-in" ? { address } : { address, purpose }),
    },
    AUTH_TIMEOUT_MS,
  );
  const message = textField(challenge, "message");
  if (message === undefined) return { ok: false, answer: challenge };
  const signed = await sign(new TextEncoder().encode(message));
  if (signed instanceof Uint8Array)
    return { ok: true, proof: { address, message, signature: base58.encode(signed) } };
  const signature = base58.encode(signed.signature);
  const memoTransaction = btoa(String.fromCharCode(...signed.transaction));
  return { ok: true, proof: { address, message, signature, memoTransaction } };
}

/** Opens a session with the proof. */
export function signInWithProof(proof: WalletProof): Promise<Answer> {
  return postToNextAuth("callback/wallet", proof);
}

/** Requests the text, signs it, and opens a session with it. */
export async function signIn(
  address: string,
  { sign, isWanted }: SignInParts,
): Promise<SignInResult> {
  const text = clientText("wallet");
  const signed = await signedProof(address, "sign-in", sign);
  if (!signed.ok) return refused(signed.answer, text("refusedStart"));
  const csrfToken = await readCsrfToken();
  if (csrfToken === undefined) return { ok: false, message: text("refusedEnd") };
  if (!isWanted()) return { ok: false, message: text("givenUp") };
  const callback = await postWithToken("callback/wallet", csrfToken, signed.proof);
  if (!callback.ok) return refused(callback, text("refused"));
  return isSignedInAs(address, text("refusedAgain"));
}

/** Links the wallet to the signed-in account, which then trades with it. */
export async function linkWallet(
  address: string,
  { sign, isWanted }: SignInParts,
): Promise<SignInResult> {
  const text = clientText("wallet");
  const signed = await signedProof(address, "link", sign);
  if (!signed.ok) return refused(signed.answer, text("refusedStart"));
  if (!isWanted()) return { ok: false, message: text("givenUp") };
  const linked = await postProof("/api/v1/identities/wallet", signed.proof);
  if (!linked.ok) return refused(linked, text("refusedLink"));
  return isSignedInAs(address, text("refusedLink"));
}

/** Posts a proof as JSON. */
export function postProof(url: string, proof: WalletProof): Promise<Answer> {
  return sendJson(
    url,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(proof),
    },
    AUTH_TIMEOUT_MS,
  );
}

async function isSignedInAs(address: string, otherwise: string): Promise<SignInResult> {
  const session = await readSession();
  return session.known && session.address === address
    ? { ok: true }
    : { ok: false, message: otherwise };
}

/** The catalogue's text for the error code, else the fallback: texts of failing servers are about orders. */
function refused(answer: Answer, fallback: string): SignInResult {
  const isNoSentence = answer.ok || answer.status >= 500 || isPageFault(answer.code);
  if (isNoSentence || answer.code.startsWith("HTTP_")) return { ok: false, message: fallback };
  return { ok: false, message: errorText(answer.code, answer.message) };
}
