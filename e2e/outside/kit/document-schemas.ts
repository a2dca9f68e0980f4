/** Checks values by the schemas of an OpenAPI 3.1 document, as a foreign program reads it: JSON Schema 2020-12. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Json = Record<string, unknown>;
type Content = { schema?: Json; example?: unknown; examples?: Record<string, { value?: unknown }> };
type Answer = { description?: string; content?: Record<string, Content> };

export type ReadOperation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Json[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Json; example?: unknown }[];
  requestBody?: { content?: Record<string, Content> };
  responses?: Record<string, Answer>;
};

export type ReadDocument = {
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, ReadOperation>>;
  webhooks?: Record<string, Record<string, ReadOperation>>;
  components?: Record<string, Record<string, unknown>>;
};

/** One value that the document shows, and the place of its schema. */
type Shown = { at: string; pointer: string; value: unknown };

const ID = "https://document.example/";

export class DocumentSchemas {
  readonly #document: ReadDocument;
  readonly #ajv: Ajv2020;

  constructor(document: ReadDocument) {
    this.#document = document;
    // Descriptions and examples are keywords of OpenAPI that say nothing about a value.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    // The package is CommonJS, whose default export Node gives as a module.
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addFormat("base64", /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/);
    this.#ajv.addSchema(document, ID);
  }

  /** Why an answer does not fit; empty when it fits. */
  faultsOfAnswer(path: string, method: string, { status, type, body }: GivenAnswer): string[] {
    const responses = this.#document.paths[path]?.[method]?.responses ?? {};
    const found = String(status) in responses ? String(status) : "default";
    const answer = responses[found];
    if (answer === undefined) return [`the status ${status} is not described`];
    const types = Object.keys(answer.content ?? {});
    if (types.length === 0) return body === undefined ? [] : ["a body is not described"];
    if (!types.includes(type)) return [`the type ${type} is not described`];
    return this.faults(pointerTo(["paths", path, method, "responses", found], type), body);
  }

  /** @param pointer of a schema of the document */
  faults(pointer: string, value: unknown): string[] {
    const check = this.#ajv.getSchema(`${ID}#${pointer}`);
    if (check === undefined) return [`there is no schema at ${pointer}`];
    return check(value) === true ? [] : (check.errors ?? []).map(sentence);
  }

  /** Every example of parameters, requests and answers. */
  *examples(): Generator<Shown> {
    for (const { part, path, method, operation } of operationsOf(this.#document)) {
      const { parameters = [], requestBody, responses = {} } = operation;
      const at = `${method} ${path}`;
      for (const [index, { name, example }] of parameters.entries()) {
        const parts = [part, path, method, "parameters", String(index), "schema"];
        yield { at: `${at} ${name}`, pointer: pointerOf(parts), value: example };
      }
      yield* shownIn(`${at} request`, [part, path, method, "requestBody"], requestBody?.content);
      for (const [status, { content }] of Object.entries(responses)) {
        yield* shownIn(`${at} ${status}`, [part, path, method, "responses", status], content);
      }
    }
  }
}

/** Operations of the paths and of the webhooks; the latter are requests of the service. */
export function operationsOf(document: ReadDocument) {
  return (["paths", "webhooks"] as const).flatMap((part) =>
    Object.entries(document[part] ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ part, path, method, operation })),
    ),
  );
}

/** `type`: the media type, without parameters. `body`: undefined when there is none. */
export type GivenAnswer = { status: number; type: string; body: unknown };

function* shownIn(
  at: string,
  parts: readonly string[],
  content: Record<string, Content> = {},
): Generator<Shown> {
  for (const [type, { example, examples = {} }] of Object.entries(content)) {
    const values = Object.values(examples).map(({ value }) => value);
    for (const value of example === undefined ? values : [example, ...values]) {
      yield { at, pointer: pointerTo(parts, type), value };
    }
  }
}

function pointerTo(parts: readonly string[], type: string): string {
  return pointerOf([...parts, "content", type, "schema"]);
}

/** RFC 6901, in the fragment of an address. */
function pointerOf(parts: readonly string[]): string {
  const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
  return parts.map((part) => `/${encodeURIComponent(escaped(part))}`).join("");
}

function sentence({ instancePath, message = "" }: ErrorObject): string {
  return `${instancePath === "" ? "it" : instancePath} ${message}`;
}
