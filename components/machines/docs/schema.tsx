/** A JSON Schema with one line per field. Works without a script. */

import type { Components, Json } from "#components/machines/parts/api-document.ts";
import { Code } from "#components/machines/parts/document-parts.tsx";

const REF = "#/components/schemas/";
/** Deeper than any schema of this service; ends recursive schemas. */
const DEEPEST = 6;

type SchemaProps = {
  schema: Json;
  components: Components;
  /** The word in the page's language. */
  required: string;
  depth?: number;
};

/** Named schemas are shown in their place, so that an operation can be read without turning pages. */
export function Schema({ schema, components, required, depth = 0 }: SchemaProps) {
  const inner = innerOf(schema, components);
  const variants = variantsOf(inner, components);
  if (variants.length > 0 && depth <= DEEPEST) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        {variants.map((one) => (
          <Schema
            key={JSON.stringify(one)}
            schema={one}
            components={components}
            required={required}
            depth={depth + 1}
          />
        ))}
      </div>
    );
  }
  const fields = fieldsOf(inner);
  if (fields.length === 0 || depth > DEEPEST) return <TypeText schema={schema} />;
  return (
    <ul dir="ltr" className="flex min-w-0 flex-col gap-1 border-s ps-3 text-xs">
      {fields.map(({ name, field, isRequired }) => (
        <li key={name} className="min-w-0">
          <span className="font-mono">{name}</span> <TypeText schema={field} />{" "}
          {isRequired ? <span className="text-2xs text-warn">{required}</span> : null}
          <Description of={field} />
          {hasFields(innerOf(field, components), components) ? (
            <Schema schema={field} components={components} required={required} depth={depth + 1} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Description({ of: { description } }: { of: Json }) {
  if (typeof description !== "string") return null;
  return (
    <span lang="en" className="block text-2xs text-ink-muted">
      {description}
    </span>
  );
}

function TypeText({ schema }: { schema: Json }) {
  return <Code>{typeText(schema)}</Code>;
}

function refOf(schema: Json): string | undefined {
  const { $ref: ref } = schema;
  return typeof ref === "string" && ref.startsWith(REF) ? ref.slice(REF.length) : undefined;
}

/** The item schema of a list, the non-null schema of a nullable value, or the schema that a name stands for. */
function innerOf(schema: Json, components: Components): Json {
  const name = refOf(schema);
  if (name !== undefined) return innerOf(components[name] ?? {}, components);
  if (schema["type"] === "array" && isJson(schema["items"]))
    return innerOf(schema["items"], components);
  const found = choicesOf(schema);
  if (found.length === 1 && found[0] !== undefined) return innerOf(found[0], components);
  return schema;
}

/** The members of a union, without null. */
function choicesOf({ anyOf, oneOf }: Json): Json[] {
  const choices = anyOf ?? oneOf;
  return Array.isArray(choices)
    ? choices.filter(isJson).filter((one) => one["type"] !== "null")
    : [];
}

/** The objects of a union; each has fields of its own. */
function variantsOf(schema: Json, components: Components): Json[] {
  const choices = choicesOf(schema);
  return choices.filter((one) => fieldsOf(innerOf(one, components)).length > 0);
}

function hasFields(schema: Json, components: Components): boolean {
  return fieldsOf(schema).length > 0 || variantsOf(schema, components).length > 0;
}

function fieldsOf(schema: Json): { name: string; field: Json; isRequired: boolean }[] {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  if (!isJson(properties)) return [];
  return Object.entries(properties).flatMap(([name, field]) =>
    isJson(field) ? [{ name, field, isRequired: names.includes(name) }] : [],
  );
}

function typeText(schema: Json): string {
  const name = refOf(schema);
  if (name !== undefined) return name;
  const { type, anyOf, oneOf, items, enum: values, format, maximum, minimum, pattern } = schema;
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.filter(isJson).map(typeText).join(" | ");
  if (type === "array" && isJson(items)) {
    const one = typeText(items);
    return one.includes(" | ") ? `(${one})[]` : `${one}[]`;
  }
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const base = typeof type === "string" ? type : "any";
  if (typeof format === "string") return `${base} (${format})`;
  if (typeof pattern === "string" && pattern.length < 40) return `${base} ${pattern}`;
  const range = rangeText(minimum, maximum);
  return range === "" ? base : `${base} ${range}`;
}

function rangeText(minimum: unknown, maximum: unknown): string {
  const low = typeof minimum === "number" && Math.abs(minimum) < 1e15 ? `≥ ${minimum}` : "";
  const high = typeof maximum === "number" && Math.abs(maximum) < 1e15 ? `≤ ${maximum}` : "";
  return [low, high].filter((part) => part !== "").join(", ");
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
