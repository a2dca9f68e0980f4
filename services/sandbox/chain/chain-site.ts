/** The simulated chain on the sandbox's server: JSON-RPC with the archive, payments by the treasury, and an explorer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { readJsonText } from "#lib/kernel/http/request-body.ts";
import { isSignature } from "#lib/protocol/solana.ts";
import { amount, parseBody, publicKey, readJson } from "#services/sandbox/site/body.ts";
import { sendPage } from "#services/sandbox/site/html.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { answerRpc } from "./archive/answer-rpc.ts";
import type { PaymentArchive } from "./archive/archive.ts";
import { ChainReader } from "./archive/chain-reader.ts";
import type { RawNode } from "./archive/raw-node.ts";
import { addressPage } from "./explorer/address-page.ts";
import { ADDRESS_PATH, LABEL, TITLE, TRANSACTION_PATH } from "./explorer/parts.ts";
import { pathOfSearch, startPage } from "./explorer/start-page.ts";
import { transactionPage } from "./explorer/transaction-page.ts";
import type { Treasury } from "./treasury.ts";
import { welcome } from "./welcome.ts";

const CHAIN_PATH = "/solana";
const PAY_PATH = `${CHAIN_PATH}/pay`;
const WELCOME_PATH = `${CHAIN_PATH}/welcome`;

const PAY_LIMIT_BYTES = 4096;
/** A hundred requests with a transaction each, as the chain itself takes them. */
const RPC_LIMIT_BYTES = 256 * 1024;
const REFRESH_SECONDS = 5;

const payBody = z.strictObject({
  recipient: publicKey,
  amount,
  mint: publicKey.optional(),
  fails: z.boolean().optional(),
  at: z.iso
    .datetime({ offset: true, error: 'it must be a time such as "2026-01-31T12:00:00Z"' })
    .optional(),
});

const welcomeBody = z.strictObject({ recipient: publicKey });

export type ChainSiteParts = {
  archive: PaymentArchive;
  /** Both undefined where no chain runs: then only the archive answers. */
  node: RawNode | undefined;
  treasury: Treasury | undefined;
  /** Further accounts that the explorer names. */
  parties: readonly (readonly [string, string])[];
};

type Call = { request: IncomingMessage; response: ServerResponse; url: URL };

export class ChainSite implements Site {
  readonly paths = [CHAIN_PATH, `${CHAIN_PATH}/`];
  readonly #parts: ChainSiteParts;
  readonly #reader: ChainReader;

  constructor(parts: ChainSiteParts) {
    this.#parts = parts;
    this.#reader = new ChainReader(parts);
  }

  /** @throws ServiceError */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const call = { request, response, url };
    const allowed = methodsOf(url.pathname);
    if (allowed === undefined) throw new ServiceError("NOT_FOUND");
    if (!allowed.includes(request.method ?? "")) {
      throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: allowed.join(", ") });
    }
    if (request.method === "GET") return this.#show(call);
    return send(response, 200, await this.#post(url.pathname, request));
  }

  #post(path: string, request: IncomingMessage): Promise<unknown> {
    if (path === PAY_PATH) return this.#pay(request);
    return path === WELCOME_PATH ? this.#welcome(request) : this.#ask(request);
  }

  async #welcome(request: IncomingMessage): Promise<unknown> {
    const { recipient } = parseBody(welcomeBody, await readJson(request, PAY_LIMIT_BYTES));
    const { treasury } = this.#parts;
    if (treasury === undefined) throw new ServiceError("CHAIN_UNREACHABLE");
    return welcome(treasury, recipient);
  }

  async #ask(request: IncomingMessage): Promise<string> {
    return answerRpc(this.#parts, await readJsonText(request, RPC_LIMIT_BYTES));
  }

  async #pay(request: IncomingMessage): Promise<unknown> {
    const { at, ...order } = parseBody(payBody, await readJson(request, PAY_LIMIT_BYTES));
    const { archive, treasury } = this.#parts;
    if (at !== undefined) return archive.add({ ...order, at: Date.parse(at) });
    if (treasury === undefined) throw new ServiceError("CHAIN_UNREACHABLE");
    return treasury.pay(order);
  }

  async #show(call: Call): Promise<void> {
    try {
      await this.#page(call);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "CHAIN_UNREACHABLE") throw error;
      const body = `<main><div class="card">${LABEL}<h1>The chain does not answer</h1>
<p>It is starting again, or does not run on this machine.</p></div></main>`;
      sendPage(call.response, error.status, {
        title: TITLE,
        body,
        refreshSeconds: REFRESH_SECONDS,
      });
    }
  }

  #page({ response, url }: Call): Promise<void> {
    const { archive } = this.#parts;
    const { pathname, searchParams } = url;
    const reader = this.#reader;
    if (pathname.startsWith(TRANSACTION_PATH)) {
      const signature = pathname.slice(TRANSACTION_PATH.length);
      const isArchived = archive.find(signature) !== undefined;
      return transactionPage(response, { signature, reader, isArchived });
    }
    if (pathname.startsWith(ADDRESS_PATH)) {
      const address = pathname.slice(ADDRESS_PATH.length);
      const given = searchParams.get("before") ?? "";
      const before = isSignature(given) ? given : undefined;
      const archived = archive.ofRecipient(address);
      return addressPage(response, { address, before, reader, archived });
    }
    return this.#start(response, searchParams.get("q"));
  }

  async #start(response: ServerResponse, search: string | null): Promise<void> {
    const path = search === null ? undefined : pathOfSearch(search);
    if (path !== undefined) {
      response.writeHead(303, { location: path, "cache-control": "no-store" }).end();
      return;
    }
    const { treasury, parties } = this.#parts;
    const all = [...(treasury ? [["Treasury", treasury.address] as const] : []), ...parties];
    const notFound = search ?? undefined;
    return startPage(response, { reader: this.#reader, parties: all, notFound });
  }
}

function methodsOf(path: string): readonly string[] | undefined {
  if (path === CHAIN_PATH) return ["GET", "POST"];
  if (path === PAY_PATH || path === WELCOME_PATH) return ["POST"];
  const isPage = path.startsWith(TRANSACTION_PATH) || path.startsWith(ADDRESS_PATH);
  return isPage ? ["GET"] : undefined;
}
