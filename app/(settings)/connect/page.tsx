import type { Metadata } from "next";
import { ConnectPage } from "#components/connect/connect-page.tsx";
import { connectText } from "#components/connect/load-messages.ts";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { config } from "#lib/config.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("connectAssistant");
}

/** Public: how an assistant is connected. Nothing on it belongs to an account. */
export default async function Page() {
  return <ConnectPage baseUrl={config().baseUrl} text={await connectText()} />;
}
