/** Leaving for the identity provider, which sends the browser back here. */
import type { Answer } from "#components/data/http.ts";
import { write } from "#components/data/use-action.ts";
import { postToNextAuth, textField } from "#components/identity/session/next-auth-calls.ts";

type ProviderTrip =
  | { ok: true; url: string }
  | { ok: false; answer: Extract<Answer, { ok: false }> };

/**
 * Where to go to sign in, to link or to prove.
 * @param callback path of this site where the person arrives afterwards
 */
export async function providerAddress(
  purpose: "sign-in" | "link" | "prove",
  callback: string,
): Promise<ProviderTrip> {
  if (purpose !== "sign-in") {
    const errand = await write("POST", "/api/v1/identities/oidc", { purpose });
    if (!errand.ok) return { ok: false, answer: errand };
  }
  const callbackUrl = `${window.location.origin}${callback}`;
  const answer = await postToNextAuth("signin/oidc", { callbackUrl });
  const url = textField(answer, "url");
  if (url !== undefined && !isError(url)) return { ok: true, url };
  return { ok: false, answer: answer.ok ? UNREACHABLE : answer };
}

/** next-auth says with an address of ours that the provider did not answer. */
function isError(url: string): boolean {
  const { origin, searchParams } = new URL(url, window.location.origin);
  return origin === window.location.origin && searchParams.has("error");
}

const UNREACHABLE: Extract<Answer, { ok: false }> = {
  ok: false,
  status: 502,
  code: "IDENTITY_PROVIDER_UNREACHABLE",
  message: "The identity provider did not answer.",
  data: undefined,
};
