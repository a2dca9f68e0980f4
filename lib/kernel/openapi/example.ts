/**
 * An example of a value from its JSON Schema: the schema's own example where it has one, else plausible values by the name and the rules
 * of a field. A test parses the example of every operation with the schema that its handler uses.
 */
import type { Json } from "./operation.ts";

type Components = Record<string, Json>;

type ExampleOptions = {
  components: Components;
  /** True for what a caller sends: only the required fields, unless there are none. */
  isRequest: boolean;
};

const AT = "2026-01-01T00:00:00.000Z";
const HEX = "0123456789abcdef";
const WALLET = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const SIGNATURE =
  "2id3YC2jK9G5Wo2phDx4gJVAew8DcY5NAojnVuao8rkxwPYPe8cSwE5GzhEgJA2y8fVjDEo6iR6ykBvDxrTQrtpc";

/** By format. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": AT,
  date: "2026-01-01",
  uri: "https://app.example/",
  email: "person@example.com",
  base64: "AQID",
};

/** By the name of a field, or the end of its name; the first that fits the rules of the field. */
const NAMED: readonly [name: RegExp, value: string][] = [
  [/^cancel_reason$/, ""],
  [/audit.*_id$/i, `aud_${HEX}01234567`],
  [/notice.*_id$|notification(?!subs).*_id$/i, `ntc_${HEX}01234567`],
  [/pushsubscription.*_id$/i, `psub_${HEX}01234567`],
  [/pricealert.*_id$|price-?alert.*_id$|^alert_id$/i, `pal_${HEX}01234567`],
  [/swap.*_id$/i, `swp_${HEX}01234567`],
  [/failure_error$/, "HTTP 500"],
  [/(?<!last)_error$/, '{"InstructionError":[3,{"Custom":1}]}'],
  [/^provider$/, "moonpay"],
  [/^(?:replay_of|refused)$/, `wh_evt_${HEX}01234567`],
  [/signal_id$/i, `sig_${HEX}01234567`],
  [/^replaces$|^target$/, `mcp_${HEX}01234567`],
  [/^actorId$/, `ses_${HEX}01234567`],
  [/^actorKind$/, "session"],
  [/^action$/, "mcp_key.created"],
  [/^incident_id$/, `inc_${HEX}01234567`],
  [/(?:stage|approveorder|declineorder|getapproval|newest)\w*_id$/i, `sto_${HEX}01234567`],
  [/order_id$/i, "100"],
  [/(?:webhook|whk).*_id$/i, `whk_${HEX}01234567`],
  [/deliver.*(?:_id|_ids|^did|replay_of)$|^did$/i, `wh_evt_${HEX}01234567`],
  [/secret.*_id$|^sid$/i, `whs_${HEX}01234567`],
  [/mcp.*_id$/i, `mcp_${HEX}01234567`],
  [/bot.?key.*_id$/i, `tbk_${HEX}01234567`],
  [/^key_?id$|keys?_id$/i, `key_${HEX}01234567`],
  [/note.*_id$/i, `note_${HEX}01234567`],
  [/grant.*_id$/i, `grant_${HEX}01234567`],
  [/session.*_id$/i, `ses_${HEX}01234567`],
  [/identit.*_id$/i, `idn_${HEX}01234567`],
  [/(?:approval|staged).*_id$/i, `sto_${HEX}01234567`],
  [/referral.*_id$/i, `ref_${HEX}01234567`],
  [/settlement.*_id$/i, `stl_${HEX}01234567`],
  [/partner.*_id$/i, `ptr_${HEX}01234567`],
  [/run_id$/i, `run_${HEX}01234567`],
  [/client_?id$/i, `client_${HEX}01234567`],
  [/key\w*answer_id$/i, `key_${HEX}01234567`],
  [/transfer.*_id$|withdrawal.*_id$/i, `wdr_${HEX}01234567`],
  [/^user$|user_?id$|^sub$/i, `usr_${HEX}01234567`],
  [/^up_to$|not(?:ice|ification).*_id$/i, `ntc_${HEX}01234567`],
  [/usedAddress$/i, "203.0.113.7"],
  [/^payout_choice$/, WALLET],
  [/^scope$/, "read:market"],
  [/^(?:x|y)$/, "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"],
  [/^kid$/, "key-1"],
  [/^(?:token|secret)$/, "…"],
  [/^status$/, "CLOSED"],
  [/^summary$/, "The exchange lists the asset on Monday."],
  [/^publisher$/, "news.example"],
  [/host$/i, "app.example"],
  [/^service$/, "push.example"],
  [/^origin$/, "https://app.example"],
  [/^changed$/, "status"],
  [/^matter$/, "listing:BTC"],
  [/^kind$/, "rss"],
  [/^source$/, "sample"],
  [/^network$|_chain$/, "simulated"],
  [/^language$/, "en"],
  [/^detail$/, "normal"],
  [/^experience$/, "some"],
  [/^risk$/, "At most 1 % of the account on one trade"],
  [/^type$/, "agentic.executed"],
  [/^failure$/, "The payment expired before it landed"],
  [/^last_error$/, "HTTP 500"],
  [/^ruleset(?:_id)?$/, "levels-1"],
  [/^(?:route|venue)$/, "pool:SOL-USDC"],
  [/^body$/, '{"id":"wh_evt_…","type":"agentic.intent"}'],
  [/^response$|^outcome$/, "ok"],
  [/^description$/, "An assistant or a bot proposes an order"],
  [/^applied$/, "BTCUSDC"],
  [/time_?zone|^tz$/, "Europe/Berlin"],
  [/agent$/i, "Mozilla/5.0"],
  [/^reason$/, "Found in a public repository"],
  [/^(?:note|text|about|alias)$/, "Trades on weekdays only"],
  [/^message$/, "What is wrong, and what to do."],
  [/^(?:fee|earned|accrued|settled|in_transit|pending|minimum|total|debit|credit)$|_usd$/, "12.5"],
  [/^day$/, "2026-01-01"],
  [/^period$/, "2026-01"],
  [/^country$/, "DE"],
  [/^partner$/, "demo"],
  [/^endpoint$/, "https://push.example/0123456789abcdef"],
  [/^(?:mute|pin)$/, "listing"],
  [/^(?:reference|dedup_key)$/, "payment-2026-01-01"],
  [/^settlement_asset$|^unit$/, "USDC"],
  [/^preview$|^query$/, "svc_sk_…9c1e"],
  [/^path$/, "/api/v1/mcp"],
  [/^search$/, "demo"],
  [/^paused$/, "true"],
  [/^referred_fees/, "12.5"],
  [/market|symbol/, "BTCUSDC"],
  [/^asset/, "USDC"],
  [
    /wallet|account|signer|recipient|owner|public_?key|pubkey|authority|address|mint|destination/,
    WALLET,
  ],
  [/signature/, SIGNATURE],
  [/price|mark/, "60000.5"],
  [/size|amount|units|volume|notional|quantity/, "0.5"],
  [/url|uri|link/, "https://app.example/"],
  [/(?:_at|_time|timestamp|^from|^to|_ms)$/, "1767225600000"],
  [/interval/, "1m"],
  [/resolution/, "60"],
  [/name|label/, "My program"],
  [/headline|title/, "An exchange lists BTC"],
  [/hash|digest/, HEX.repeat(4)],
  [/cursor|next/, "live.100"],
  [/^ip$|allowlist|cidr/, "203.0.113.7/32"],
  [/code/, "demo"],
  [/email|mail/, "person@example.com"],
  [/transaction|bytes/, "AQID"],
  [/limit/, "50"],
];

