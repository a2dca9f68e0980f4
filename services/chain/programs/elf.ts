/**
 * Writes a program as the ELF file (a shared object) that Solana's loader accepts, with a
 * relocation for each system call.
 */
import { type Assembled, INSTRUCTION_BYTES, type SystemCall } from "./assembler.ts";

const FILE_HEADER_BYTES = 64;
const PROGRAM_HEADER_BYTES = 56;
const SECTION_HEADER_BYTES = 64;
const DYNAMIC_ENTRY_BYTES = 16;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 16;

/** 0x7f "ELF", 64 bits, little-endian, version 1. */
const MAGIC = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1];
const SHARED_OBJECT = 3;
/** The machine "Linux BPF", which with no flags means sBPF version 0. */
const MACHINE_BPF = 247;
const VERSION = 1;

const SEGMENT = { load: 1, dynamic: 2 } as const;
const SEGMENT_FLAGS = { execute: 1, write: 2, read: 4 } as const;
const PAGE_BYTES = 0x1000;

const SECTION_TYPE = { code: 1, strings: 3, dynamic: 6, relocations: 9, symbols: 11 } as const;
const SECTION_FLAGS = { write: 1, loaded: 2, execute: 4 } as const;

/** Tags of the dynamic table, in which the loader finds symbols and relocations. */
const DYNAMIC = {
  strings: 5,
  symbols: 6,
  stringBytes: 10,
  symbolBytes: 11,
  relocations: 17,
  relocationsBytes: 18,
  relocationBytes: 19,
  /** Declares that relocations change code. */
  relocatesCode: 22,
  end: 0,
} as const;
const DYNAMIC_ENTRIES = 9;

/** R_BPF_64_32: the hash of the symbol's name becomes the immediate of a call. */
const RELOCATE_CALL = 10;
/** A global symbol without a type. */
const GLOBAL_SYMBOL = 0x10;

/** A part of the file. The address of a byte equals its position in the file. */
type Part = { at: number; size: number };
type Tables = Record<"text" | "dynamic" | "symbols" | "strings" | "relocations" | "names", Part>;

/** A little-endian field: its size in bytes and its value. */
type Field = readonly [width: 1 | 2 | 4 | 8, value: number];

const SECTION_NAMES = ["", ".text", ".dynamic", ".dynsym", ".dynstr", ".rel.dyn", ".shstrtab"];
const SECTION = { symbols: 3, strings: 4, names: 6 } as const;
const TEXT_AT = FILE_HEADER_BYTES + 3 * PROGRAM_HEADER_BYTES;

export function elfFile({ code, systemCalls }: Assembled): Uint8Array {
  const imported = ["", ...new Set(systemCalls.map(({ name }) => name))];
  const strings = stringTable(imported);
  const names = stringTable(SECTION_NAMES);
  const symbols = concatenate(imported.map((_, index) => symbol(strings.offsets[index] ?? 0)));
  const relocations = concatenate(systemCalls.map((call) => relocation(call, imported)));
  const tables = layOut({
    text: code.length,
    symbols: symbols.length,
    strings: strings.bytes.length,
    relocations: relocations.length,
    names: names.bytes.length,
  });
  const sections = sectionHeaders(tables, names.offsets);
  const sectionsAt = aligned(end(tables.names));
  const file = new Uint8Array(sectionsAt + sections.length);
  file.set(fileHeader(sectionsAt));
  file.set(programHeaders(tables), FILE_HEADER_BYTES);
  file.set(code, tables.text.at);
  file.set(dynamicTable(tables), tables.dynamic.at);
  file.set(symbols, tables.symbols.at);
  file.set(strings.bytes, tables.strings.at);
  file.set(relocations, tables.relocations.at);
  file.set(names.bytes, tables.names.at);
  file.set(sections, sectionsAt);
  return file;
}

function layOut(sizes: Omit<Record<keyof Tables, number>, "dynamic">): Tables {
  const text = { at: TEXT_AT, size: sizes.text };
  const dynamic = { at: aligned(end(text)), size: DYNAMIC_ENTRIES * DYNAMIC_ENTRY_BYTES };
  const symbols = { at: end(dynamic), size: sizes.symbols };
  const strings = { at: end(symbols), size: sizes.strings };
  const relocations = { at: aligned(end(strings)), size: sizes.relocations };
  const names = { at: end(relocations), size: sizes.names };
  return { text, dynamic, symbols, strings, relocations, names };
}

function fileHeader(sectionsAt: number): Uint8Array {
  const header = record([
    [2, SHARED_OBJECT],
    [2, MACHINE_BPF],
    [4, VERSION],
    [8, TEXT_AT], // The entry point is the first instruction.
    [8, FILE_HEADER_BYTES], // Program headers follow this header.
    [8, sectionsAt],
    [4, 0],
    [2, FILE_HEADER_BYTES],
    [2, PROGRAM_HEADER_BYTES],
    [2, 3],
    [2, SECTION_HEADER_BYTES],
    [2, SECTION_NAMES.length],
    [2, SECTION.names],
  ]);
  const identification = new Uint8Array(16);
  identification.set(MAGIC);
  return concatenate([identification, header]);
}

