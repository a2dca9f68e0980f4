/** A tool of the assistant endpoint: one file in tools/, and a line in tool-list.ts. */
import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { requireScope } from "#lib/assistants/oauth/require-scope.ts";
import { type ErrorCode, ServiceError } from "#lib/kernel/errors/errors.ts";
import { noteKeyRead } from "#lib/machines/usage/process-usage.ts";
import type { AssistantActor, Client } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { argumentsOf, type InputSchema, plainSchema } from "./_arguments.ts";
import { similarMarkets } from "./_asset-names.ts";

/** The caller of a tool, which has the tool's scope, and the time (Unix milliseconds). */
export type ToolContext = {
  actor: AssistantActor;
  client: Client;
  now: number;
  requestId: string;
  /** A tool that counts a limit adds to it; the answer announces the tightest. */
  quotas: Quota[];
};

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** The name by which a model calls it, such as get_price. */
  name: string;
  /** A title for people. */
  title: string;
  /** For models and people: what it does, when to use it, and what it cannot do. */
  description: string;
  /** The scope that a call needs. */
  scope: Scope;
  annotations: {
    readOnlyHint: boolean;
    /** Whether it deletes or overwrites data; meaningless for a read. */
    destructiveHint: boolean;
    /** Whether a second call with the same arguments has no further effect. */
    idempotentHint: boolean;
    /** Whether it reaches beyond this service. */
    openWorldHint: boolean;
  };
  /** A strict object, each field described. */
  input: Input;
  /** A strict object; money and prices are decimal strings, times ISO 8601. */
  output: Output;
  /**
   * An error of the catalogue becomes a result that says what is wrong, so that a model can act on it; but a missing scope and
   * a rate limit become HTTP errors, and any other error is an internal one.
   */
  run: (context: ToolContext, input: z.output<Input>) => Promise<z.input<Output>>;
};

export type Tool = {
  name: string;
  scope: Scope;
  /** Its entry of `tools/list`. */
  listed: ListedTool;
  /** @throws INSUFFICIENT_SCOPE, RATE_LIMITED, and errors outside the catalogue */
  call: (context: ToolContext, args: unknown) => Promise<CallToolResult>;
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  name,
  title,
  description,
  scope,
  annotations,
  input,
  output,
  run,
}: ToolDefinition<Input, Output>): Tool {
  const inputSchema = plainSchema(z.toJSONSchema(input, { io: "input" })) as InputSchema;
  // Without the schema of its answer, which would be four fifths of the list that each conversation carries.
  const listed = {
    name,
    title,
    description,
    inputSchema,
    annotations: { title, ...annotations },
  } as ListedTool;
  const call = async (context: ToolContext, args: unknown): Promise<CallToolResult> => {
    try {
      requireScope(context.actor, scope);
      const taken = argumentsOf(args, inputSchema, annotations.readOnlyHint);
      const result = output.parse(await run(context, parseBody(input, taken)));
      noteRead(context, name);
      // Clients without structured content read the text (MCP, "Structured Content").
      return {
        content: [{ type: "text", text: JSON.stringify(result) }],
        structuredContent: result,
      };
    } catch (thrown) {
      return refused(await withHelp(thrown, inputSchema), context.actor);
    }
  };
  return { name, scope, listed, call };
}

/** Adds what a model needs to correct a call, or to say to the user. */
async function withHelp(thrown: unknown, schema: InputSchema): Promise<unknown> {
  if (!(thrown instanceof ServiceError) || thrown.data !== undefined) return thrown;
  const { code } = thrown;
  if (code === "MARKET_NOT_FOUND") return withSimilarMarkets(thrown);
  if (code === "TRADING_NOT_ENABLED") return thrown.withData({ enable_at: `${config().baseUrl}/` });
  const isOfNames = code === "MISSING_FIELD" || code === "UNKNOWN_FIELD";
  return isOfNames ? thrown.withData({ takes: Object.keys(schema.properties ?? {}) }) : thrown;
}

/** A model that calls a market by its asset gets the symbol to use instead. */
async function withSimilarMarkets(thrown: ServiceError): Promise<ServiceError> {
  const { market } = thrown.context as { market: string };
  const markets = await marketData()
    .markets()
    .catch(() => []);
  const similar = similarMarkets(markets, market);
  return similar.length === 0 ? thrown : thrown.withData({ did_you_mean: similar });
}

/** Counts a read or a proposal that was answered, for the user's own list. */
export function noteRead({ actor, now }: Pick<ToolContext, "actor" | "now">, what: string): void {
  noteKeyRead({ keyId: actor.kind === "oauth_grant" ? actor.grantId : actor.keyId, what, now });
}

/** A refusal as a result, because clients show a protocol error neither to people nor to the model. */
function refused(thrown: unknown, actor: AssistantActor): CallToolResult {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const isLeftToClient = isForTransport(thrown) && !isSoughtInVain(thrown, actor);
  if (isLeftToClient || thrown.code === "INTERNAL") throw thrown;
  const data = thrown.data === undefined ? "" : ` ${JSON.stringify(thrown.data)}`;
  const text = `${thrown.code}: ${sentenceOf(thrown)}${data}`;
  return { content: [{ type: "text", text }], isError: true };
}

/**
 * A client that answers the refusal by a refresh alone gives up at the next one, without a word to anybody. It gets a result instead,
 * which names the page where the user can allow more.
 */
function isSoughtInVain({ code, context }: ServiceError, actor: AssistantActor): boolean {
  if (code !== "INSUFFICIENT_SCOPE" || actor.kind !== "oauth_grant") return false;
  const { needed } = context as { needed: Scope };
  return actor.soughtScopes?.includes(needed) === true;
}

/** Refusals on which the client itself acts, by status and headers of the answer. */
export function isForTransport({ code }: ServiceError): boolean {
  return code === "INSUFFICIENT_SCOPE" || code === "RATE_LIMITED";
}

const AWAY = "The venue did not answer, so this could not be read. Try again in some seconds.";

/** Adapts texts of the catalogue about bodies and orders under way: a tool takes arguments, and sends no new order. */
const SENTENCES: Partial<Record<ErrorCode, (of: { field: string; reason: string }) => string>> = {
  MALFORMED_BODY: ({ reason }) => `The arguments are not valid: ${reason}.`,
  MISSING_FIELD: ({ field }) => `The argument ${field} is missing.`,
  UNKNOWN_FIELD: ({ field }) => `This tool takes no argument ${field}.`,
  INVALID_FIELD: ({ field, reason }) => `${field} is not valid: ${plainReason(reason)}.`,
  ACCOUNT_MISMATCH: () => "The argument account names none of the user's own wallets.",
  VENUE_TIMEOUT: () => AWAY,
  VENUE_UNREACHABLE: () => AWAY,
};

function sentenceOf({ code, context, message }: ServiceError): string {
  return SENTENCES[code]?.({ field: "", reason: "", ...(context as object) }) ?? message;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
};

/** What to send, where the validator says what it expected. */
function plainReason(reason: string): string {
  const [, type = ""] = /^invalid input: expected (\w+), received \w+$/.exec(reason) ?? [];
  if (type !== "") return `it must be ${TYPES[type] ?? type}`;
  return reason
    .replace(/^too big: expected .+ to be <=(.+)$/, "it must be at most $1")
    .replace(/^too small: expected .+ to be >=(.+)$/, "it must be at least $1");
}
