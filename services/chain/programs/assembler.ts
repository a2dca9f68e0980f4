/** Assembles sBPF version 0, the instruction set of Solana programs: instructions, labels and system calls. */

const REGISTERS = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"] as const;
/**
 * `r0` is the result, `r1` to `r5` are arguments, `r10` is the end of the stack frame and read-only.
 * A call keeps `r6` to `r9` for its caller.
 */
export type Register = (typeof REGISTERS)[number];
/** A register, or an immediate of 32 bits, whose sign is extended to 64. */
export type Operand = Register | number;

/** Unsigned. */
export type JumpComparison = "==" | "!=" | "<" | ">" | ">=";

export const INSTRUCTION_BYTES = 8;

/** Opcodes whose second operand is an immediate. */
const ARITHMETIC = {
  add: 0x07,
  subtract: 0x17,
  multiply: 0x27,
  or: 0x47,
  and: 0x57,
  shiftLeft: 0x67,
  shiftRight: 0x77,
  move: 0xb7,
} as const;
const JUMP_IF = { "==": 0x15, ">": 0x25, ">=": 0x35, "!=": 0x55, "<": 0xa5 } as const;
/** Added to those opcodes when the second operand is a register. */
const FROM_REGISTER = 0x08;

const JUMP = 0x05;
const CALL = 0x85;
const EXIT = 0x95;
/** Takes two places; the second holds the upper half of the constant. */
const LOAD_CONSTANT = 0x18;
const LOAD_8 = 0x71;
const LOAD_16 = 0x69;
const LOAD_32 = 0x61;
const LOAD_64 = 0x79;
const STORE_8 = { immediate: 0x72, register: 0x73 } as const;
const STORE_64 = { immediate: 0x7a, register: 0x7b } as const;
/** A placeholder for a distance. The loader replaces it with the hash of a system call's name. */
const RELOCATED = -1;

type Instruction = {
  opcode: number;
  destination: number;
  source: number;
  offset: number;
  immediate: number;
};
/** A call has its distance in the immediate, a jump in the offset. */
type Reference = { at: number; label: string; field: "offset" | "immediate" };

export type SystemCall = { instruction: number; name: string };
export type Assembled = { code: Uint8Array; systemCalls: readonly SystemCall[] };

const numberOf = (register: Register): number => REGISTERS.indexOf(register);

/** Each method appends one instruction. */
export class Assembler {
  readonly #instructions: Instruction[] = [];
  readonly #labels = new Map<string, number>();
  readonly #references: Reference[] = [];
  readonly #systemCalls: SystemCall[] = [];

  /** Names the position of the next instruction. */
  label(name: string): this {
    if (this.#labels.has(name)) throw new Error(`The label ${name} exists already.`);
    this.#labels.set(name, this.#instructions.length);
    return this;
  }

  move(to: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.move, to, value);
  }

