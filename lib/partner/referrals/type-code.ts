/** Stores a code that somebody types before they sign up, as if they had followed its link. */
import "server-only";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { findPartnerCode } from "./find-code.ts";
import type { CodeBody } from "./own-referral.ts";
import { followedLinkOf, referralCookie } from "./referral-cookie.ts";

type Call = { input: { body: z.output<typeof CodeBody>; request: Request } };

/** Public. The `Set-Cookie` that stores it; tags of a followed link with the same code stay. @throws REFERRAL_CODE_UNKNOWN */
export async function typeCode({
  input: { body, request },
}: Call): Promise<{ code: string; cookie: string }> {
  const found = await findPartnerCode(body.code);
  if (found === undefined) throw new ServiceError("REFERRAL_CODE_UNKNOWN");
  const { code } = found;
  const followed = followedLinkOf(request.headers);
  const link = followed?.code === code ? followed : { code, tags: {}, isTyped: true };
  return { code, cookie: referralCookie(link) };
}
