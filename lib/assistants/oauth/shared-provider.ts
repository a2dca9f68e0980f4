/**
 * The authorization server of this process. It is created at its first request, because a build evaluates route modules too.
 * The server and each bundle of route handlers have their own copy of this module, and share one provider.
 */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";

const slot = processSlot<Promise<Opened>>("oauth-provider");

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
  slot.value ??= make().catch((error: unknown) => {
    slot.value = undefined;
    throw error;
  });
  return slot.value;
}

async function make(): Promise<Opened> {
  const { createProvider } = await import("./_provider-configuration.ts");
  const provider = createProvider();
  return { provider, answer: provider.callback() };
}
