/**
 * The first visit of each page that has a budget, with a session, and with a proposed order where the page needs
 * one.
 */
import { ASKED, PROPOSED } from "#components/frame/pages/pages.ts";
import { Assistant } from "#scripts/dev/clients/assistant.ts";
import { type AppVisitor, newVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { PAGE_BUDGETS } from "./page-budgets.ts";
import type { Visit } from "./page-scripts.ts";

/** In the order of the budgets. */
export async function budgetVisits(app: string): Promise<Visit[]> {
  const sessionOf = (visitor: AppVisitor) =>
    visitor.cookies().map(([name, value]) => ({ name, value, url: app }));
  const session = sessionOf(await newVisitor(app));
  // Another person: every page announces a waiting order, which is not part of a first visit.
  const owner = await newVisitor(app);
  const assistant = await Assistant.of(app, owner, "Page weights");
  const { id } = await assistant.stage({
    market: "BTCUSDC",
    side: "BUY",
    size: "0.02",
    order_type: "MARKET",
  });
  const authorization = await requestAuthorization(app);
  return PAGE_BUDGETS.map(({ path, needsSession, complete }) => ({
    url: path === ASKED ? authorization : `${app}${path.replace(PROPOSED, id)}`,
    cookies: path.includes(PROPOSED) ? sessionOf(owner) : needsSession ? session : [],
    complete,
  }));
}

/**
 * The address to which an app that has just registered sends its user: the browser is redirected to the consent
 * page.
 */
async function requestAuthorization(app: string): Promise<string> {
  const redirectUri = "http://127.0.0.1/callback";
  const answer = await fetch(`${app}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Page weights",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: clientId } = (await answer.json()) as { client_id?: string };
  if (clientId === undefined) throw new Error(`The registration answered ${answer.status}.`);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    // The example challenge of RFC 7636, appendix B: no code is redeemed.
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "read:market read:points read:chat trade:execute",
    state: "weights",
  });
  return `${app}/oauth/authorize?${query}`;
}
