import type { Metadata } from "next";
import { SignInMethodsPage } from "#components/identity/account/sign-in-methods-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { signInMethods } from "#lib/identity/accounts/sign-in-methods.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/settings");
}

export default function Page() {
  return <SignInMethodsPage mailbox={signInMethods().mailbox} />;
}
