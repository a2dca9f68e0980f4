/** Addresses of the identity provider, which redirects the browser back. */
import type { Answer } from "#components/data/http.ts";
import { write } from "#components/data/write.ts";
import { postToNextAuth, textField } from "#components/identity/session/next-auth-calls.ts";

type ProviderAddress =
  | { ok: true; url: string }
  | { ok: false; answer: Extract<Answer, { ok: false }> };

/**
 * The provider's address for a sign-in, a link or a proof.
 * @param callback path of this site to which the provider returns
 */
export async function providerAddress(
  purpose: "sign-in" | "link" | "prove",
  callback: string,
): Promise<ProviderAddress> {
  if (purpose !== "sign-in") {
    const announced = await write("POST", "/api/v1/identities/oidc", { purpose });
    if (!announced.ok) return { ok: false, answer: announced };
  }
  const callbackUrl = `${window.location.origin}${callback}`;
  const answer = await postToNextAuth("signin/oidc", { callbackUrl });
  const url = textField(answer, "url");
  if (url !== undefined && !isError(url)) return { ok: true, url };
  return { ok: false, answer: answer.ok ? UNREACHABLE : answer };
}

/** When the provider does not respond, next-auth returns an address of this site with an error. */
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
