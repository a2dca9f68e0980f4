/** What a tool of the assistant endpoint is: a file in tools/ each, and a line in tool-list.ts. */
import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { requireScope } from "#lib/assistants/oauth/scopes-of.ts";
import type { AssistantActor, Client } from "#lib/platform/actor.ts";
import { type ErrorCode, ServiceError } from "#lib/platform/errors.ts";
import type { Quota } from "#lib/platform/http/rate-limit.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

/** Who calls a tool, and when (Unix milliseconds). A tool runs for callers that have its scope. */
export type ToolContext = {
  actor: AssistantActor;
  client: Client;
  now: number;
  requestId: string;
  /** A tool that counts a limit adds to it; the answer tells of the tightest. */
  quotas: Quota[];
};

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  /** As a model calls it, such as get_price. */
  name: string;
  /** For people, in capitals as a title. */
  title: string;
  /** For a model and a person: what it tells or does, when to use it, what it can not do. */
  description: string;
  /** The one scope that a call takes. */
  scope: Scope;
  annotations: {
    readOnlyHint: boolean;
    /** Whether it takes away or overwrites what is there; means nothing for a read. */
    destructiveHint: boolean;
    /** Whether a second call with the same arguments changes nothing more. */
    idempotentHint: boolean;
    /** Whether it reaches beyond this service. */
    openWorldHint: boolean;
  };
  /** A strict object, each field described. */
  input: Input;
  /** A strict object; money and prices are decimal strings, times ISO 8601. */
  output: Output;
  /**
   * What it throws from the catalogue becomes a result that says what is wrong, which a model can act on; but a missing
   * scope and a limit are the transport's to answer, and what is not from the catalogue is an internal error.
   */
  run: (context: ToolContext, input: z.output<Input>) => Promise<z.input<Output>>;
};

export type Tool = {
  name: string;
  scope: Scope;
  /** Its entry of `tools/list`. */
  listed: ListedTool;
  /** @throws INSUFFICIENT_SCOPE, RATE_LIMITED, and what is not from the catalogue */
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
  const listed = {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: "input" }),
    outputSchema: z.toJSONSchema(output),
    annotations: { title, ...annotations },
  } as ListedTool;
  const call = async (context: ToolContext, args: unknown): Promise<CallToolResult> => {
    try {
      requireScope(context.actor, scope);
      const result = output.parse(await run(context, parseBody(input, args ?? {})));
      // Clients without structured content read the text (specification, "Structured Content").
      return {
        content: [{ type: "text", text: JSON.stringify(result) }],
        structuredContent: result,
      };
    } catch (thrown) {
      return refused(thrown);
    }
  };
  return { name, scope, listed, call };
}

/** A refusal as a result: clients show a protocol error to nobody, and a model learns nothing from it. */
function refused(thrown: unknown): CallToolResult {
  if (!(thrown instanceof ServiceError)) throw thrown;
  if (isForTransport(thrown) || thrown.code === "INTERNAL") throw thrown;
  const data = thrown.data === undefined ? "" : ` ${JSON.stringify(thrown.data)}`;
  const text = `${thrown.code}: ${sentenceOf(thrown)}${data}`;
  return { content: [{ type: "text", text }], isError: true };
}

/** What a client itself acts on, by the status and the headers of the answer. */
export function isForTransport({ code }: ServiceError): boolean {
  return code === "INSUFFICIENT_SCOPE" || code === "RATE_LIMITED";
}

const AWAY = "The venue did not answer, so this could not be read. Try again in some seconds.";

/** The catalogue speaks of bodies and of orders that may be on their way; a tool takes arguments, and sends no new order. */
const SENTENCES: Partial<Record<ErrorCode, (of: { field: string; reason: string }) => string>> = {
  MALFORMED_BODY: ({ reason }) => `The arguments are not valid: ${reason}.`,
  MISSING_FIELD: ({ field }) => `The argument ${field} is missing.`,
  UNKNOWN_FIELD: ({ field }) => `This tool takes no argument ${field}.`,
  ACCOUNT_MISMATCH: () => "The argument account names none of the user's own wallets.",
  VENUE_TIMEOUT: () => AWAY,
  VENUE_UNREACHABLE: () => AWAY,
};

function sentenceOf({ code, context, message }: ServiceError): string {
  return SENTENCES[code]?.({ field: "", reason: "", ...(context as object) }) ?? message;
}
