/** Calls of a Solana node, each answer checked by the contract of its method. */
import type { z } from "zod";
import { keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { contractOf, type RpcQuestion, type RpcResult } from "#lib/protocol/wire/solana-rpc.ts";
import { ask, call, type Node, type Question, type RpcAnswer, RpcError } from "./_rpc.ts";
import { ChainUnreachable } from "./chain-unreachable.ts";

export class ChainNode {
  readonly #node: Node;

  constructor(url: string, timers?: Pick<Timers, "after">) {
    this.#node = { url, agent: keepAliveAgent(url), timers };
  }

  /** @throws ChainUnreachable, also when the node refuses; see `refusalOf` */
  ask<Asked extends RpcQuestion>(
    question: Asked,
    params: readonly unknown[],
  ): Promise<RpcResult<Asked>> {
    const { method, schema } = contractOf(question);
    return this.call(method, params, schema);
  }

  /**
   * For a contract that demands more, or for another method.
   * @param schema of the result. @throws ChainUnreachable, also when the node refuses; see `refusalOf`
   */
  call<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<Result> {
    return ask(this.#node, { method, params }, schema);
  }

  /** The node's answer or error as it is. @throws ChainUnreachable */
  pass(question: Question, maxBytes?: number): Promise<RpcAnswer> {
    return call(this.#node, question, maxBytes);
  }

  close(): void {
    this.#node.agent.destroy();
  }
}

/** The code with which the node refused; undefined when it gave no answer. */
export function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof ChainUnreachable)) return undefined;
  return error.cause instanceof RpcError ? error.cause.given.code : undefined;
}
