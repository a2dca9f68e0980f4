/** Malformed texts, numbers and JSON values, with some valid ones among them. */
import type { Random } from "./random.ts";

const ODD_TEXTS: readonly [string, ...string[]] = [
  "",
  " ",
  "0",
  "00",
  "-0",
  "-1",
  "+1",
  "1e5",
  "1E400",
  "NaN",
  "Infinity",
  "null",
  "true",
  "0x10",
  "1,5",
  "٣",
  "1\u0000",
  "\ud800",
  "\u202e",
  "é".repeat(20),
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "%00",
  "%ff",
  "' OR 1=1 --",
  "<script>",
  "9".repeat(40),
  "1".repeat(5_000),
  "BTCUSDC",
  "BUY",
  "LIMIT",
  "MarkPrice",
];
const DIGITS = "0123456789";
const ODD_NUMBERS: readonly [number, ...number[]] = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  5e-324,
  1.7976931348623157e308,
];
const DEEPEST = 4;

/** A text that looks like a decimal, or nearly. */
export function decimalText(random: Random): string {
  if (random.oneIn(8)) return random.pick(ODD_TEXTS);
  const whole = digits(random, random.below(random.oneIn(10) ? 36 : 8));
  const fraction = random.oneIn(3)
    ? ""
    : `.${digits(random, random.below(random.oneIn(10) ? 36 : 7))}`;
  const text = (random.oneIn(20) ? "" : whole || "0") + fraction;
  return random.oneIn(12) ? mutateText(text, random) : text;
}

function digits(random: Random, length: number): string {
  let text = "";
  for (let index = 0; index < length; index += 1) text += DIGITS[random.below(10)] ?? "0";
  return random.oneIn(8) ? text : text.replace(/^0+(?=.)/, "");
}

/** One character more, less or another. */
export function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const odd = random.oneIn(3)
    ? random.pick(ODD_TEXTS).slice(0, 3)
    : String.fromCharCode(random.below(0x250));
  const cut = random.below(3) === 0 ? 0 : 1;
  return text.slice(0, at) + (random.oneIn(3) ? "" : odd) + text.slice(at + cut);
}

export function oddText(random: Random): string {
  return random.oneIn(2) ? random.pick(ODD_TEXTS) : mutateText(random.pick(ODD_TEXTS), random);
}

export function oddValue(random: Random, depth = 0): unknown {
  switch (random.below(depth < DEEPEST ? 8 : 5)) {
    case 0:
      return null;
    case 1:
      return random.oneIn(2);
    case 2:
      return random.pick(ODD_NUMBERS);
    case 3:
      return decimalText(random);
    case 4:
      return oddText(random);
    case 5:
      return Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          oddText(random),
          oddValue(random, depth + 1),
        ]),
      );
  }
}

/** The body with a field more, less, twice or changed. */
export function mutateBody(body: Record<string, unknown>, random: Random): string {
  const changed = { ...body };
  const names = Object.keys(body);
  for (let times = random.below(3); times > 0; times -= 1) {
    const name = names[random.below(names.length)] ?? oddText(random);
    if (random.oneIn(5)) delete changed[name];
    else changed[random.oneIn(8) ? oddText(random) : name] = oddValue(random);
  }
  const text = JSON.stringify(changed);
  if (random.oneIn(12)) return mutateText(text, random);
  if (random.oneIn(30)) return text.replace("{", `{"${names[0] ?? "a"}":1,`);
  if (random.oneIn(60)) return "[".repeat(random.below(3_000)) + text;
  if (random.oneIn(400)) return text + " ".repeat(70_000);
  return text;
}
