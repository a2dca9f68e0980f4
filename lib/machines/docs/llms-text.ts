/** The index of the documents for language models, in the form of llmstxt.org: every link leads to plain text. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import { docFiles, docPages } from "./documents.ts";

const SUMMARY = `A self-hosted, non-custodial trading platform with perpetual futures, swaps and a partner programme. Programs read and propose; the owner's wallet
signs every order.`;

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
    link("MCP server", `${baseUrl}/api/v1/mcp`, "Model Context Protocol over HTTP"),
    "## Programs and vectors",
    ...programs.map((path) => link(path, `${baseUrl}/docs/files/${path}`, "")),
    "",
  ]
    .join("\n\n")
    .replaceAll("\n\n- ", "\n- ");
}
