/**
 * What real clients put around a call, in the form of the protocol. Nothing here is at stake, so whatever can be understood is, and
 * what cannot be is left as it was, for the protocol to refuse.
 */
import { isRecord } from "#lib/protocol/is-record.ts";

type Members = Record<string, unknown>;

/** Marks that an envelope is of revision 2026-07-28 or later; older clients copy it with their own revision. */
const REVISION_KEY = "io.modelcontextprotocol/protocolVersion";
const FIRST_MODERN = "2026-07-28";

export function plainEnvelope(body: unknown): unknown {
  if (!isRecord(body) || typeof body["method"] !== "string") return body;
  const { id, method, params } = body;
  const isNotification = method.startsWith("notifications/") && id === null;
  const plain = paramsOf(method, params);
  return {
    jsonrpc: "2.0",
    ...(id === undefined || isNotification ? {} : { id }),
    method,
    ...(plain === undefined ? {} : { params: plain }),
  };
}

function paramsOf(method: string, sent: unknown): unknown {
  if (isNothing(sent)) return undefined;
  if (!isRecord(sent)) return sent;
  const { _meta, task, cursor, ...rest } = sent;
  const meta = metaOf(_meta);
  const params = {
    ...rest,
    ...(meta === undefined ? {} : { _meta: meta }),
    ...(isRecord(task) ? { task } : {}),
    ...(cursor === undefined || cursor === null ? {} : { cursor }),
  };
  if (method === "tools/call") return { ...params, ...callOf(params) };
  if (method === "prompts/get") return promptOf(params);
  if (method === "initialize") return { ...params, ...introductionOf(params) };
  return params;
}

function isNothing(value: unknown): boolean {
  return value == null || value === "" || (Array.isArray(value) && value.length === 0);
}

function metaOf(sent: unknown): Members | undefined {
  if (!isRecord(sent)) return undefined;
  const { progressToken: token, ...rest } = sent;
  const isToken = typeof token === "string" || Number.isInteger(token);
  const revision = rest[REVISION_KEY];
  const isOlder = typeof revision === "string" && revision < FIRST_MODERN;
  const kept = isOlder
    ? without(rest, (name) => name.startsWith("io.modelcontextprotocol/"))
    : rest;
  return { ...kept, ...(isToken ? { progressToken: token } : {}) };
}

/** A name with spaces around it, and arguments as text, in a list of their own, or none in another form. */
function callOf({ name, arguments: args }: Members): Members {
  return {
    ...(typeof name === "string" && { name: name.trim() }),
    ...(args !== undefined && { arguments: argumentsIn(args) }),
  };
}

function argumentsIn(sent: unknown): unknown {
  if (isNothing(sent)) return {};
  if (Array.isArray(sent) && sent.length === 1) return argumentsIn(sent[0]);
  if (typeof sent !== "string") return sent;
  try {
    const parsed: unknown = JSON.parse(sent);
    // Text in text, as from a client that encodes what a model has encoded.
    const inner: unknown = typeof parsed === "string" ? JSON.parse(parsed) : parsed;
    return isNothing(inner) || isRecord(inner) ? (inner ?? {}) : sent;
  } catch {
    return sent;
  }
}

/** Arguments of prompts are text. */
function promptOf({ arguments: args, ...params }: Members): Members {
  if (isNothing(args)) return params;
  if (!isRecord(args)) return { ...params, arguments: args };
  const texts = Object.entries(args).flatMap(([name, value]) => {
    if (value === null) return [];
    const isPlain = typeof value === "number" || typeof value === "boolean";
    return [[name, isPlain ? String(value) : value]];
  });
  return { ...params, arguments: Object.fromEntries(texts) };
}

/** What a client says of itself changes nothing here. */
function introductionOf({ capabilities, clientInfo }: Members): Members {
  const info = isRecord(clientInfo) ? without(clientInfo, (_, value) => value === null) : {};
  const { name, version } = info;
  return {
    capabilities: isRecord(capabilities)
      ? without(capabilities, (_, value) => !isRecord(value))
      : {},
    clientInfo: {
      ...info,
      name: typeof name === "string" ? name : "unknown",
      version: typeof version === "string" || typeof version === "number" ? String(version) : "",
    },
  };
}

function without(members: Members, isLeft: (name: string, value: unknown) => boolean): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => !isLeft(name, value)),
  );
}
