/**
 * The arithmetic of Ed25519 in `bigint`, slow and in variable time: builds, for tests alone, the keys and
 * signatures that no library makes.
 */
import { createHash } from "node:crypto";

export type Point = readonly [x: bigint, y: bigint];

export const PRIME = 2n ** 255n - 19n;
/** Order of the base point. */
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const IDENTITY: Point = [0n, 1n];

function mod(value: bigint, modulus = PRIME): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const inverse = (value: bigint) => power(value, PRIME - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (PRIME - 1n) / 4n);

export function add([x1, y1]: Point, [x2, y2]: Point): Point {
  const product = mod(mod(D * x1 * x2) * mod(y1 * y2));
  return [
    mod((x1 * y2 + y1 * x2) * inverse(1n + product)),
    mod((y1 * y2 + x1 * x2) * inverse(1n - product)),
  ];
}

export function multiply(scalar: bigint, point: Point): Point {
  let result = IDENTITY;
  let double = point;
  for (let left = scalar; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

export function isIdentity([x, y]: Point): boolean {
  return x === 0n && y === 1n;
}

/** The point with this y and an even x; `undefined` when there is none. */
function pointAt(y: bigint): Point | undefined {
  const square = mod(mod(y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (PRIME + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x) !== square) return undefined;
  return [(x & 1n) === 0n ? x : mod(-x), mod(y)];
}

function basePoint(): Point {
  const base = pointAt(mod(4n * inverse(5n)));
  if (base === undefined) throw new Error("the base point is on the curve");
  return base;
}

export const BASE = basePoint();

/** The eight points whose order divides 8: multiples 0 to 7 of one of order 8. */
export function torsionPoints(): Point[] {
  for (let y = 2n; ; y += 1n) {
    const point = pointAt(y);
    if (point === undefined) continue;
    const generator = multiply(ORDER, point);
    if (isIdentity(multiply(4n, generator))) continue;
    return Array.from({ length: 8 }, (_, index) => multiply(BigInt(index), generator));
  }
}

export function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();
}

export function encode([x, y]: Point): Buffer {
  return littleEndian(y + ((x & 1n) << 255n));
}

/** SHA-512(R ‖ A ‖ message) modulo the order. */
export function challenge(pointR: Uint8Array, key: Uint8Array, message: Uint8Array): bigint {
  const digest = createHash("sha512").update(pointR).update(key).update(message).digest();
  return mod(BigInt(`0x${digest.reverse().toString("hex")}`), ORDER);
}

/** What satisfies S·B = R + h·A when R and A are r·B and a·B, whatever is added to their encodings. */
export function response(secrets: { a: bigint; r: bigint }, hashed: bigint): bigint {
  return mod(secrets.r + hashed * secrets.a, ORDER);
}
