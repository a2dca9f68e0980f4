import type { Metadata } from "next";
import { ConnectPage } from "#components/assistants/connect/connect-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { config } from "#lib/platform/config/config.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/connect");
}

/** Public: how to connect an assistant. Contains no account data. */
export default async function Page() {
  return <ConnectPage baseUrl={config().baseUrl} text={await requestPageText("connect")} />;
}
