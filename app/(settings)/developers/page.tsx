import type { Metadata } from "next";
import { hostDocument } from "#app/api/v1/openapi.json/host-document.ts";
import { DevelopersPage } from "#components/machines/developers/developers-page.tsx";
import { tagLinks } from "#components/machines/docs/reference.ts";
import { pageTitle } from "#components/messages/page-title.ts";
import { requestPageText } from "#components/messages/request-text.ts";
import { TOOLS } from "#lib/assistants/mcp/tools/tool-list.ts";
import { config } from "#lib/platform/config/config.ts";
import { LIMITS } from "#lib/platform/http/rate-limits.ts";

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("/developers");
}

/** Public: the page for developers of programs. */
export default async function Page() {
  const { baseUrl, venueUrl, sandboxUrl } = config();
  const addresses = { baseUrl, venueUrl };
  const document = hostDocument(addresses);
  const limits = Object.entries(LIMITS)
    // This limit refuses no request; it only limits log lines.
    .filter(([name]) => name !== "noted_refusals")
    .map(([name, rule]) => ({ name, ...rule }));
  const tools = TOOLS.map(({ name, scope, listed }) => ({
    name,
    scope,
    about: listed.description ?? "",
  }));
  return (
    <DevelopersPage
      addresses={addresses}
      sandboxUrl={sandboxUrl}
      document={document}
      reference={tagLinks(document, "app")}
      limits={limits}
      tools={tools}
      text={await requestPageText("developers")}
    />
  );
}
