/** The next-auth endpoints that pages call. */

import { type Answer, readJson, sendJson } from "#components/data/http.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

const AUTH_TIMEOUT_MS = 10_000;

/** The CSRF token that next-auth requires with each form; `undefined` without a response. */
export async function readCsrfToken(): Promise<string | undefined> {
  return textField(await readJson("/api/auth/csrf"), "csrfToken");
}

/** Posts a form to `/api/auth/{path}` with a CSRF token; the response is JSON. */
export function postWithToken(
  path: string,
  csrfToken: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const body = new URLSearchParams({
    callbackUrl: window.location.origin,
    ...fields,
    csrfToken,
    json: "true",
  });
  return sendJson(`/api/auth/${path}`, { method: "POST", body }, AUTH_TIMEOUT_MS);
}

/** The same, and reads the token first. */
export async function postToNextAuth(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const csrfToken = await readCsrfToken();
  return csrfToken === undefined ? NO_ANSWER : postWithToken(path, csrfToken, fields);
}

const NO_ANSWER: Answer = {
  ok: false,
  status: 0,
  code: "NETWORK",
  message: "No answer came.",
  data: undefined,
};

/** Ends the session. False when the server did not respond: the session may still be valid. */
export async function signOut(): Promise<boolean> {
  return (await postToNextAuth("signout", {})).ok;
}

/** A string field of a response's body. */
export function textField(answer: Answer, field: string): string | undefined {
  const value = answer.ok && isRecord(answer.body) ? answer.body[field] : undefined;
  return typeof value === "string" ? value : undefined;
}
