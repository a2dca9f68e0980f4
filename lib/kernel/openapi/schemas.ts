/** The named schemas of a document, made of the zod schemas of its operations. */
import { z } from "zod";
import { exampleOf } from "./example.ts";
import type { Content, Json, Parameter } from "./operation.ts";

type ParameterField = { name: string; schema: z.ZodType; required?: boolean; description?: string };

/** JSON Schemas from zod; those with an id are listed once among the components. */
export class Schemas {
  readonly #named: Record<string, Json> = {};

  /** A body with its example. A schema without an id is listed by `name`, so that generated clients have a type for it. */
  content(schema: z.ZodType, io: "input" | "output", name: string): Content {
    const made = this.of(schema, io);
    const options = { components: this.#named, isRequest: io === "input" };
    const example = exampleOf(made, options, name);
    if ("$ref" in made) return { schema: made, example };
    this.#named[name] = made;
    return { schema: { $ref: `#/components/schemas/${name}` }, example };
  }

  /** One parameter with an example; a named schema is among the components. `of`: what it identifies. */
  parameter(location: Parameter["in"], field: ParameterField, of = ""): Parameter {
    const { name, schema, required = location === "path", description } = field;
    const made = this.of(schema, "input");
    return {
      name,
      in: location,
      required,
      ...(description !== undefined && { description }),
      schema: made,
      example: this.#given(made, name, of),
    };
  }

  /** The fields of an object as parameters. `of`: what they identify. */
  parameters(location: Parameter["in"], schema: z.ZodType | undefined, of = ""): Parameter[] {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = this.of(schema, "input") as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: location,
      required: location === "path" || required.includes(name),
      ...(typeof description === "string" ? { description } : {}),
      schema: rest,
      example: this.#given(rest, name, of),
    }));
  }

  #given(schema: Json, name: string, of: string): unknown {
    const options = { components: this.#named, isRequest: true };
    return exampleOf(schema, options, name === "id" ? `${of}_id` : name);
  }

  of(schema: z.ZodType, io: "input" | "output"): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
    const { $schema: _dialect, $defs: definitions = {}, ...rest } = made as Json & { $defs?: Json };
    for (const [name, definition] of Object.entries(definitions)) {
      this.#named[name] = withoutIds(definition as Json);
    }
    const { id } = rest;
    if (typeof id !== "string") return withoutIds(rest);
    this.#named[id] = withoutIds(rest);
    return { $ref: `#/components/schemas/${id}` };
  }

  named(): Record<string, Json> {
    return this.#named;
  }
}

/**
 * Rewrites zod's references to its definitions into references to the document's components, and patterns into those that every
 * language reads. It leaves out what a format says already: the pattern of a time has 300 characters.
 */
function withoutIds(schema: Json): Json {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string")
      return value.replace("#/$defs/", "#/components/schemas/");
    if (key === "pattern" && typeof value === "string") return portablePattern(value);
    if (isTuple(value)) return withLength(value);
    return isTime(value) ? { ...value, pattern: undefined } : value;
  });
  const { id: _id, ...rest } = JSON.parse(text) as Json;
  return rest;
}

/**
 * Classes of Unicode mean nothing in Python, Go and Java, or to JavaScript without its flag. In place of "no control characters" the
 * document names those of one byte; the service refuses the others too.
 */
function portablePattern(pattern: string): string {
  return pattern.replace(/\\P\{Cc?\}/g, "[^\\u0000-\\u001f\\u007f-\\u009f]");
}

type Tuple = Json & { prefixItems: readonly Json[] };

function isTuple(value: unknown): value is Tuple {
  return typeof value === "object" && value !== null && "prefixItems" in value;
}

/** A list of a fixed length, in words that readers of older dialects have: they know neither `items: false` nor a list without items. */
function withLength({ prefixItems, ...rest }: Tuple): Json {
  const { length } = prefixItems;
  const [only] = prefixItems;
  const inner = length === 1 ? { items: only } : { prefixItems, items: {} };
  return { ...rest, ...inner, minItems: length, maxItems: length };
}

function isTime(value: unknown): value is Json {
  if (typeof value !== "object" || value === null || !("format" in value)) return false;
  return value.format === "date-time" || value.format === "date";
}