/** The code, the tables that the loader reads, and the dynamic table. */
function programHeaders({ text, dynamic, symbols, relocations }: Tables): Uint8Array {
  const { read, write, execute } = SEGMENT_FLAGS;
  const tables = { at: symbols.at, size: end(relocations) - symbols.at };
  return concatenate([
    programHeader(SEGMENT.load, read | execute, text),
    programHeader(SEGMENT.load, read, tables),
    programHeader(SEGMENT.dynamic, read | write, dynamic),
  ]);
}

function programHeader(type: number, flags: number, { at, size }: Part): Uint8Array {
  return record([
    [4, type],
    [4, flags],
    [8, at], // in the file
    [8, at], // virtual
    [8, at], // physical
    [8, size], // in the file
    [8, size], // in memory
    [8, PAGE_BYTES],
  ]);
}

/** The loader refuses an empty table of relocations. Without one, the table ends earlier. */
function dynamicTable({ symbols, strings, relocations }: Tables): Uint8Array {
  const relocating: [tag: number, value: number][] = [
    [DYNAMIC.relocations, relocations.at],
    [DYNAMIC.relocationsBytes, relocations.size],
    [DYNAMIC.relocationBytes, RELOCATION_BYTES],
    [DYNAMIC.relocatesCode, 0],
  ];
  const entries: [tag: number, value: number][] = [
    [DYNAMIC.symbols, symbols.at],
    [DYNAMIC.symbolBytes, SYMBOL_BYTES],
    [DYNAMIC.strings, strings.at],
    [DYNAMIC.stringBytes, strings.size],
    ...(relocations.size === 0 ? [] : relocating),
    [DYNAMIC.end, 0],
  ];
  return record(
    entries.flatMap(([tag, value]): Field[] => [
      [8, tag],
      [8, value],
    ]),
  );
}

function symbol(nameAt: number): Uint8Array {
  const kind = nameAt === 0 ? 0 : GLOBAL_SYMBOL;
  return record([
    [4, nameAt],
    [1, kind],
    [1, 0],
    [2, 0],
    [8, 0],
    [8, 0],
  ]);
}

function relocation({ instruction, name }: SystemCall, imported: readonly string[]): Uint8Array {
  const at = TEXT_AT + instruction * INSTRUCTION_BYTES;
  return record([
    [8, at],
    [4, RELOCATE_CALL],
    [4, imported.indexOf(name)],
  ]);
}

type SectionHeader = Part & {
  type: number;
  flags: number;
  /** The section with the strings or symbols of this one. */
  link?: number;
  /** The index of the first global symbol, for a symbol table. */
  firstGlobal?: number;
  alignment?: number;
  entryBytes?: number;
};

function sectionHeaders(tables: Tables, nameOffsets: readonly number[]): Uint8Array {
  const { text, dynamic, symbols, strings, relocations, names } = tables;
  const { write, loaded, execute } = SECTION_FLAGS;
  const headers: SectionHeader[] = [
    { ...text, type: SECTION_TYPE.code, flags: loaded | execute },
    {
      ...dynamic,
      type: SECTION_TYPE.dynamic,
      flags: write | loaded,
      link: SECTION.strings,
      entryBytes: DYNAMIC_ENTRY_BYTES,
    },
    {
      ...symbols,
      type: SECTION_TYPE.symbols,
      flags: loaded,
      link: SECTION.strings,
      firstGlobal: 1,
      entryBytes: SYMBOL_BYTES,
    },
    { ...strings, type: SECTION_TYPE.strings, flags: loaded, alignment: 1 },
    {
      ...relocations,
      type: SECTION_TYPE.relocations,
      flags: loaded,
      link: SECTION.symbols,
      entryBytes: RELOCATION_BYTES,
    },
    { ...names, type: SECTION_TYPE.strings, flags: 0, alignment: 1 },
  ];
  const first = new Uint8Array(SECTION_HEADER_BYTES); // ELF keeps section 0 empty.
  return concatenate([
    first,
    ...headers.map((header, index) => sectionHeader(header, nameOffsets[index + 1] ?? 0)),
  ]);
}

function sectionHeader(section: SectionHeader, nameAt: number): Uint8Array {
  const { at, size, type, flags } = section;
  return record([
    [4, nameAt],
    [4, type],
    [8, flags],
    [8, flags === 0 ? 0 : at], // A section that is not loaded has no address.
    [8, at],
    [8, size],
    [4, section.link ?? 0],
    [4, section.firstGlobal ?? 0],
    [8, section.alignment ?? 8],
    [8, section.entryBytes ?? 0],
  ]);
}

/** Strings that end with a zero byte, and the offset of each. */
function stringTable(texts: readonly string[]): { bytes: Uint8Array; offsets: number[] } {
  const encoded = texts.map((text) => new TextEncoder().encode(`${text}\0`));
  let next = 0;
  const offsets = encoded.map(({ length }) => {
    next += length;
    return next - length;
  });
  return { bytes: concatenate(encoded), offsets };
}

function record(fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) {
    for (let index = 0; index < width; index += 1) {
      bytes[at + index] = Math.floor(value / 2 ** (8 * index)) % 256;
    }
    at += width;
  }
  return bytes;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const end = ({ at, size }: Part): number => at + size;
const aligned = (at: number): number => Math.ceil(at / 8) * 8;