/** For a field whose name says nothing. A test refuses it in a document. */
export const NOTHING = "unnamed";

/** Tried in this order when a field has a pattern and its name says nothing. */
const ANY: readonly string[] = [
  "100",
  "1.5",
  "0.0010",
  "1767225600000",
  "BTCUSDC",
  "demo",
  "USDC",
  "2026-01",
  "live.100",
  WALLET,
  SIGNATURE,
  HEX.repeat(4),
  HEX.repeat(8),
  AT,
  "2026-01-01",
  "AQID",
  "x".repeat(16),
  NOTHING,
  "",
];

export function exampleOf(schema: Json, options: ExampleOptions, name = ""): unknown {
  const given = givenExample(schema);
  if (given !== undefined) return given.value;
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Json[] | undefined;
  if (choices !== undefined) {
    const shown = choices.find(({ type }) => type !== "null") ?? choices[0] ?? {};
    return exampleOf(shown, options, name);
  }
  const parts = schema["allOf"] as readonly Json[] | undefined;
  if (parts !== undefined) {
    return Object.assign({}, ...parts.map((part) => exampleOf(part, options, name))) as unknown;
  }
  const { $ref: reference } = schema;
  if (typeof reference === "string") return exampleOf(resolved(reference, options), options, name);
  const types = [schema["type"]].flat() as readonly string[];
  const type = types.find((one) => one !== "null") ?? "null";
  switch (type) {
    case "string":
      return stringOf(schema, name);
    case "integer":
    case "number":
      return numberOf(schema, type, name);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return arrayOf(schema, options, name);
    case "object":
      return objectOf(schema, options, name);
    default:
      return {};
  }
}

