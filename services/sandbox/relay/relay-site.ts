/** The relay over HTTP. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import { type Answer, answerGet } from "#services/sandbox/site/open-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import type { Relay } from "./relay.ts";
import { QuoteQuery, quote } from "./relay-quote.ts";
import { statusOf } from "./relay-status.ts";

const RELAY_PATH = "/relay/v1/";
/** Codes of the API. */
const VALIDATION = 1011;
const NO_ROUTE = 1002;

const StatusQuery = z.object({ txHash: z.string().refine(isSignature, "must be a signature") });

type SiteParts = { clock: Clock; log: Pick<Logger, "warn"> };

export class RelaySite implements Site {
  readonly paths = [RELAY_PATH];
  readonly #relay: () => Relay | undefined;
  readonly #parts: SiteParts;

  /** @param relay undefined until it runs, and where it does not */
  constructor(relay: () => Relay | undefined, parts: SiteParts) {
    this.#relay = relay;
    this.#parts = parts;
  }

  /** @throws NOT_FOUND, METHOD_NOT_ALLOWED */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const relay = this.#relay();
    const path = url.pathname.slice(RELAY_PATH.length);
    const answer = ANSWERS[path];
    if (relay === undefined || !Object.hasOwn(ANSWERS, path) || answer === undefined)
      throw new ServiceError("NOT_FOUND");
    const { clock, log } = this.#parts;
    await answerGet(request, response, () =>
      answer(relay, url, clock.now()).catch((error: unknown) => {
        log.warn({ err: error, path }, "the relay cannot answer");
        return refusal(502, NO_ROUTE, "A chain cannot be reached.");
      }),
    );
  }
}

const ANSWERS: Readonly<Record<string, (relay: Relay, url: URL, now: number) => Promise<Answer>>> =
  {
    quote: async (relay, { searchParams }, now) => {
      const read = QuoteQuery.safeParse(Object.fromEntries(searchParams));
      if (!read.success) return refusal(400, VALIDATION, z.prettifyError(read.error));
      const body = await quote(relay, read.data, now);
      return body === undefined
        ? refusal(404, NO_ROUTE, "No quote is available for this transfer.")
        : { status: 200, body };
    },
    status: async (relay, { searchParams }) => {
      const read = StatusQuery.safeParse(Object.fromEntries(searchParams));
      if (!read.success) return refusal(400, VALIDATION, z.prettifyError(read.error));
      return { status: 200, body: await statusOf(relay, read.data.txHash) };
    },
  };

function refusal(status: number, code: number, message: string): Answer {
  return { status, body: { code, message } };
}
