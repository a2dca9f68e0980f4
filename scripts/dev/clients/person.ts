/** A person with a browser without JavaScript: follows redirects, reads the consent page, ticks and presses. */
import { type AppVisitor, newVisitor } from "#scripts/dev/clients/wallet-session.ts";

export type Choice = {
  /** Scopes to tick that the page leaves open; scopes that the page has ticked stay ticked. */
  tick?: readonly string[];
  untick?: readonly string[];
  decision?: "approve" | "deny";
};

const MAX_REDIRECTS = 10;

export class Person {
  readonly #app: string;
  readonly #visitor: AppVisitor;
  readonly #log: (text: string) => void;

  private constructor(app: string, visitor: AppVisitor, log: (text: string) => void) {
    this.#app = app;
    this.#visitor = visitor;
    this.#log = log;
  }

  /** Signs the wallet with this hex seed in, or a new one. */
  static async signedIn(app: string, log: (text: string) => void, seed?: string): Promise<Person> {
    return new Person(app, await newVisitor(app, seed), log);
  }

  /** For what a signed-in person does elsewhere in the app. */
  request(path: string, init?: RequestInit): Promise<Response> {
    return this.#visitor.request(path, init);
  }

  /**
   * Opens an authorization address and decides. @returns the client's redirect address, with the answer
   * @throws Error with the page's text when no redirect leaves the app
   */
  async authorize(address: string | URL, choice: Choice = {}): Promise<URL> {
    let page = await this.#open(new URL(address));
    if (page instanceof URL) return page;
    const form = readForm(page.html);
    if (form === undefined)
      throw new Error(`No consent page: ${page.status} ${readText(page.html)}`);
    const decided = decide(form, choice);
    this.#log(`consent: ${[...decided].filter(([name]) => name !== "token").join(" ")}`);
    const target = new URL(form.action, page.address);
    page = await this.#open(target, { method: "POST", body: new URLSearchParams(decided) });
    if (page instanceof URL) return page;
    throw new Error(`The decision led nowhere: ${page.status} ${readText(page.html)}`);
  }

  /** Runs `authorize`, and then calls the client at its redirect address, as the browser does. */
  async visit(address: string | URL, choice?: Choice): Promise<void> {
    const back = await this.authorize(address, choice);
    const response = await fetch(back);
    this.#log(`called back: ${back.origin}${back.pathname} ${response.status}`);
    await response.body?.cancel();
  }

  /** Follows redirects inside the app. @returns a page of the app, or the first address outside of it */
  async #open(address: URL, init?: RequestInit): Promise<URL | Page> {
    let at = address;
    let sent = init;
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      if (at.origin !== new URL(this.#app).origin) return at;
      const response = await this.#visitor.request(at.pathname + at.search, sent);
      this.#log(`${sent?.method ?? "GET"} ${at.pathname} ${response.status}`);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        return { address: at, status: response.status, html: await response.text() };
      }
      at = new URL(location, at);
      sent = undefined;
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects from ${address.pathname}`);
  }
}

type Page = { address: URL; status: number; html: string };
type Field = { name: string; value: string; kind: string; ticked: boolean };
type Form = { action: string; fields: Field[] };

function decide({ fields }: Form, choice: Choice): [string, string][] {
  const { tick = [], untick = [], decision = "approve" } = choice;
  const offered = fields.filter(({ kind }) => kind === "checkbox").map(({ value }) => value);
  const unknown = [...tick, ...untick].find((scope) => !offered.includes(scope));
  if (unknown !== undefined) throw new Error(`The page offers ${offered.join(" ")}, no ${unknown}`);
  const chosen = fields.filter(({ kind, value, ticked }) => {
    if (kind === "checkbox") return (ticked || tick.includes(value)) && !untick.includes(value);
    return kind === "hidden";
  });
  const button = fields.find(({ kind, value }) => kind === "button" && value === decision);
  if (button === undefined) throw new Error(`The page has no button to ${decision}`);
  return [...chosen, button].map(({ name, value }) => [name, value]);
}

/** The form that posts a decision about consent; undefined on any other page. */
function readForm(html: string): Form | undefined {
  for (const [, head = "", body = ""] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    const action = attributes(head).get("action");
    if (!action?.includes("/oauth/consent/")) continue;
    const controls = [...body.matchAll(/<(input|button)\b([^>]*)>/gs)];
    const fields = controls.map(([, element, text = ""]) => readField(element, attributes(text)));
    return { action, fields: fields.filter(({ name }) => name !== "") };
  }
  return undefined;
}

function readField(element: string | undefined, found: Map<string, string>): Field {
  const kind = element === "button" ? "button" : (found.get("type") ?? "text");
  const value = found.get("value") ?? (kind === "checkbox" ? "on" : "");
  return { name: found.get("name") ?? "", value, kind, ticked: found.has("checked") };
}

function attributes(text: string): Map<string, string> {
  const found = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return new Map([...found].map(([, name = "", value = ""]) => [name, unescape(value)]));
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescape(text: string): string {
  return text.replaceAll(/&(#x?)?(\w+);/g, (whole, numeric: string | undefined, name: string) => {
    if (numeric === undefined) return NAMED[name] ?? whole;
    return String.fromCodePoint(Number.parseInt(name, numeric === "#x" ? 16 : 10));
  });
}

/** The beginning of the visible text of a page. */
function readText(html: string): string {
  const visible = html.replaceAll(/<(script|style|head)\b.*?<\/\1>/gs, " ");
  const text = unescape(visible.replaceAll(/<[^>]*>/g, " ")).replaceAll(/\s+/g, " ");
  return text.trim().slice(0, 400);
}
