/** For tests: the sandbox's mailbox and identity provider on a server of their own, without a market around them. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import { Secret } from "#lib/kernel/env.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { systemClock } from "#lib/kernel/time/clock.ts";
import { createSandboxServer } from "#services/sandbox/http.ts";
import { identitySites } from "#services/sandbox/identity-provider/identity-site.ts";
import { mailSite } from "#services/sandbox/mail/mail-site.ts";

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
  const registration = {
    clientId: CLIENT_ID,
    clientSecret: new Secret(CLIENT_SECRET),
    appUrl: APP_URL,
  };
  const mail = mailSite({ folder, smtpPort: 0, clock: systemClock, log });
  const keysPath = join(folder, "identity-keys.json");
  const sites = [mail, ...identitySites({ registration, keysPath, log })];
  const server = createSandboxServer({ sites, hostNames: [], log });
  // A connection that a client keeps would be of the server before a restart.
  server.maxRequestsPerSocket = 1;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${portOf(server)}`;
  for (const site of sites) await site.start?.(url);
  const stop = async (): Promise<void> => {
    await mail.stop?.();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url, smtpPort: mail.smtpPort(), stop };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
