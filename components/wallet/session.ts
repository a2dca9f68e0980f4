/** Signing in and out with a wallet: a single-use text is signed, and the server answers with a cookie. */
import { base58 } from "@scure/base";
import { type Answer, readJson, sendJson } from "#components/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { errorText } from "#components/venue-errors/error-text.ts";

export type SignInResult = { ok: true } | { ok: false; message: string };

const AUTH_TIMEOUT_MS = 10_000;

/** Who is signed in, as far as the server said so. */
export type SessionAnswer = { known: true; address: string | undefined } | { known: false };

type SignInParts = {
  /** Receives the UTF-8 bytes of the text and answers the signature; what it throws is passed on. */
  sign: (message: Uint8Array) => Promise<Uint8Array>;
  /** False once nobody waits for this sign-in: the signature is then not used. */
  isWanted: () => boolean;
};

/** Asks for the text, has it signed, and trades it for a session. */
export async function signIn(
  address: string,
  { sign, isWanted }: SignInParts,
): Promise<SignInResult> {
  const text = clientText("wallet");
  const challenge = await sendJson(
    "/api/auth/wallet/challenge",
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }),
    },
    AUTH_TIMEOUT_MS,
  );
  const message = textField(challenge, "message");
  if (message === undefined) return refused(challenge, text("refusedStart"));
  const signature = await sign(new TextEncoder().encode(message));
  const csrfToken = await readCsrfToken();
  if (csrfToken === undefined) return { ok: false, message: text("refusedEnd") };
  if (!isWanted()) return { ok: false, message: text("givenUp") };
  const callback = await postForm("/api/auth/callback/wallet", {
    csrfToken,
    address,
    message,
    signature: base58.encode(signature),
    json: "true",
    callbackUrl: window.location.origin,
  });
  if (!callback.ok) return refused(callback, text("refused"));
  const session = await readSession();
  return session.known && session.address === address
    ? { ok: true }
    : { ok: false, message: text("refusedAgain") };
}

/** Ends the session. Answers false when the server could not be reached, so that nobody believes it ended. */
export async function signOut(): Promise<boolean> {
  const csrfToken = await readCsrfToken();
  if (csrfToken === undefined) return false;
  const answer = await postForm("/api/auth/signout", {
    csrfToken,
    json: "true",
    callbackUrl: window.location.origin,
  });
  return answer.ok;
}

/** Ends the session if it is this account's: another tab may have signed in with another one since. */
export async function endSessionOf(address: string): Promise<void> {
  const session = await readSession();
  if (session.known && session.address === address) await signOut();
}

export async function readSession(): Promise<SessionAnswer> {
  const answer = await readJson("/api/auth/session");
  if (!answer.ok) return { known: false };
  const { user } = (answer.body ?? {}) as { user?: { address?: unknown } };
  return { known: true, address: typeof user?.address === "string" ? user.address : undefined };
}

async function readCsrfToken(): Promise<string | undefined> {
  return textField(await readJson("/api/auth/csrf"), "csrfToken");
}

function postForm(url: string, fields: Record<string, string>): Promise<Answer> {
  return sendJson(url, { method: "POST", body: new URLSearchParams(fields) }, AUTH_TIMEOUT_MS);
}

function textField(answer: Answer, name: string): string | undefined {
  if (!answer.ok || typeof answer.body !== "object" || answer.body === null) return undefined;
  const value = (answer.body as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

/** The catalogue's text when there is one; an answer of another kind is put in our own words. */
function refused(answer: Answer, fallback: string): SignInResult {
  if (answer.ok || answer.code.startsWith("HTTP_")) return { ok: false, message: fallback };
  return { ok: false, message: errorText(answer.code, answer.message) };
}
