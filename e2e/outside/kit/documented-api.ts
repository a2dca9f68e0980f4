/** Calls operations as an OpenAPI document describes them, and checks each answer by the document's schema of its status. */
import {
  DocumentSchemas,
  operationsOf,
  type ReadDocument,
  type ReadOperation,
} from "./document-schemas.ts";

export type Send = (path: string, init: RequestInit) => Promise<Response>;

export type CallOptions = {
  /** Values of the path, and of the query beside the required ones, which have their examples. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  send?: Send;
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes, which the document has checked
export type Answered = { status: number; body: any };

export class DocumentedApi {
  readonly document: ReadDocument;
  /** What did not fit, a line each. */
  readonly faults: string[] = [];
  readonly #schemas: DocumentSchemas;
  readonly #send: Send;
  readonly #answered = new Map<string, Set<number>>();

  constructor(document: ReadDocument, send: Send) {
    this.document = document;
    this.#schemas = new DocumentSchemas(document);
    this.#send = send;
  }

  /** @throws Error when the document has no such operation */
  async call(line: string, options: CallOptions = {}): Promise<Answered> {
    const [method = "", path = ""] = line.split(" ");
    const operation = this.document.paths[path]?.[method];
    if (operation === undefined) throw new Error(`the document has no ${line}`);
    const { json, form, headers = {}, send = this.#send } = options;
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form);
    const response = await send(addressOf(path, operation, options), {
      method: method.toUpperCase(),
      headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    const answer = await read(response);
    const { status } = response;
    for (const fault of this.#schemas.faultsOfAnswer(path, method, { status, ...answer })) {
      this.faults.push(`${line} ${status}: ${fault}`);
    }
    const known = this.#answered.get(line) ?? new Set<number>();
    this.#answered.set(line, known.add(status));
    return { status, body: answer.body };
  }

  /** Every read that these schemes open, but for streams and paths that have a variable of no known value. */
  async readAll(isOpen: (security: object[]) => boolean, known: Record<string, string>) {
    for (const { part, path, method, operation } of operationsOf(this.document)) {
      const { security = [], responses = {} } = operation;
      const isStream = "text/event-stream" in (responses["200"]?.content ?? {});
      const isKnown = [...path.matchAll(/\{\w+\}/g)].length === 0 || path in known;
      if (part !== "paths" || method !== "get" || isStream || !isKnown || !isOpen(security))
        continue;
      const name = /\{(\w+)\}/.exec(path)?.[1];
      const params = name === undefined ? {} : { [name]: known[path] ?? "" };
      await this.call(`get ${path}`, { params });
    }
  }

  /** Each operation that needs a credential, without one: a refusal that the document describes. */
  async refuseAll(send: Send): Promise<void> {
    for (const { part, path, method, operation } of operationsOf(this.document)) {
      const { security = [], parameters = [] } = operation;
      const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
      if (part !== "paths" || isOpen) continue;
      const params = Object.fromEntries(
        parameters.filter((one) => one.in === "path").map((one) => [one.name, String(one.example)]),
      );
      const { status } = await this.call(`${method} ${path}`, { params, send });
      if (status < 400 || status > 499) {
        this.faults.push(`${method} ${path} answers ${status} without a credential`);
      }
    }
  }

  /** How many operations have answered, how many of them with a success, and with how many different statuses in all. */
  counts(): { operations: number; succeeded: number; answers: number } {
    const all = [...this.#answered.values()];
    return {
      operations: all.length,
      succeeded: all.filter((statuses) => [...statuses].some((one) => one < 400)).length,
      answers: all.reduce((sum, statuses) => sum + statuses.size, 0),
    };
  }
}

function addressOf(path: string, operation: ReadOperation, options: CallOptions): string {
  const { params = {}, query = {} } = options;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const required = (operation.parameters ?? [])
    .filter((one) => one.in === "query" && one.required === true)
    .map((one) => [one.name, String(one.example)]);
  const search = new URLSearchParams({ ...Object.fromEntries(required), ...query });
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

async function read(response: Response): Promise<{ type: string; body: unknown }> {
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]?.trim() ?? "";
  const text = await response.text();
  if (text === "") return { type, body: undefined };
  return { type, body: type === "application/json" ? (JSON.parse(text) as unknown) : text };
}
