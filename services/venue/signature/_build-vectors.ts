/** Ed25519 signatures at the edges of the standard, with the one answer that the venue gives to each. */
import {
  add,
  BASE,
  challenge,
  encode,
  isIdentity,
  littleEndian,
  multiply,
  ORDER,
  PRIME,
  response,
  torsionPoints,
} from "./_curve.ts";

/** All but the comment in hex. `key_acceptable`: the answer of `isAcceptablePublicKey` for the key. */
export type Vector = {
  comment: string;
  public_key: string;
  message: string;
  signature: string;
  key_acceptable: boolean;
  valid: boolean;
};

const SECRETS = { a: 0x6d2b_79f5_0c1e_4a83_9f17_55d0_3b6c_e821n, r: 0x1357_9bdf_2468_ace0_1122n };
const KEY = multiply(SECRETS.a, BASE);
const R = multiply(SECRETS.r, BASE);
const TORSION = torsionPoints();
const MESSAGE = Buffer.from("5f".repeat(32), "latin1");

type Parts = { key: Uint8Array; r: Uint8Array; s: Uint8Array; message: Uint8Array };

/** A signature over any encodings of A and R, made with both secrets. */
function sign(
  key: Uint8Array,
  r: Uint8Array,
  message: Uint8Array = MESSAGE,
  secrets = SECRETS,
): Parts {
  const s = littleEndian(response(secrets, challenge(r, key, message)));
  return { key, r, s, message };
}

const HONEST = sign(encode(KEY), encode(R));

function vector(comment: string, parts: Parts, answer: Partial<Vector> = {}): Vector {
  return {
    comment,
    public_key: Buffer.from(parts.key).toString("hex"),
    message: Buffer.from(parts.message).toString("hex"),
    signature: Buffer.concat([parts.r, parts.s]).toString("hex"),
    key_acceptable: true,
    valid: false,
    ...answer,
  };
}

export function buildVectors(): Vector[] {
  return [
    ...honest(),
    ...malformed(),
    ...notReduced(),
    ...flippedBits(),
    ...smallOrderKeys(),
    ...smallOrderR(),
    ...mixedOrder(),
  ];
}

function honest(): Vector[] {
  const empty = sign(encode(KEY), encode(R), Buffer.alloc(0));
  const long = sign(encode(KEY), encode(R), Buffer.alloc(1000, 7));
  return [
    vector("valid", HONEST, { valid: true }),
    vector("valid, empty message", empty, { valid: true }),
    vector("valid, message of 1,000 bytes", long, { valid: true }),
    vector("another message", { ...HONEST, message: Buffer.from("5e".repeat(32)) }),
    vector("empty message, signature of another", { ...HONEST, message: Buffer.alloc(0) }),
    vector("another key", { ...HONEST, key: encode(multiply(SECRETS.a + 1n, BASE)) }),
    vector("R and S exchanged", { ...HONEST, r: HONEST.s, s: HONEST.r }),
  ];
}

function malformed(): Vector[] {
  const lengths = [0, 1, 31, 32, 63];
  const signature = Buffer.concat([HONEST.r, HONEST.s]);
  const none = Buffer.alloc(0);
  return [
    ...lengths.map((length) =>
      vector(`signature of ${length} bytes`, {
        ...HONEST,
        r: signature.subarray(0, length),
        s: none,
      }),
    ),
    vector("signature of 65 bytes", { ...HONEST, s: Buffer.concat([HONEST.s, Buffer.alloc(1)]) }),
    vector("signature of 128 bytes", { ...HONEST, s: Buffer.concat([HONEST.s, signature]) }),
    vector("all zero", { ...HONEST, r: Buffer.alloc(32), s: Buffer.alloc(32) }),
    vector("all ones", { ...HONEST, r: Buffer.alloc(32, 255), s: Buffer.alloc(32, 255) }),
  ];
}

function notReduced(): Vector[] {
  const s = response(SECRETS, challenge(HONEST.r, HONEST.key, HONEST.message));
  const multiples = [1n, 2n, 8n, 14n].map((times) =>
    vector(`S + ${times} L`, { ...HONEST, s: littleEndian(s + times * ORDER) }),
  );
  const fixed: [string, bigint][] = [
    ["S = 0", 0n],
    ["S = L - 1", ORDER - 1n],
    ["S = L", ORDER],
    ["S = L + 1", ORDER + 1n],
    ["S = 2^252", 2n ** 252n],
    ["S = 2^253", 2n ** 253n],
    ["S = 2^256 - 1", 2n ** 256n - 1n],
  ];
  const negated = vector("S negated", { ...HONEST, s: littleEndian(ORDER - s) });
  return [
    ...multiples,
    negated,
    ...fixed.map(([comment, value]) => vector(comment, { ...HONEST, s: littleEndian(value) })),
  ];
}

