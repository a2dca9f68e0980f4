/** General calls of a Solana node, for processes that follow accounts and send transactions. */
import type { Agent } from "node:http";
import type { z } from "zod";
import { keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { ask, RpcError } from "./_rpc.ts";
import { ChainUnreachable } from "./chain-unreachable.ts";

export class ChainNode {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #timers: Pick<Timers, "after"> | undefined;

  constructor(url: string, timers?: Pick<Timers, "after">) {
    this.#url = url;
    this.#agent = keepAliveAgent(url);
    this.#timers = timers;
  }

  /** @param schema of the result. @throws ChainUnreachable, also when the node refuses; see `refusalOf` */
  call<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    const node = { url: this.#url, agent: this.#agent, timers: this.#timers };
    return ask(node, { method, params }, schema);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The code with which the node refused; undefined when it gave no answer. */
export function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof ChainUnreachable)) return undefined;
  return error.cause instanceof RpcError ? error.cause.given.code : undefined;
}
