/** The index of the documents for language models, in the form of llmstxt.org: every link leads to plain text. */
import "server-only";
import { config } from "#lib/platform/config.ts";
import { docFiles, docPages } from "./documents.ts";

const SUMMARY = `A self-hosted, non-custodial trading platform: a perpetual-futures venue, swaps and a partner programme. People approve what programs may do, and
the wallet of the owner signs every order.`;

export async function llmsText(): Promise<string> {
  const { baseUrl, venueUrl } = config();
  const pages = await docPages();
  const programs = [...(await docFiles())].filter((path) => path.includes("/"));
  const link = (title: string, address: string, about: string) =>
    `- [${title}](${address})${about === "" ? "" : `: ${about}`}`;
  return [
    `# API of ${new URL(baseUrl).host}`,
    `> ${SUMMARY.replaceAll("\n", " ")}`,
    "## Documents",
    ...pages.map(({ title, file, summary }) =>
      link(title, `${baseUrl}/docs/files/${file}`, summary),
    ),
    "## Reference",
    link("OpenAPI of the application", `${baseUrl}/api/v1/openapi.json`, "every operation"),
    link("OpenAPI of the venue", `${venueUrl}/v1/openapi.json`, "every operation"),
    link(
      "OpenAPI for the operator",
      `${baseUrl}/api/operator/v1/openapi.json`,
      "calls with the operator's key",
    ),
    link("Assistant endpoint", `${baseUrl}/api/v1/mcp`, "Model Context Protocol over HTTP"),
    "## Programs and vectors",
    ...programs.map((path) => link(path, `${baseUrl}/docs/files/${path}`, "")),
    "",
  ]
    .join("\n\n")
    .replaceAll("\n\n- ", "\n- ");
}
