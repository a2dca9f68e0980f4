import type { Metadata } from "next";
import { ConnectPage } from "#components/assistants/connect/connect-page.tsx";
import { connectText } from "#components/assistants/connect/load-messages.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { config } from "#lib/platform/config.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("connectAssistant");
}

/** Public: how an assistant is connected. Nothing on it belongs to an account. */
export default async function Page() {
  return <ConnectPage baseUrl={config().baseUrl} text={await connectText()} />;
}
