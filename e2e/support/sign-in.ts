/** Signs a browser in over HTTP. Journeys about signing in use the pages (trader/identity.e2e.ts). */
import type { BrowserContext } from "@playwright/test";
import { AppVisitor, type Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import { linkTo, mailsTo } from "./mailbox.ts";
import { newAddress } from "./people.ts";
import { newPersona } from "./test.ts";

/** Signs in with a wallet. @returns its visitor, for further requests without a browser */
export async function signInByWallet(
  context: BrowserContext,
  { app }: Endpoints,
  persona: Persona = newPersona(),
): Promise<AppVisitor> {
  const visitor = new AppVisitor(app);
  await visitor.signIn(persona);
  await adopt(context, app, visitor);
  return visitor;
}

/** Signs in with a link that was mailed to the address. */
export async function signInByMail(
  context: BrowserContext,
  endpoints: Endpoints,
  email = newAddress(),
): Promise<AppVisitor> {
  const { app } = endpoints;
  const visitor = new AppVisitor(app);
  const before = (await mailsTo(endpoints, email)).length;
  await visitor.request("/api/auth/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { hash } = new URL(await linkTo(endpoints, email, before + 1));
  const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
  const csrf = await visitor.request("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, token, json: "true", callbackUrl: app };
  const answer = await visitor.request("/api/auth/callback/email", {
    method: "POST",
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`The sign-in of ${email} did not work: ${answer.status}`);
  await adopt(context, app, visitor);
  return visitor;
}

async function adopt(context: BrowserContext, app: string, visitor: AppVisitor): Promise<void> {
  const cookies = visitor.cookies().map(([name, value]) => ({ name, value, url: app }));
  await context.addCookies(cookies);
}