function flippedBits(): Vector[] {
  const bits = [0, 1, 7, 100, 247, 252, 253, 254, 255];
  const flip = (bytes: Uint8Array, bit: number) => {
    const copy = Buffer.from(bytes);
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return copy;
  };
  return bits.flatMap((bit) => [
    vector(`bit ${bit} of R flipped`, { ...HONEST, r: flip(HONEST.r, bit) }),
    vector(`bit ${bit} of S flipped`, { ...HONEST, s: flip(HONEST.s, bit) }),
    vector(`bit ${bit} of the message flipped`, { ...HONEST, message: flip(MESSAGE, bit) }),
    vector(`bit ${bit} of the key flipped`, { ...HONEST, key: flip(HONEST.key, bit) }),
  ]);
}

/** Encodings whose y is not below the prime: its 19 values, each with both signs. */
function notReducedPoints(): [string, Buffer][] {
  return Array.from({ length: 19 }, (_, above) => above).flatMap((above) =>
    [0n, 1n].map((sign): [string, Buffer] => [
      `y = p + ${above}, sign ${sign}`,
      littleEndian(PRIME + BigInt(above) + (sign << 255n)),
    ]),
  );
}

/** Canonical encodings of the torsion points, and those with x = 0 and the sign of a negative x. */
function smallOrderPoints(): [string, Buffer][] {
  return [
    ...TORSION.map((point, index): [string, Buffer] => [`torsion point ${index}`, encode(point)]),
    ["identity with sign 1", littleEndian(1n + (1n << 255n))],
    ["order 2 with sign 1", littleEndian(PRIME - 1n + (1n << 255n))],
  ];
}

/** Signed so that the equation holds, which anybody can with a small-order key, for about each eighth message. */
function smallOrderKeys(): Vector[] {
  const known = new Map(TORSION.map((point) => [encode(point).toString("hex"), point]));
  return [...smallOrderPoints(), ...notReducedPoints()].map(([comment, key]) => {
    const point = known.get(key.toString("hex")) ?? [0n, 1n];
    const message = messageFor(
      (hashed) => isIdentity(multiply(hashed % 8n, point)),
      key,
      encode(R),
    );
    const parts = sign(key, encode(R), message, { a: 0n, r: SECRETS.r });
    return vector(`key: ${comment}`, parts, { key_acceptable: false });
  });
}

/** Signed so that S·B - h·A is the identity. */
function smallOrderR(): Vector[] {
  return [...smallOrderPoints(), ...notReducedPoints()].map(([comment, r]) =>
    vector(`R: ${comment}`, sign(encode(KEY), r, MESSAGE, { a: SECRETS.a, r: 0n })),
  );
}

/**
 * Torsion added to an honest A or R. The equation without the cofactor holds exactly when the torsion cancels;
 * the one with the cofactor would hold always.
 */
function mixedOrder(): Vector[] {
  const vectors: Vector[] = [];
  for (const [index, torsion] of TORSION.entries()) {
    if (index === 0) continue;
    const mixedKey = encode(add(KEY, torsion));
    const mixedR = encode(add(R, torsion));
    const cancels = (hashed: bigint) => isIdentity(multiply(hashed % 8n, torsion));
    const remains = (hashed: bigint) => !cancels(hashed);
    const both = (hashed: bigint) => isIdentity(multiply((hashed + 1n) % 8n, torsion));
    const forKey = (holds: (hashed: bigint) => boolean, r: Buffer) =>
      sign(mixedKey, r, messageFor(holds, mixedKey, r));
    vectors.push(
      vector(`R + torsion ${index}`, sign(encode(KEY), mixedR)),
      vector(`A + torsion ${index}, remains`, forKey(remains, encode(R))),
      vector(`A + torsion ${index}, cancels`, forKey(cancels, encode(R)), { valid: true }),
    );
    vectors.push(
      vector(`A and R + torsion ${index}, cancels`, forKey(both, mixedR), { valid: true }),
    );
  }
  return vectors;
}

function messageFor(
  holds: (hashed: bigint) => boolean,
  key: Uint8Array,
  r: Uint8Array,
): Uint8Array {
  for (let attempt = 0; ; attempt += 1) {
    const message = Buffer.from(`message ${attempt}`);
    if (holds(challenge(r, key, message))) return message;
  }
}
