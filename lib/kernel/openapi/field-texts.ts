/**
 * Descriptions of fields and parameters whose contract has none. They are in tables beside the documents, not at the contracts: a field
 * means the same in many answers, and the schemas of MCP tools are made of contracts, so that each conversation of an assistant would
 * pay for them. A row names a field, with as much of its place as tells it from other fields of that name.
 */
import type { Json, Operation, Parameter } from "./operation.ts";

/** `owner.field` or `field`, and its description. */
export type FieldTexts = Readonly<Record<string, string>>;

type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/**
 * A table by owners: `{ "Signal outcome": { close: "…" } }` describes the field of both. The owner is a named schema or a field that holds
 * the object, with dots for a longer place (`Signal.outcome`); an empty one stands for every owner.
 */
export function fieldTexts(byOwners: Readonly<Record<string, FieldTexts>>): FieldTexts {
  const tables = Object.entries(byOwners).flatMap(([owners, texts]) =>
    owners.split(" ").map((owner) => {
      const entries = Object.entries(texts);
      if (owner === "") return texts;
      return Object.fromEntries(entries.map(([name, text]) => [`${owner}.${name}`, text]));
    }),
  );
  return joinTexts(...tables);
}

/** @throws Error for a row that two tables have */
export function joinTexts(...tables: readonly FieldTexts[]): FieldTexts {
  const all = tables.flatMap((table) => Object.entries(table));
  const joined = new Map(all);
  if (joined.size < all.length) {
    const twice = all.filter(([key], index) => all.findIndex(([one]) => one === key) !== index);
    throw new Error(`described twice: ${twice.map(([key]) => key).join(", ")}`);
  }
  return Object.fromEntries(joined);
}

/** Adds the descriptions of a table to the fields and parameters that have none. */
export class FieldDescriber {
  readonly #texts: FieldTexts;

  constructor(texts: FieldTexts) {
    this.#texts = texts;
  }

  schemas(named: Readonly<Record<string, Json>>): Record<string, Json> {
    const described = Object.entries(named).map(([name, schema]) => [
      name,
      this.#schema(schema, [name]),
    ]);
    return Object.fromEntries(described) as Record<string, Json>;
  }

  /** Parameters: of a path by the collection before them (`keys.id`), of a query by the operation or `query`. */
  operations<Paths extends Operations>(paths: Paths): Paths {
    const described = Object.entries(paths).map(([path, methods]) => {
      const operations = Object.entries(methods).map(([method, operation]) => {
        const { parameters, operationId } = operation;
        if (parameters === undefined) return [method, operation];
        const all = parameters.map((one) => this.#parameter(one, path, operationId));
        return [method, { ...operation, parameters: all }];
      });
      return [path, Object.fromEntries(operations)];
    });
    return Object.fromEntries(described) as Paths;
  }

  #parameter(parameter: Parameter, path: string, operationId: string): Parameter {
    if (parameter.description !== undefined) return parameter;
    const { name } = parameter;
    const before = path.split(`/{${name}}`, 1)[0]?.split("/").at(-1) ?? "";
    const fieldPath =
      parameter.in === "path" ? [operationId, before, name] : [operationId, "query", name];
    const description = this.#find(fieldPath);
    return description === undefined ? parameter : { ...parameter, description };
  }

  #schema(schema: Json, fieldPath: readonly string[]): Json {
    const parts = Object.entries(schema).map(([key, value]) => [
      key,
      this.#part(key, value, fieldPath),
    ]);
    return Object.fromEntries(parts) as Json;
  }

  /** Lists, records and choices have the place of the field that they are in. */
  #part(key: string, value: unknown, fieldPath: readonly string[]): unknown {
    if (key === "properties") return this.#properties(value as Record<string, Json>, fieldPath);
    if (key === "items" || key === "additionalProperties") {
      return typeof value === "object" ? this.#schema(value as Json, fieldPath) : value;
    }
    if (key !== "anyOf" && key !== "oneOf" && key !== "allOf" && key !== "prefixItems")
      return value;
    return (value as Json[]).map((one) => this.#schema(one, fieldPath));
  }

  #properties(
    properties: Record<string, Json>,
    fieldPath: readonly string[],
  ): Record<string, Json> {
    const described = Object.entries(properties).map(([name, schema]) => {
      const inner = [...fieldPath, name];
      const whole = this.#schema(schema, inner);
      if (whole["description"] !== undefined) return [name, whole];
      const description = this.#find(inner);
      return [name, description === undefined ? whole : { ...whole, description }];
    });
    return Object.fromEntries(described) as Record<string, Json>;
  }

  /** The row that names the most of a place. */
  #find(fieldPath: readonly string[]): string | undefined {
    for (let start = 0; start < fieldPath.length; start += 1) {
      const key = fieldPath.slice(start).join(".");
      if (Object.hasOwn(this.#texts, key)) return this.#texts[key];
    }
    return undefined;
  }
}
