/** The simulated aggregator over HTTP, in the form of Jupiter's Swap API v2. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type Answer, answerGet } from "#services/sandbox/site/open-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { routeAnswer } from "./route-answer.ts";
import type { RouteChain } from "./route-chain.ts";
import { RouteQuery } from "./route-query.ts";

const ROUTES_PATH = "/jupiter/";
const BUILD_PATH = `${ROUTES_PATH}swap/v2/build`;

export class RoutesSite implements Site {
  readonly paths = [ROUTES_PATH];
  readonly #chain: RouteChain | undefined;
  readonly #log: Pick<Logger, "warn">;

  /** @param chain undefined where no chain runs */
  constructor(chain: RouteChain | undefined, log: Pick<Logger, "warn">) {
    this.#chain = chain;
    this.#log = log;
  }

  /** @throws NOT_FOUND, METHOD_NOT_ALLOWED */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const chain = this.#chain;
    if (chain === undefined || url.pathname !== BUILD_PATH) throw new ServiceError("NOT_FOUND");
    await answerGet(request, response, () =>
      build(chain, url.searchParams).catch((error: unknown) => {
        this.#log.warn({ err: error }, "the aggregator cannot answer");
        return refusal(502, "The chain cannot be reached");
      }),
    );
  }
}

async function build(chain: RouteChain, parameters: URLSearchParams): Promise<Answer> {
  const read = RouteQuery.safeParse(Object.fromEntries(parameters));
  if (!read.success) return refusal(400, z.prettifyError(read.error));
  const state = await chain.read();
  const body = state && (await routeAnswer(state, read.data));
  return body === undefined ? refusal(400, "No routes found") : { status: 200, body };
}

function refusal(status: number, error: string): Answer {
  return { status, body: { error } };
}
