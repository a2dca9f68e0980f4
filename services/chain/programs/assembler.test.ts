/** The bytes of instructions, as the instruction set defines them. */
import { describe, expect, test } from "vitest";
import { Assembler } from "./assembler.ts";

const hex = (a: Assembler): string => Buffer.from(a.assemble().code).toString("hex");
const assemble = (write: (a: Assembler) => Assembler): string => hex(write(new Assembler()));

describe("an instruction has 8 bytes: opcode, source and destination, offset, immediate", () => {
  test.each<[string, (a: Assembler) => Assembler]>([
    ["b701000005000000", (a) => a.move("r1", 5)],
    ["bf21000000000000", (a) => a.move("r1", "r2")],
    ["0703000008000000", (a) => a.add("r3", 8)],
    ["0f43000000000000", (a) => a.add("r3", "r4")],
    ["1706000001000000", (a) => a.subtract("r6", 1)],
    ["2f80000000000000", (a) => a.multiply("r0", "r8")],
    ["4f28000000000000", (a) => a.or("r8", "r2")],
    ["57020000f8ffffff", (a) => a.and("r2", -8)],
    ["6704000001000000", (a) => a.shiftLeft("r4", 1)],
    ["770100003f000000", (a) => a.shiftRight("r1", 63)],
    ["7162010000000000", (a) => a.load8("r2", "r6", 1)],
    ["6962240000000000", (a) => a.load16("r2", "r6", 36)],
    ["61621e0000000000", (a) => a.load32("r2", "r6", 30)],
    ["79a278fe00000000", (a) => a.load64("r2", "r10", -392)],
    ["720a100003000000", (a) => a.store8("r10", 16, 3)],
    ["732a100000000000", (a) => a.store8("r10", 16, "r2")],
    ["7a0a080009000000", (a) => a.store64("r10", 8, 9)],
    ["7b2af8ff00000000", (a) => a.store64("r10", -8, "r2")],
    ["85100000ffffffff", (a) => a.systemCall("sol_log_")],
    ["9500000000000000", (a) => a.exit()],
    ["bfa20000000000000702000078feffff", (a) => a.address("r2", "r10", -392)],
    ["18050000887766550000000044332211", (a) => a.constant("r5", 0x11223344_55667788n)],
    ["18050000ffffffff00000000ffffffff", (a) => a.constant("r5", 2n ** 64n - 1n)],
  ])("%s", (bytes, write) => {
    expect(assemble(write)).toBe(bytes);
  });
});

describe("a jump", () => {
  test("counts instructions from the next one, in both directions", () => {
    const code = assemble((a) =>
      a.label("back").jump("on").exit().label("on").jumpIf("r1", "==", 0, "back").exit(),
    );
    expect(code.match(/.{16}/g)).toEqual([
      "0500010000000000",
      "9500000000000000",
      "1501fdff00000000",
      "9500000000000000",
    ]);
  });

  test.each([
    ["==", "15", "1d"],
    ["!=", "55", "5d"],
    ["<", "a5", "ad"],
    [">", "25", "2d"],
    [">=", "35", "3d"],
  ] as const)(
    "if %s compares with an immediate or a register",
    (comparison, immediate, register) => {
      const code = assemble((a) =>
        a.jumpIf("r1", comparison, 7, "end").jumpIf("r1", comparison, "r2", "end").label("end"),
      );
      expect(code).toBe(`${immediate}01010007000000${register}21000000000000`);
    },
  );

  test("into a function has its distance in the immediate", () => {
    expect(assemble((a) => a.call("function").exit().label("function").exit()).slice(0, 16)).toBe(
      "8510000001000000",
    );
  });
});

describe("a program is refused", () => {
  test.each<[string, RegExp, (a: Assembler) => Assembler]>([
    ["with a jump to nowhere", /No label nowhere/, (a) => a.jump("nowhere")],
    ["with a label twice", /exists already/, (a) => a.label("x").label("x")],
    ["with an immediate above 32 bits", /32 bits/, (a) => a.move("r1", 2 ** 31)],
    ["with a fraction", /32 bits/, (a) => a.move("r1", 0.5)],
    ["with an offset above 16 bits", /16 bits/, (a) => a.load64("r1", "r2", 2 ** 15)],
  ])("%s", (_, reason, write) => {
    expect(() => assemble(write)).toThrow(reason);
  });
});
