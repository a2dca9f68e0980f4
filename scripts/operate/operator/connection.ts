/** The address of the app, and the key for its operator API. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Connection = { url: string; key: string };

/** The current configuration does not allow the command. */
export class NotConfigured extends Error {
  override name = "NotConfigured";
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** @throws NotConfigured */
export function findConnection(
  environment: Record<string, string | undefined>,
  given: string | undefined,
): Connection {
  const dataDir = environment["DATA_DIR"] || ".data";
  const key =
    environment["APP_OPERATOR_KEY"] || fieldOf(join(dataDir, "secrets.json"), "APP_OPERATOR_KEY");
  if (key === undefined) {
    throw new NotConfigured(
      `There is no operator key: neither APP_OPERATOR_KEY in the environment nor one in ${dataDir}/secrets.json.`,
    );
  }
  const url = given ?? fieldOf(join(dataDir, "endpoints.json"), "app");
  if (url === undefined) {
    throw new NotConfigured(
      `No app runs on ${dataDir} (there is no endpoints.json). Start it, or name it with --url.`,
    );
  }
  return { url: checked(url), key };
}

/** The key must not cross a network unencrypted. */
function checked(url: string): string {
  if (!URL.canParse(url)) throw new NotConfigured(`"${url}" is no address.`);
  const { protocol, hostname, origin } = new URL(url);
  const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
  if (!isSafe) {
    throw new NotConfigured(
      `${origin} is not this machine and not https: the key is not sent there.`,
    );
  }
  return url.replace(/\/$/, "");
}

function fieldOf(path: string, name: string): string | undefined {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
  const value: unknown = typeof read === "object" && read !== null ? Reflect.get(read, name) : "";
  return typeof value === "string" && value !== "" ? value : undefined;
}
