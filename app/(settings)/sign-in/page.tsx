import type { Metadata } from "next";
import { headers } from "next/headers";
import { safeNext } from "#components/identity/sign-in/next-address.ts";
import { SignInPage } from "#components/identity/sign-in/sign-in-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { signInMethods } from "#lib/identity/accounts/sign-in-methods.ts";
import { followedCode } from "#lib/partner/referrals/find-code.ts";
import { config } from "#lib/platform/config/config.ts";
import { addressOfLocal } from "#lib/server/own-address.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/sign-in");
}

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The sign-in page. `?next=`: path to continue at; `?error=` and `?done=`: what has just happened. */
export default async function Page({ searchParams }: PageProps) {
  const asked = await headers();
  const [query, referredBy] = await Promise.all([searchParams, followedCode(asked)]);
  const first = (name: string) => [query[name]].flat()[0];
  return (
    <SignInPage
      ways={signInMethods()}
      next={safeNext(first("next"))}
      error={first("error")}
      done={first("done")}
      referredBy={referredBy}
      elsewhere={addressOfLocal(config().baseUrl, asked.get("host"))}
    />
  );
}
