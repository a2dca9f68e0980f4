/** A self-signed certificate for a test's server: X.509 version 3 encoded here, since Node cannot create one. */
import { generateKeyPairSync, sign } from "node:crypto";

const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const SEQUENCE = 0x30;
const SET = 0x31;

/** PEM of a certificate for these names, and of its key. */
export function testCertificate(names: readonly string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from("test")))));
  const validity = der(SEQUENCE, utcTime("200101000000Z"), utcTime("491231235959Z"));
  const altNames = der(SEQUENCE, ...names.map((dns) => der(0x82, Buffer.from(dns))));
  const extensions = der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, altNames)));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const lines = der(SEQUENCE, content, algorithm, signature)
    .toString("base64")
    .match(/.{1,64}/g);
  const body = (lines ?? []).join("\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
