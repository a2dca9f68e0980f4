/** Signing in and out with a wallet: a single-use text is signed, and the server answers with a cookie. */
import { base58 } from "@scure/base";
import { type Answer, readJson, sendJson } from "#components/http.ts";

export type SignInResult = { ok: true } | { ok: false; message: string };

const AUTH_TIMEOUT_MS = 10_000;

/**
 * Asks for the text, has it signed, and trades it for a session.
 * @param sign receives the UTF-8 bytes of the text and answers the signature; what it throws is passed on.
 */
export async function signIn(
  address: string,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<SignInResult> {
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
  if (message === undefined) return refused(challenge, "The sign-in could not be started.");
  const signature = await sign(new TextEncoder().encode(message));
  const csrfToken = await readCsrfToken();
  if (csrfToken === undefined) return { ok: false, message: "The sign-in could not be completed." };
  const callback = await postForm("/api/auth/callback/wallet", {
    csrfToken,
    address,
    message,
    signature: base58.encode(signature),
    json: "true",
    callbackUrl: window.location.origin,
  });
  if (!callback.ok) return refused(callback, "The server refused the sign-in.");
  return (await readSessionAddress()) === address
    ? { ok: true }
    : { ok: false, message: "The server refused the sign-in. Try again." };
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

/** The signed-in address; `undefined` when nobody is signed in or the server did not answer. */
export async function readSessionAddress(): Promise<string | undefined> {
  const answer = await readJson("/api/auth/session");
  if (!answer.ok) return undefined;
  const { user } = (answer.body ?? {}) as { user?: { address?: unknown } };
  return typeof user?.address === "string" ? user.address : undefined;
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
  return { ok: false, message: answer.message };
}
