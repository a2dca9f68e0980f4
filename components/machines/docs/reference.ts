/** The operations of the API's document by tag, and a call of each as an example. */
import type { ApiDocument, ApiOperation } from "#components/machines/parts/api-document.ts";

export type Referenced = { path: string; method: string; operation: ApiOperation };

export type TagLink = { slug: string; name: string; description: string };

/** `/docs/reference/{slug}` of each tag. */
export function tagLinks({ tags }: ApiDocument): TagLink[] {
  return tags.map(({ name, description }) => ({ slug: tagSlug(name), name, description }));
}

function tagSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
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
};

/** The call with its examples, for a shell. */
export function curlOf({ path, method, operation }: Referenced, baseUrl: string): string {
  const { requestBody, security, responses } = operation;
  const body = requestBody?.content["application/json"]?.example;
  const bearer = security.flatMap((one) => Object.keys(one)).find((name) => name in BEARERS);
  const isStream = Object.values(responses).some(
    ({ content }) => content !== undefined && "text/event-stream" in content,
  );
  const parts = [
    `curl -sS${isStream ? "N" : ""}${method === "get" ? "" : ` -X ${method.toUpperCase()}`} '${baseUrl}${examplePath(path, operation)}'`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer $${BEARERS[bearer] ?? ""}"`]),
    ...("botKey" in (security[0] ?? {}) ? BOT_HEADERS : []),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(body, undefined, 2)}'`]),
  ];
  return `${parts.join(" \\\n  ")}\n`;
}

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

/** Whether a browser may send it without harm: it reads, and needs no key or the session that the browser has. */
export function isTriable({ method, operation: { security, responses } }: Referenced): boolean {
  const isJson = Object.entries(responses).some(
    ([status, { content }]) =>
      status.startsWith("2") && content !== undefined && "application/json" in content,
  );
  const isOpen = security.length === 0 || security.some((one) => "sessionCookie" in one);
  return method === "get" && isJson && isOpen;
}
