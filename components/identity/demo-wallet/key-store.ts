/** The demo wallet's one key: WebCrypto Ed25519, not extractable, kept in IndexedDB. */

export type DemoKey = { privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> };

const DATABASE = "demo-wallet";
const STORE = "keys";
const RECORD = "key";

/** PKCS#8 header of an Ed25519 private key; the 32 seed bytes follow it. */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** The stored key, or a new one that is then stored. */
export async function loadOrCreateKey(): Promise<DemoKey> {
  const stored = await readKey();
  if (stored) return stored;
  return importSeed(crypto.getRandomValues(new Uint8Array(32)));
}

export async function readKey(): Promise<DemoKey | undefined> {
  const database = await openDatabase();
  try {
    const found: unknown = await done(
      database.transaction(STORE, "readonly").objectStore(STORE).get(RECORD),
    );
    return isDemoKey(found) ? found : undefined;
  } finally {
    database.close();
  }
}

/** Makes this seed the wallet's key in place of the one before. The seed itself is not kept. */
export async function importSeed(seed: Uint8Array): Promise<DemoKey> {
  const pkcs8 = Uint8Array.from([...PKCS8_PREFIX, ...seed]);
  // Extractable for a moment: WebCrypto gives the public half of a private key only by exporting it.
  const readable = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", readable);
  if (!x) throw new Error("This browser cannot derive an Ed25519 public key.");
  const key: DemoKey = {
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]),
    publicKey: fromBase64Url(x),
  };
  const database = await openDatabase();
  try {
    await done(database.transaction(STORE, "readwrite").objectStore(STORE).put(key, RECORD));
  } finally {
    database.close();
  }
  return key;
}

export async function signWith(key: DemoKey, message: Uint8Array): Promise<Uint8Array> {
  const signature = await crypto.subtle.sign("Ed25519", key.privateKey, Uint8Array.from(message));
  return new Uint8Array(signature);
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed."));
  });
}

function isDemoKey(found: unknown): found is DemoKey {
  if (typeof found !== "object" || found === null) return false;
  const { privateKey, publicKey } = found as Partial<DemoKey>;
  return privateKey instanceof CryptoKey && publicKey instanceof Uint8Array;
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
