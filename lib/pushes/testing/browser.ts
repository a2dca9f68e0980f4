/**
 * A browser's half of web push for tests: its keys, and how it decrypts a push (RFC 8188, RFC 8291,
 * RFC 8292).
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";

export type TestBrowser = {
  ecdh: ECDH;
  auth: Buffer;
  /** In the form of `PushSubscription.toJSON()`. */
  keys: { p256dh: string; auth: string };
};

export function newBrowser(): TestBrowser {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys().toString("base64url");
  const auth = randomBytes(16);
  return { ecdh, auth, keys: { p256dh, auth: auth.toString("base64url") } };
}

/**
 * The text of a push in a single record.
 * @throws when it was encrypted for another browser or altered
 */
export function decryptPush(
  body: Buffer,
  { ecdh, auth }: Pick<TestBrowser, "ecdh" | "auth">,
): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.byteLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

export type VapidClaims = { aud: string; exp: number; sub: string };

/**
 * The claims of a header `vapid t=…, k=…`.
 * @throws when `publicKey` did not sign it
 */
export function readVapid(authorization: string, publicKey: string): VapidClaims {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("another key");
  const point = Buffer.from(publicKey, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isTrue = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isTrue) throw new Error("a wrong signature");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as VapidClaims;
}
