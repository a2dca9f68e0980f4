/** Sites of simulated outside parties that browsers of any origin may ask: everything there is public. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";

const OPEN_TO_ALL = { "access-control-allow-origin": "*", "cache-control": "no-store" };

export type Answer = { status: number; body: unknown };

/** @throws METHOD_NOT_ALLOWED, and what `ask` throws */
export async function answerGet(
  { method }: IncomingMessage,
  response: ServerResponse,
  ask: () => Promise<Answer>,
): Promise<void> {
  if (method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
  const { status, body } = await ask();
  send(response, status, body, OPEN_TO_ALL);
}
