/**
 * Runs one command of the operator, from its line to its exit code. The database belongs to the app, so the command
 * calls the app over HTTP.
 */
import { z } from "zod";
import { type Command, readCommand } from "./command.ts";
import { type Connection, findConnection, NotConfigured } from "./connection.ts";
import { WrongCommand } from "./line.ts";
import { printed } from "./print.ts";
import { USAGE } from "./usage.ts";

export type OperatorParts = {
  argv: readonly string[];
  environment: Record<string, string | undefined>;
  fetch: typeof fetch;
  print: (text: string) => unknown;
  complain: (text: string) => unknown;
};

const EXIT = { done: 0, refused: 1, wrong: 2, unreachable: 3 } as const;
/**
 * As long as the app leaves a connection without an answer, because creating settlements for many partners
 * takes a while.
 */
const TIMEOUT_MS = 30_000;

/** The exit code: see the usage. */
export async function runOperator(parts: OperatorParts): Promise<number> {
  const { argv, environment, print, complain } = parts;
  if (argv.includes("--help") || argv.includes("-h") || argv[0] === "help") {
    print(USAGE);
    return EXIT.done;
  }
  if (argv.length === 0) {
    complain(USAGE);
    return EXIT.wrong;
  }
  try {
    const command = readCommand(argv);
    return await carryOut(command, findConnection(environment, command.url), parts);
  } catch (error) {
    if (error instanceof WrongCommand) {
      complain(`${error.message}\nSee npm run operator -- --help\n`);
      return EXIT.wrong;
    }
    if (!(error instanceof NotConfigured)) throw error;
    complain(`${error.message}\n`);
    return EXIT.unreachable;
  }
}

async function carryOut(
  { request, json }: Command,
  { url, key }: Connection,
  { fetch: ask, print, complain }: OperatorParts,
): Promise<number> {
  let response: Response;
  let text: string;
  try {
    response = await ask(`${url}/api/operator/v1${request.path}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    complain(`${url} does not answer: ${reasonOf(error)}. Is the app running?\n`);
    return EXIT.unreachable;
  }
  const body = parsed(text);
  if (!response.ok) {
    if (json) print(`${text}\n`);
    else complain(`Refused: ${messageOf(body) ?? `status ${response.status}`}\n`);
    return EXIT.refused;
  }
  print(json ? `${JSON.stringify(body, null, 2)}\n` : printed(request.name, body));
  return EXIT.done;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Refusal = z.object({ error: z.unknown(), message: z.string() });

function messageOf(body: unknown): string | undefined {
  const { data } = Refusal.safeParse(body);
  return data && `${data.message} (${String(data.error)})`;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return error instanceof Error ? error.message : String(error);
}