function givenExample({ examples, default: preset, const: fixed, enum: members }: Json) {
  if (Array.isArray(examples) && examples.length > 0) return { value: examples[0] as unknown };
  if (preset !== undefined) return { value: preset };
  if (fixed !== undefined) return { value: fixed };
  if (Array.isArray(members)) return { value: members[0] as unknown };
  return undefined;
}

function resolved(reference: string, { components }: ExampleOptions): Json {
  return components[reference.replace("#/components/schemas/", "")] ?? {};
}

function stringOf(schema: Json, name: string): string {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength,
  } = schema as {
    format?: string;
    pattern?: string;
    minLength?: number;
    maxLength?: number;
  };
  // A range needs an end.
  if (format === "date-time" && name === "to") return "2026-01-02T00:00:00.000Z";
  const ofFormat = format === undefined ? undefined : FORMATS[format];
  if (ofFormat !== undefined) return ofFormat;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const fits = (value: string) =>
    value.length >= minLength &&
    (maxLength === undefined || value.length <= maxLength) &&
    expression?.test(value) !== false;
  const named = NAMED.filter(([of]) => of.test(name)).map(([, value]) => value);
  const candidates = [...idOf(pattern), ...named, ...(expression ? ANY : [NOTHING, ...ANY])];
  return candidates.find(fits) ?? NOTHING;
}

/** `^evt_[0-9a-f]{24}$` */
function idOf(pattern: string | undefined): string[] {
  const [, prefix, length] = /^\^(\w+_)\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern ?? "") ?? [];
  if (prefix === undefined) return [];
  return [prefix + HEX.repeat(4).slice(0, Number(length))];
}

/** Of values in Unix milliseconds. */
const TIMES = /(?:_at|^time|timestamp)$/;

function numberOf(schema: Json, type: "integer" | "number", name: string): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const most = maximum ?? exclusiveMaximum;
  const counted = type === "integer" ? 1 : 0.5;
  const isTime = type === "integer" && TIMES.test(name);
  const wanted = isTime ? Date.parse(AT) : counted;
  if (least !== undefined && wanted < least) return least;
  if (most !== undefined && wanted > most) return most;
  return wanted;
}

function arrayOf(schema: Json, options: ExampleOptions, name: string): unknown[] {
  const {
    items,
    prefixItems,
    minItems = 1,
    maxItems = 1,
  } = schema as {
    items?: Json;
    prefixItems?: readonly Json[];
    minItems?: number;
    maxItems?: number;
  };
  if (prefixItems !== undefined) return prefixItems.map((one) => exampleOf(one, options, name));
  if (items === undefined || maxItems === 0) return [];
  const one = exampleOf(items, options, name.replace(/s$/, ""));
  return Array.from({ length: Math.max(1, minItems) }, () => one);
}

/** A key of records that are not by asset, by their names. */
const RECORD_KEYS: Readonly<Record<string, string>> = { details: "name", data: "amount" };

/** @param of name of the object, from which the kind of its `id` follows */
function objectOf(schema: Json, options: ExampleOptions, of: string): Json {
  const {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
  } = schema as {
    properties?: Record<string, Json>;
    required?: readonly string[];
    additionalProperties?: Json | boolean;
    propertyNames?: Json;
  };
  const all = Object.entries(properties);
  const needed = all.filter(([key]) => required.includes(key));
  const shown = options.isRequest && needed.length > 0 ? needed : all;
  const nameOf = (key: string) => {
    if (key === "id" || key === "error") return `${of}_${key}`;
    return key === "results" || key === "entries" ? of : key;
  };
  const value = Object.fromEntries(
    shown.map(([key, one]) => [key, exampleOf(one, options, nameOf(key))]),
  );
  // A record with values of any kind has no example.
  const isOfAnything =
    typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0;
  if (all.length > 0 || isOfAnything) return value;
  const names = propertyNames?.["enum"] as readonly string[] | undefined;
  const keyName = RECORD_KEYS[of];
  const keys =
    names ??
    (keyName === undefined
      ? [String(exampleOf(propertyNames ?? { type: "string" }, options, "asset"))]
      : [keyName]);
  return Object.fromEntries(
    keys.map((key) => [key, exampleOf(additionalProperties, options, key)]),
  );
}
