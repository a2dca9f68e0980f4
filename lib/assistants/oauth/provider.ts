/**
 * The authorization server of this process. It is created at its first request, because a build evaluates route modules too.
 * The server and each bundle of route handlers have their own copy of this module, and share one provider.
 */
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";

const SLOT: unique symbol = Symbol.for("svc.oauth-provider");
const holder: typeof globalThis & { [SLOT]?: Promise<Opened> | undefined } = globalThis;

type Opened = {
  provider: Provider;
  answer: (request: IncomingMessage, response: ServerResponse) => unknown;
};

export async function oauthProvider(): Promise<Provider> {
  return (await open()).provider;
}

/** The provider's handler of Node requests. */
export async function oauthAnswer(): Promise<Opened["answer"]> {
  return (await open()).answer;
}

function open(): Promise<Opened> {
  holder[SLOT] ??= make().catch((error: unknown) => {
    holder[SLOT] = undefined;
    throw error;
  });
  return holder[SLOT];
}

async function make(): Promise<Opened> {
  const { createProvider } = await import("./_create-provider.ts");
  const provider = createProvider();
  return { provider, answer: provider.callback() };
}
