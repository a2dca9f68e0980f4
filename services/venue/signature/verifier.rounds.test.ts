/**
 * Every signature has one result, whichever library computes it: the vectors define it, and random changes of
 * valid signatures get the same result from both. An accelerator with other results is not used.
 * SIGNATURE_CHANGES sets the number of those changes.
 */
import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { privateKeyObject } from "#lib/kernel/ed25519.ts";
import { isAcceptablePublicKey } from "#lib/protocol/signing/canonical-signature.ts";
import { buildVectors, type Vector } from "./_build-vectors.ts";
import { createVerifier, type Sodium, type Verifier, verifyingKey } from "./verifier.ts";

const CHANGES = Number(process.env["SIGNATURE_CHANGES"] ?? 2_000);

const file = new URL("./vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
const bytes = (hex: string) => Buffer.from(hex, "hex");

/** The package is optional: without it there is nothing to compare, but the vectors still bind `node:crypto`. */
const hasSodium = createVerifier().name === "sodium";
const node = createVerifier("node");
const verifiers: Verifier[] = hasSodium ? [node, createVerifier("sodium")] : [node];

test("the vectors equal the output of their builder", async () => {
  const text = `${JSON.stringify(buildVectors(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("./vectors.json");
});

describe.each(verifiers)("$name", (verifier) => {
  test.each(vectors)("$comment", (vector) => {
    const key = bytes(vector.public_key);
    expect(isAcceptablePublicKey(key)).toBe(vector.key_acceptable);
    const answer = verifier.verify(
      verifyingKey(key),
      bytes(vector.message),
      bytes(vector.signature),
    );
    expect(answer).toBe(vector.valid);
  });

  test("leaves the key, the message and the signature unchanged", () => {
    for (const vector of vectors) {
      const [key, message, signature] = [vector.public_key, vector.message, vector.signature].map(
        bytes,
      ) as [Buffer, Buffer, Buffer];
      verifier.verify(verifyingKey(key), message, signature);
      expect(Buffer.concat([key, message, signature]).toString("hex")).toBe(
        vector.public_key + vector.message + vector.signature,
      );
    }
  });

  test("accepts views into larger buffers", () => {
    const [vector] = vectors;
    if (vector === undefined) throw new Error("no vectors");
    const inside = (hex: string) =>
      Buffer.concat([Buffer.alloc(3), bytes(hex), Buffer.alloc(5)]).subarray(3, 3 + hex.length / 2);
    const [key, message, signature] = [vector.public_key, vector.message, vector.signature].map(
      inside,
    ) as [Buffer, Buffer, Buffer];
    expect(verifier.verify(verifyingKey(key), message, signature)).toBe(true);
  });
});

/** A small generator, so that a failure can be reproduced (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)));
}

/** One to three changes that keep the length: a bit, a byte at an extreme, the first or last half of another. */
function mutate(random: Random, source: Uint8Array, other: Uint8Array): Uint8Array {
  const result = Uint8Array.from(source);
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const at = random(result.length);
    const kind = random(10);
    const half = 32 * random(result.length / 32);
    const graft = other.subarray(half, half + 32);
    if (kind < 4 || graft.length < 32) result[at] = (result[at] ?? 0) ^ (1 << random(8));
    else if (kind < 7) result[at] = random(2) * 255;
    else result.set(graft, half);
  }
  return result;
}

type Given = { key: Uint8Array; message: Uint8Array; signature: Uint8Array };

/** A quarter stays valid; the others change the signature, its length, or the key. */
function randomCase(random: Random, keys: KeyObject[]): Given {
  const secret = keys[random(keys.length)];
  const donor = vectors[random(vectors.length)];
  if (secret === undefined || donor === undefined) throw new Error("nothing to change");
  const message = randomBytes(random, random(80));
  const key = createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32);
  const signature = sign(null, message, secret);
  const part = random(16);
  const otherSignature = bytes(donor.signature);
  if (part < 8) return { key, message, signature: mutate(random, signature, otherSignature) };
  if (part < 9) return { key, message, signature: signature.subarray(0, random(64)) };
  if (part < 12) return { key: mutate(random, key, bytes(donor.public_key)), message, signature };
  return { key, message, signature };
}

test.runIf(hasSodium)(
  `${CHANGES} changed signatures get the same result from both libraries`,
  () => {
    const random = randomNumbers(20_261_121);
    const [first, second] = verifiers as [Verifier, Verifier];
    const keys = Array.from({ length: 40 }, () => privateKeyObject(randomBytes(random, 32)));
    const answers = { true: 0, false: 0 };
    for (let round = 0; round < CHANGES; round += 1) {
      const { key, message, signature } = randomCase(random, keys);
      const given = [verifyingKey(key), message, signature] as const;
      const answer = first.verify(...given);
      answers[`${answer}`] += 1;
      const hex = [key, message, signature].map((part) => Buffer.from(part).toString("hex"));
      expect(second.verify(...given), `round ${round}: ${hex.join(" ")}`).toBe(answer);
    }
    // Both results must have occurred, or nothing was compared.
    expect(answers.true).toBeGreaterThan(CHANGES / 5);
    expect(answers.false).toBeGreaterThan(CHANGES / 2);
  },
);

describe("the choice of the library", () => {
  const acceptsAll: Sodium = { crypto_sign_verify_detached: () => true };
  const throws: Sodium = {
    crypto_sign_verify_detached: () => {
      throw new Error("another interface");
    },
  };

  test("is node:crypto without the package", () => {
    expect(createVerifier(undefined, () => undefined).name).toBe("node");
  });

  test.each([
    ["accepts what node:crypto refuses", acceptsAll],
    ["has another interface", throws],
  ])("is not a package that %s", (_, sodium) => {
    expect(createVerifier(undefined, () => sodium).name).toBe("node");
    expect(() => createVerifier("sodium", () => sodium)).toThrow("verify with node");
  });

  test("tells how to install a requested package that is missing", () => {
    expect(() => createVerifier("sodium", () => undefined)).toThrow("npm install sodium-native");
  });

  test.runIf(hasSodium)("works in several threads of one process", async () => {
    const script = `
      import { parentPort } from "node:worker_threads";
      import { createVerifier } from ${JSON.stringify(new URL("./verifier.ts", import.meta.url).href)};
      parentPort.postMessage(createVerifier().name);`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const names = await Promise.all(
      [1, 2].map(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker(url);
            worker.on("message", resolve);
            worker.on("error", reject);
          }),
      ),
    );
    expect(names).toEqual(["sodium", "sodium"]);
  });
});
