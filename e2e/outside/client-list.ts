/** The clients, in the order in which they run. */
import { runApiDocuments } from "./clients/api-documents.ts";
import { runAuthlib } from "./clients/authlib.ts";
import { runCcxt } from "./clients/ccxt.ts";
import { runConformanceAuthorization } from "./clients/conformance-authorization.ts";
import { runConformanceServer } from "./clients/conformance-server.ts";
import { runCurl } from "./clients/curl.ts";
import { runInspector } from "./clients/inspector.ts";
import { runOauth4webapi } from "./clients/oauth4webapi.ts";
import { runOfficialV2 } from "./clients/official-v2.ts";
import { runOpenapiTools } from "./clients/openapi-tools.ts";
import { runOpenidClient } from "./clients/openid-client.ts";
import { runPythonPackage, runTypescriptPackage } from "./clients/packages.ts";
import { snippetClients } from "./clients/snippets.ts";
import type { OutsideClient } from "./kit/outside.ts";

/** Their packages are installed with the programs of others. */
const converters = () => import("./clients/converters.ts");

export const CLIENTS: readonly OutsideClient[] = [
  { name: "conformance: authorization server", run: runConformanceAuthorization },
  {
    name: "conformance: server, 2026-07-28",
    run: (outside) => runConformanceServer(outside, "2026-07-28"),
  },
  {
    name: "conformance: server, 2025-11-25",
    run: (outside) => runConformanceServer(outside, "2025-11-25"),
  },
  { name: "MCP Inspector", run: runInspector },
  {
    name: "official client 1",
    // Its package is installed with the programs of others, which the everyday set does without.
    run: async (outside) => (await import("./clients/official-v1.ts")).runOfficialV1(outside),
  },
  { name: "official client 2", run: runOfficialV2 },
  { name: "OpenAI agents, strict", run: async (of) => (await converters()).runOpenAiStrict(of) },
  { name: "Google GenAI", run: async (of) => (await converters()).runGoogleGenAi(of) },
  { name: "LangChain, Gemini", run: async (of) => (await converters()).runLangChainGemini(of) },
  { name: "Vercel AI SDK", run: async (of) => (await converters()).runVercelAi(of) },
  { name: "openid-client", run: runOpenidClient },
  { name: "oauth4webapi", run: runOauth4webapi },
  { name: "Authlib", run: runAuthlib },
  { name: "curl", run: runCurl },
  { name: "OpenAPI tools", run: runOpenapiTools },
  { name: "CCXT", run: runCcxt },
  { name: "package in TypeScript", run: runTypescriptPackage },
  { name: "package in Python", run: runPythonPackage },
  ...snippetClients(),
  // The last: it is refused so often that the address is limited afterwards.
  { name: "API documents", run: runApiDocuments },
];
