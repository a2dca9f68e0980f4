/** Proving a wallet: a single-use text is signed; signing in with it makes the server answer with a cookie. */
import { base58 } from "@scure/base";
import { errorText } from "#components/data/errors/error-text.ts";
import { type Answer, readJson, sendJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import {
  postToNextAuth,
  postWithToken,
  readCsrfToken,
  textField,
} from "#components/identity/session/next-auth-calls.ts";

export type SignInResult = { ok: true } | { ok: false; message: string };

const AUTH_TIMEOUT_MS = 10_000;

/** Who is signed in, as far as the server said so. Somebody without a wallet is signed in without an address. */
export type SessionAnswer =
  | { known: true; signedIn: boolean; address: string | undefined }
  | { known: false };

/** What the signature is for: the server takes it for nothing else. */
export type ProofPurpose = "sign-in" | "link" | "prove";

export type WalletProof = {
  address: string;
  message: string;
  /** Base58. */
  signature: string;
};

type Sign = (message: Uint8Array) => Promise<Uint8Array>;

type SignInParts = {
  /** Receives the UTF-8 bytes of the text and answers the signature; what it throws is passed on. */
  sign: Sign;
  /** False once nobody waits for this sign-in: the signature is then not used. */
  isWanted: () => boolean;
};

/** Asks for a text and has it signed; the failure is the answer to the asking. What `sign` throws is passed on. */
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
  const signature = await sign(new TextEncoder().encode(message));
  return { ok: true, proof: { address, message, signature: base58.encode(signature) } };
}

/** Opens a session with the proof. */
export function signInWithProof(proof: WalletProof): Promise<Answer> {
  return postToNextAuth("callback/wallet", proof);
}

/** Asks for the text, has it signed, and trades it for a session. */
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

/** Whether changes to the account are taken without another proof of who is here. */
export async function isFreshlyProved(): Promise<boolean> {
  const answer = await readJson("/api/v1/identities");
  const until = textField(answer, "freshUntil");
  return until !== undefined && Date.parse(until) > Date.now();
}

/** Links the wallet to the account that is signed in, which then trades with it. */
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

/** Sends a proof to an address that takes one as JSON. */
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

/** Ends the session if it is this account's: another tab may have signed in with another one since. */
export async function endSessionOf(address: string): Promise<void> {
  const session = await readSession();
  if (session.known && session.address === address) await postToNextAuth("signout", {});
}

export async function readSession(): Promise<SessionAnswer> {
  const answer = await readJson("/api/auth/session");
  if (!answer.ok) return { known: false };
  const { user } = (answer.body ?? {}) as { user?: { address?: unknown } };
  const address = typeof user?.address === "string" ? user.address : undefined;
  return { known: true, signedIn: user !== undefined, address };
}

/** The catalogue's text when there is one; an answer of another kind is put in our own words. */
function refused(answer: Answer, fallback: string): SignInResult {
  if (answer.ok || answer.code.startsWith("HTTP_")) return { ok: false, message: fallback };
  return { ok: false, message: errorText(answer.code, answer.message) };
}
