/**
 * The limits that the venue is measured against, as a process of its own: `http` answers a JSON body, `verify`
 * also hashes and verifies one Ed25519 signature a request. Neither matches nor writes anything.
 */
import { createPublicKey, hash, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [mode, publicKeyHex] = process.argv.slice(2);
const prefix = Buffer.from("302a300506032b6570032100", "hex");
const key = createPublicKey({
  key: Buffer.concat([prefix, Buffer.from(publicKeyHex ?? "", "hex")]),
  format: "der",
  type: "spki",
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (mode === "verify") {
      const digest = hash("sha256", JSON.stringify(body), "hex");
      const signature = Buffer.from(String(request.headers["x-signature"]), "hex");
      verify(null, Buffer.from(digest), key, signature);
    }
    const bytes = Buffer.from(JSON.stringify(body));
    response.writeHead(201, { "content-type": "application/json", "content-length": bytes.length });
    response.end(bytes);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`{"port":${(server.address() as AddressInfo).port}}\n`);
});
