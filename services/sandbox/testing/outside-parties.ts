/** For tests: the sandbox's mailbox and identity provider on a server of their own, without a market around them. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import { systemClock } from "#lib/platform/clock.ts";
import { Secret } from "#lib/platform/env.ts";
import { createLogger } from "#lib/platform/log.ts";
import { createSandboxServer, type SandboxParts } from "#services/sandbox/http.ts";
import { IdentityProvider } from "#services/sandbox/identity-provider/identity-provider.ts";
import { Mailbox } from "#services/sandbox/mail/mailbox.ts";
import { SmtpReceiver } from "#services/sandbox/mail/smtp.ts";

export const CLIENT_ID = "app";
export const CLIENT_SECRET = randomBytes(32).toString("hex");
/** Nothing listens there: tests check the redirect only. */
export const APP_URL = "http://localhost:3999";

export type OutsideParties = {
  url: string;
  smtpPort: number;
  stop: () => Promise<void>;
};

/** @param port 0 for any; one that a stopped one had lets its cookies and its issuer go on. */
export async function startOutsideParties(folder: string, port = 0): Promise<OutsideParties> {
  const log = createLogger("sandbox", "silent");
  const mailbox = new Mailbox({ folder: join(folder, "mail"), clock: systemClock });
  const smtp = new SmtpReceiver(mailbox, log);
  let identityProvider: IdentityProvider | undefined;
  const parts = { mailbox, smtp, log, identityProvider: () => identityProvider, hostNames: [] };
  const server = createSandboxServer(parts as unknown as SandboxParts);
  // A connection that a client keeps would be of the server before a restart.
  server.maxRequestsPerSocket = 1;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${portOf(server)}`;
  const registration = {
    clientId: CLIENT_ID,
    clientSecret: new Secret(CLIENT_SECRET),
    appUrl: APP_URL,
  };
  const keysPath = join(folder, "identity-keys.json");
  identityProvider = await IdentityProvider.open({ sandboxUrl: url, registration, keysPath, log });
  const smtpPort = await smtp.listen(0);
  const stop = async (): Promise<void> => {
    await smtp.close();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url, smtpPort, stop };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
