/** The few calls of next-auth that pages make. */
import { type Answer, readJson, sendJson } from "#components/http.ts";

const AUTH_TIMEOUT_MS = 10_000;

/** Posts a form to one of next-auth's addresses with its CSRF token; it answers as JSON. */
export async function postToNextAuth(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const token = await readJson("/api/auth/csrf");
  const csrfToken = textField(token, "csrfToken");
  if (csrfToken === undefined) return token.ok ? { ...NO_TOKEN } : token;
  const body = new URLSearchParams({
    callbackUrl: window.location.origin,
    ...fields,
    csrfToken,
    json: "true",
  });
  return sendJson(`/api/auth/${path}`, { method: "POST", body }, AUTH_TIMEOUT_MS);
}

const NO_TOKEN: Answer = {
  ok: false,
  status: 0,
  code: "NETWORK",
  message: "No answer came.",
  data: undefined,
};

/** Ends the session. Answers false when the server could not be reached, so that nobody believes it ended. */
export async function signOut(): Promise<boolean> {
  return (await postToNextAuth("signout", {})).ok;
}

/** A text in the body of an answer. */
export function textField(answer: Answer, field: string): string | undefined {
  if (!answer.ok || typeof answer.body !== "object" || answer.body === null) return undefined;
  const value = (answer.body as Record<string, unknown>)[field];
  return typeof value === "string" ? value : undefined;
}
