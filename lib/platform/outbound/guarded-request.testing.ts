/**
 * Hosts of strangers for tests: real servers with TLS on addresses of this machine (127.0.1.0/24 counts as public),
 * and a scripted name service.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { testCertificate } from "./certificate.testing.ts";
import type { Network } from "./guarded-request.ts";
import { localTargets } from "./permitted-targets.ts";

/** Counts as public. */
export const PUBLIC = "127.0.1.1";
/** The same machine at an address that must not be contacted. */
export const INTERNAL = "127.0.0.1";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type OutsideHost = {
  network: Network;
  /** Answers of the name service in order; the last one is repeated. */
  answers: string[][];
  /** Resolved names. */
  lookups: string[];
  /** Received requests, as `address host path`. */
  requests: string[];
  /** Sets the host's behaviour from now on. */
  answerWith: (answer: Answer) => void;
  close: () => Promise<void>;
};

/** One server for the names, at the public address and at the internal one, at the same port. */
export async function openOutsideHost(names: readonly string[]): Promise<OutsideHost> {
  const certificate = testCertificate(names);
  const lookups: string[] = [];
  const requests: string[] = [];
  let answer: Answer = (_request, response) => response.writeHead(404).end();
  const onRequest: Answer = (request, response) => {
    requests.push(`${request.socket.localAddress} ${request.headers.host} ${request.url}`);
    answer(request, response);
  };
  const outer = https.createServer(certificate, onRequest);
  const inner = https.createServer(certificate, onRequest);
  const port = await listenAtBoth(outer, inner);
  const publicOnes = new AddressList(["127.0.1.0/24"]);
  const host: OutsideHost = {
    answers: [[PUBLIC]],
    lookups,
    requests,
    answerWith: (next) => {
      answer = next;
    },
    network: {
      port,
      ca: certificate.cert,
      timeoutMs: 500,
      targets: (url, address) => {
        if (url.protocol === "http:") return !publicOnes.has(address) && localTargets(url, address);
        return url.protocol === "https:" && publicOnes.has(address);
      },
      resolve: async (name) => {
        lookups.push(name);
        return (host.answers.length > 1 ? host.answers.shift() : host.answers[0]) ?? [];
      },
    },
    close: async () => {
      await Promise.all([outer, inner].map(close));
    },
  };
  return host;
}

/** Answers `body` as JSON. */
export function json(body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Another program may have the port at one of the addresses, so that both move to the next one. */
async function listenAtBoth(outer: https.Server, inner: https.Server): Promise<number> {
  for (;;) {
    const port = await listen(outer, 0, PUBLIC);
    try {
      return await listen(inner, port, INTERNAL);
    } catch {
      await close(outer);
    }
  }
}

function listen(server: https.Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: https.Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
