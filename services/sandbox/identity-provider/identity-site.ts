/** The identity provider at its paths, and a control for tests that changes its signing key. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { parseBody } from "#services/sandbox/site/body.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { IDENTITY_PATH, IdentityProvider } from "./identity-provider.ts";
import type { Registration } from "./provider.ts";

const rotateBody = z.strictObject({});

type IdentityParts = {
  /** Without a client of it there is no provider. */
  registration: Registration | undefined;
  keysPath: string;
  log: Logger;
};

export function identitySites({ registration, keysPath, log }: IdentityParts): Site[] {
  let provider: IdentityProvider | undefined;
  const running = (): IdentityProvider => {
    if (provider === undefined) throw new ServiceError("NOT_FOUND");
    return provider;
  };
  const pages: Site = {
    paths: [`${IDENTITY_PATH}/`],
    handle: (request: IncomingMessage, response: ServerResponse) =>
      running().handle(request, response),
    start: async (sandboxUrl) => {
      if (registration === undefined) return;
      provider = await IdentityProvider.open({ sandboxUrl, registration, keysPath, log });
    },
  };
  const control = jsonSite({
    "/oidc-control/rotate": {
      POST: ({ body }) => {
        parseBody(rotateBody, body);
        return running().rotate();
      },
    },
  });
  return [pages, control];
}