  add(to: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.add, to, value);
  }

  subtract(from: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.subtract, from, value);
  }

  /** Keeps the lower 64 bits of the product. */
  multiply(to: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.multiply, to, value);
  }

  or(to: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.or, to, value);
  }

  and(to: Register, value: Operand): this {
    return this.#binary(ARITHMETIC.and, to, value);
  }

  shiftLeft(to: Register, bits: Operand): this {
    return this.#binary(ARITHMETIC.shiftLeft, to, bits);
  }

  shiftRight(to: Register, bits: Operand): this {
    return this.#binary(ARITHMETIC.shiftRight, to, bits);
  }

  /** `to = base + offset`. */
  address(to: Register, base: Register, offset: number): this {
    return this.move(to, base).add(to, offset);
  }

  /** For constants that an immediate cannot hold. */
  constant(to: Register, value: bigint): this {
    const halves = new DataView(new ArrayBuffer(8));
    halves.setBigUint64(0, value, true);
    this.#emit({
      opcode: LOAD_CONSTANT,
      destination: numberOf(to),
      immediate: halves.getInt32(0, true),
    });
    return this.#emit({ opcode: 0, immediate: halves.getInt32(4, true) });
  }

  load8(to: Register, base: Register, offset: number): this {
    return this.#load(LOAD_8, to, base, offset);
  }

  load16(to: Register, base: Register, offset: number): this {
    return this.#load(LOAD_16, to, base, offset);
  }

  load32(to: Register, base: Register, offset: number): this {
    return this.#load(LOAD_32, to, base, offset);
  }

  load64(to: Register, base: Register, offset: number): this {
    return this.#load(LOAD_64, to, base, offset);
  }

  store8(base: Register, offset: number, value: Operand): this {
    return this.#store(STORE_8, base, offset, value);
  }

  store64(base: Register, offset: number, value: Operand): this {
    return this.#store(STORE_64, base, offset, value);
  }

  jump(label: string): this {
    this.#refer(label, "offset");
    return this.#emit({ opcode: JUMP });
  }

  jumpIf(left: Register, comparison: JumpComparison, right: Operand, label: string): this {
    this.#refer(label, "offset");
    return this.#binary(JUMP_IF[comparison], left, right);
  }

  /** Calls the code at `label`. Execution continues after this instruction when that code exits. */
  call(label: string): this {
    this.#refer(label, "immediate");
    return this.#emit({ opcode: CALL, source: 1 });
  }

  /** A function of the runtime, for example `sol_invoke_signed_c`. */
  systemCall(name: string): this {
    this.#systemCalls.push({ instruction: this.#instructions.length, name });
    return this.#emit({ opcode: CALL, source: 1, immediate: RELOCATED });
  }

  exit(): this {
    return this.#emit({ opcode: EXIT });
  }

  /** @throws when a label is missing, or a figure does not fit into its field. */
  assemble(): Assembled {
    for (const reference of this.#references) this.#resolve(reference);
    const code = new Uint8Array(this.#instructions.length * INSTRUCTION_BYTES);
    const view = new DataView(code.buffer);
    this.#instructions.forEach((instruction, index) => {
      write(view, index * INSTRUCTION_BYTES, instruction);
    });
    return { code, systemCalls: this.#systemCalls };
  }

  #emit(instruction: Partial<Instruction>): this {
    const empty = { opcode: 0, destination: 0, source: 0, offset: 0, immediate: 0 };
    this.#instructions.push({ ...empty, ...instruction });
    return this;
  }

  #binary(opcode: number, left: Register, right: Operand): this {
    const destination = numberOf(left);
    if (typeof right === "number") return this.#emit({ opcode, destination, immediate: right });
    return this.#emit({ opcode: opcode + FROM_REGISTER, destination, source: numberOf(right) });
  }

  #load(opcode: number, to: Register, base: Register, offset: number): this {
    return this.#emit({ opcode, destination: numberOf(to), source: numberOf(base), offset });
  }

  #store(
    opcodes: { immediate: number; register: number },
    base: Register,
    offset: number,
    value: Operand,
  ): this {
    const target = { destination: numberOf(base), offset };
    return typeof value === "number"
      ? this.#emit({ opcode: opcodes.immediate, ...target, immediate: value })
      : this.#emit({ opcode: opcodes.register, ...target, source: numberOf(value) });
  }

  #refer(label: string, field: Reference["field"]): void {
    this.#references.push({ at: this.#instructions.length, label, field });
  }

  /** Distances count instructions, from the one after the jump. */
  #resolve({ at, label, field }: Reference): void {
    const target = this.#labels.get(label);
    const instruction = this.#instructions[at];
    if (target === undefined || instruction === undefined) throw new Error(`No label ${label}.`);
    instruction[field] = target - at - 1;
  }
}

function write(view: DataView, at: number, instruction: Instruction): void {
  const { opcode, destination, source, offset, immediate } = instruction;
  view.setUint8(at, opcode);
  view.setUint8(at + 1, (source << 4) | destination);
  view.setInt16(at + 2, fitting(offset, 16), true);
  view.setInt32(at + 4, fitting(immediate, 32), true);
}

function fitting(value: number, bits: number): number {
  const end = 2 ** (bits - 1);
  if (Number.isInteger(value) && value >= -end && value < end) return value;
  throw new RangeError(`${value} does not fit into ${bits} bits.`);
}
