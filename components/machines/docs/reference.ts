/** The operations of the API's documents by tag, and a call of each as an example. */
import type {
  ApiContent,
  ApiDocument,
  ApiOperation,
} from "#components/machines/parts/api-document.ts";

/** The service that the document describes, and where its operations are called. */
export type Reference = {
  of: "app" | "venue" | "operator";
  document: ApiDocument;
  baseUrl: string;
};

export type Referenced = { path: string; method: string; operation: ApiOperation };

export type TagLink = { slug: string; name: string; description: string };

/** Links to `/docs/reference/{slug}`. The venue's slugs have a prefix, because the app has tags of the same names. */
export function tagLinks({ tags }: ApiDocument, of: Reference["of"]): TagLink[] {
  const before = of === "venue" ? "venue-" : "";
  return tags.map(({ name, description }) => ({
    slug: before + tagSlug(name),
    name,
    description,
  }));
}

/** Pages that kept their address when their part got another name. */
const SLUGS: Readonly<Record<string, string>> = {
  "MCP server": "assistant-endpoint",
  "Connected apps": "grants",
};

function tagSlug(name: string): string {
  const slug = SLUGS[name];
  if (slug !== undefined) return slug;
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Each part of a reference as a page of the search, with a section for each operation. */
export function searchedPages(references: readonly Reference[]) {
  return references.flatMap(({ of, document }) =>
    tagLinks(document, of).map(({ slug, name }) => ({
      slug: `reference/${slug}`,
      title: name,
      sections: operationsOf(document, name).map(({ path, method, operation }) => ({
        anchor: operation.operationId,
        title: `${method.toUpperCase()} ${path}`,
        depth: 2,
        text: [
          operation.description ?? operation.summary,
          operation.operationId,
          ...(operation.parameters ?? []).map((one) => one.name),
        ].join(" "),
      })),
    })),
  );
}

export function operationsOf({ paths }: ApiDocument, tag: string): Referenced[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation?.tags.includes(tag) === true ? [{ path, method, operation }] : [],
    ),
  );
}

/** The credential of an example, by security scheme: a variable that the caller sets. */
const BEARERS: Readonly<Record<string, string>> = {
  mcpKey: "SVC_MCP_KEY",
  accessToken: "SVC_ACCESS_TOKEN",
  walletSession: "SVC_SESSION_TOKEN",
  operatorKey: "OPERATOR_KEY",
  apiKey: "SVC_VENUE_KEY",
};

export type ShownBody = { type: string; content: ApiContent };

/** The body with its media type. */
export function bodyOf(content: Record<string, ApiContent> | undefined): ShownBody | undefined {
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], content: first[1] };
}

/** Its examples, those that have a name with it. */
export function examplesOf({ example, examples }: ApiContent): { name: string; value: unknown }[] {
  if (example !== undefined) return [{ name: "", value: example }];
  return Object.entries(examples ?? {}).map(([name, { value }]) => ({ name, value }));
}

/** An example as text. No page shows what looks like a key, so its characters are left out. */
export function exampleText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return text.replaceAll(/\b([a-z]+_)[0-9a-f]{64}\b/g, "$1…");
}

/** The call with its examples, for a shell. */
export function curlOf({ path, method, operation }: Referenced, baseUrl: string): string {
  const { requestBody, security, responses } = operation;
  const body = bodyOf(requestBody?.content);
  const bearer = security.flatMap((one) => Object.keys(one)).find((name) => name in BEARERS);
  const isStream = Object.values(responses).some(
    ({ content }) => content !== undefined && "text/event-stream" in content,
  );
  const parts = [
    `curl -sS${isStream ? "N" : ""}${method === "get" ? "" : ` -X ${method.toUpperCase()}`} '${baseUrl}${examplePath(path, operation)}'`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer $${BEARERS[bearer] ?? ""}"`]),
    ...("botKey" in (security[0] ?? {}) ? BOT_HEADERS : []),
    ...("signature" in (security[0] ?? {}) ? SIGNATURE_HEADERS : []),
    ...(body === undefined ? [] : dataOf(body)),
  ];
  return `${parts.join(" \\\n  ")}\n`;
}

function dataOf({ type, content }: ShownBody): string[] {
  const value = examplesOf(content).at(-1)?.value;
  if (type !== "application/x-www-form-urlencoded") {
    return [`-H 'content-type: ${type}'`, `-d '${exampleText(value)}'`];
  }
  return Object.entries(value ?? {}).map(
    ([name, one]) => `--data-urlencode '${name}=${String(one)}'`,
  );
}

/** `/docs/venue` says how they are made. */
const SIGNATURE_HEADERS = [
  `-H "X-Signature: $SIGNATURE"`,
  `-H "X-Signature-Timestamp: $TIMESTAMP"`,
  `-H "X-Signer-Pubkey: $SIGNER"`,
  `-H "X-Account-Pubkey: $ACCOUNT"`,
];

/** `/docs/bot` says how they are made. */
const BOT_HEADERS = [
  `-H "X-Bot-Key: $BOT_KEY_ID"`,
  `-H "X-Bot-Timestamp: $TIMESTAMP"`,
  `-H "X-Bot-Nonce: $NONCE"`,
  `-H "X-Bot-Signature: $SIGNATURE"`,
];

function examplePath(path: string, { parameters = [] }: ApiOperation): string {
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === "query" && one.required)
      .map((one) => [one.name, String(one.example)]),
  );
  const inPath = parameters.filter((one) => one.in === "path");
  const filled = inPath.reduce(
    (made, one) => made.replace(`{${one.name}}`, encodeURIComponent(String(one.example))),
    path,
  );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** Whether a page may send it without harm: it reads from this service, and needs no key or the session that the browser has. */
export function isTriable(
  { method, operation: { security, responses } }: Referenced,
  { of }: Reference,
): boolean {
  const isJson = Object.entries(responses).some(
    ([status, { content }]) =>
      status.startsWith("2") && content !== undefined && "application/json" in content,
  );
  const isOpen = security.length === 0 || security.some((one) => "sessionCookie" in one);
  return of === "app" && method === "get" && isJson && isOpen;
}
