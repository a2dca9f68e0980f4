/** Spans of the statements of a pool, by what they do and to which table; never their text, which may contain values. */
import { inSpan, isTracing, type SpanStart } from "#lib/kernel/log/tracing.ts";

type Query = (...given: unknown[]) => unknown;
type Client = { query: Query };
type Pool = Client & { connect: (...given: unknown[]) => unknown };

/** Clients are used again, and get their span once. */
const traced = new WeakSet<Client>();

/** Changes the methods of this pool when the process traces, and nothing when it does not. */
export function traceStatements<Given>(given: Given): Given {
  if (!isTracing()) return given;
  const pool = given as Pool;
  traceQueries(pool);
  const connect = pool.connect.bind(pool);
  pool.connect = (...callback) => {
    // A callback is the pool's own, for a statement that has its span already.
    if (callback.length > 0) return connect(...callback);
    return (connect() as Promise<Client>).then((client) => {
      if (!traced.has(client)) traceQueries(client);
      return client;
    });
  };
  return given;
}

function traceQueries(client: Client): void {
  traced.add(client);
  const query = client.query.bind(client);
  client.query = (...request) => {
    if (typeof request.at(-1) === "function") return query(...request);
    return inSpan(
      () => startOf(request[0]),
      () => query(...request) as Promise<unknown>,
    );
  };
}

function startOf(request: unknown): Omit<SpanStart, "parent"> {
  const text = typeof request === "string" ? request : String((request as { text: string }).text);
  const { operation, table } = describeStatement(text);
  const values = { "db.system.name": "postgresql", "db.operation.name": operation };
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: "client",
    values: table === undefined ? values : { ...values, "db.collection.name": table },
  };
}

/** The first word of a statement and its first table, when they look like such. */
export function describeStatement(text: string): {
  operation: string;
  table: string | undefined;
} {
  const [, word = "statement"] = /^\s*([a-z]{1,20})\b/i.exec(text) ?? [];
  // A quoted text may contain anything, also such words.
  const bare = text.replace(/'[^']*'/g, "''");
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_]{0,62})\b/i.exec(bare) ?? [];
  return { operation: word.toUpperCase(), table };
}
