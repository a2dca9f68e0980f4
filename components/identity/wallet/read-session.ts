/** The session as the server knows it. */
import { readJson } from "#components/data/http.ts";
import { postToNextAuth, textField } from "#components/identity/session/next-auth-calls.ts";

/** The session as the server reports it. An account without a wallet has no address. */
export type SessionAnswer =
  | { known: true; signedIn: boolean; address: string | undefined }
  | { known: false };

/** Whether the account can be changed without a new proof. */
export async function isFreshlyProved(): Promise<boolean> {
  const answer = await readJson("/api/v1/identities");
  const until = textField(answer, "freshUntil");
  return until !== undefined && Date.parse(until) > Date.now();
}

/** Ends the session if it is still this account's: another tab may have signed in with another one. */
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
