/** Keys of the simulated identity provider, so that tokens and cookies of before a restart stay valid. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";

const text = z.string().min(1);
const signingKeySchema = z.object({
  kty: z.literal("RSA"),
  alg: z.literal("RS256"),
  use: z.literal("sig"),
  kid: text,
  n: text,
  e: text,
  d: text,
  p: text,
  q: text,
  dp: text,
  dq: text,
  qi: text,
});

const schema = z.object({
  cookie_keys: z.array(text).min(1),
  /** The first one signs; the second one, after a rotation, is published only. */
  signing_keys: z.array(signingKeySchema).min(1).max(2),
});

export type SigningKey = z.output<typeof signingKeySchema>;
export type IdentityKeys = z.output<typeof schema>;

/** The kept keys, made at the first call; an unreadable file counts as absent. */
export async function openIdentityKeys(path: string): Promise<IdentityKeys> {
  const stored = readKeys(path);
  if (stored) return stored;
  const made = {
    cookie_keys: [randomBytes(32).toString("hex")],
    signing_keys: [await newSigningKey()],
  };
  writeKeys(path, made);
  return made;
}

/** Makes a new key that signs from now on; the one before it stays published, the one before that does not. */
export async function rotateIdentityKeys(path: string, keys: IdentityKeys): Promise<IdentityKeys> {
  const [previous] = keys.signing_keys;
  const fresh = await newSigningKey();
  const rotated = { ...keys, signing_keys: previous ? [fresh, previous] : [fresh] };
  writeKeys(path, rotated);
  return rotated;
}

async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = randomBytes(12).toString("hex");
  return signingKeySchema.parse({
    ...(await exportJWK(privateKey)),
    alg: "RS256",
    use: "sig",
    kid,
  });
}

function readKeys(path: string): IdentityKeys | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function writeKeys(path: string, keys: IdentityKeys): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}
