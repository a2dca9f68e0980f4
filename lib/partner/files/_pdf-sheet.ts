/** Pages of A4 with headings, paragraphs and tables, one below the other. Lengths in points (1/72 inch). */
import "server-only";
import { setImmediate as othersFirst } from "node:timers/promises";

type Document = PDFKit.PDFDocument;

const INK = "#14191f";
export const FAINT = "#5a6572";
const LINE = "#d5dae0";

/** How long to draw before yielding to the event loop, because the process serves streams. */
const SLICE_MS = 4;

const MARGIN = 48;
const FOOT = 40;

export type Column = {
  title: string;
  width: number;
  /** `point`: right-aligned figures with aligned decimal points. */
  align: "left" | "right" | "point";
  /** Monospaced. */
  mono?: boolean;
};

export type Row = {
  cells: readonly string[];
  /** Notes below the row, over its whole width. */
  notes?: readonly string[];
  tone?: "faint" | "total";
};

type TextStyle = { size?: number; color?: string; font?: string; gap?: number };

const PLAIN = "Helvetica";
const BOLD = "Helvetica-Bold";
const MONO = "Courier";

export class Sheet {
  readonly #doc: Document;
  readonly #point: string;
  readonly #left = MARGIN;
  #y = MARGIN;
  #sliceBegan = performance.now();

  /** `doc`: A4 with buffered pages, so that each page can show the number of pages. `point`: the decimal mark of its figures. */
  constructor(doc: Document, point: string) {
    this.#doc = doc;
    this.#point = point;
  }

  get width(): number {
    return this.#doc.page.width - 2 * MARGIN;
  }

  /** The logo, the product's name and the title, over a line. */
  title(product: string, name: string): void {
    const doc = this.#doc;
    const [x, y] = [this.#left, this.#y];
    doc.save().translate(x, y).scale(0.82);
    doc.roundedRect(0, 0, 32, 32, 7).fill("#11151a");
    doc.translate(4, 4).lineWidth(4).lineCap("round");
    doc.path("M4 19h9.5a5 5 0 0 0 0-10").stroke("#e4e8ec");
    doc.path("M20 5h-9.5a5 5 0 0 0 0 10").stroke("#a59bff");
    doc.restore();
    this.#put(product, x + 36, y + 4, { size: 18, font: BOLD });
    this.#putRight(name, x + this.width, y + 8, { size: 13, color: FAINT });
    this.#y = y + 40;
    this.rule();
  }

  rule(): void {
    this.#doc
      .moveTo(this.#left, this.#y)
      .lineTo(this.#left + this.width, this.#y)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke();
    this.#y += 10;
  }

  gap(height: number): void {
    this.#y += height;
  }

  /** Begins a section with at least `keep` points on the same page. */
  heading(text: string, keep = 60): void {
    this.#room(24 + keep);
    this.#y += 10;
    this.#put(text, this.#left, this.#y, { size: 12, font: BOLD });
    this.#y += 20;
  }

  paragraph(text: string, style: TextStyle = {}): void {
    const { size = 9, color = INK, font = PLAIN, gap = 5 } = style;
    const options = { width: this.width, lineGap: 1.5 };
    this.#doc.font(font).fontSize(size);
    const height = this.#doc.heightOfString(text, options);
    this.#room(height);
    this.#doc.fillColor(color).text(text, this.#left, this.#y, options);
    this.#y += height + gap;
  }

  /** Monospaced, without line breaks. */
  code(text: string, size = 8.5): void {
    this.#room(size + 6);
    this.#put(text, this.#left, this.#y, { size, font: MONO });
    this.#y += size + 6;
  }

  /** Text in a box. */
  notice(text: string): void {
    const options = { width: this.width - 20, lineGap: 1.5 };
    this.#doc.font(PLAIN).fontSize(9);
    const height = this.#doc.heightOfString(text, options) + 12;
    this.#room(height);
    this.#doc.roundedRect(this.#left, this.#y, this.width, height, 4).fill("#fdf3dc");
    this.#doc.fillColor("#6b4a00").text(text, this.#left + 10, this.#y + 6, options);
    this.#y += height + 8;
  }

  /** Names at the left, values beside them. */
  facts(pairs: readonly (readonly [name: string, value: string])[]): void {
    for (const [name, value] of pairs) {
      this.#room(15);
      this.#put(name, this.#left, this.#y, { color: FAINT });
      this.#put(value, this.#left + 110, this.#y, {});
      this.#y += 15;
    }
    this.#y += 3;
  }

  /** Repeats the table's header on each page. */
  async table(columns: readonly Column[], rows: readonly Row[]): Promise<void> {
    const points = columns.map((column, index) => this.#pointOf(column, index, rows));
    this.#heads(columns);
    for (const row of rows) {
      const height = 15 + (row.notes?.length ?? 0) * 10;
      if (this.#room(height)) this.#heads(columns);
      this.#row(columns, points, row);
      this.#y += height;
      await this.#makeWay();
    }
    this.#y += 5;
  }

  /** Writes the footer with the page number on every page. */
  foot(text: string, pageOf: (page: number, count: number) => string): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(start + page);
      const y = this.#doc.page.height - FOOT;
      this.#put(text, this.#left, y, { size: 7.5, color: FAINT });
      const number = pageOf(page + 1, count);
      this.#putRight(number, this.#left + this.width, y, { size: 7.5, color: FAINT });
    }
  }

  async #makeWay(): Promise<void> {
    if (performance.now() - this.#sliceBegan < SLICE_MS) return;
    await othersFirst();
    this.#sliceBegan = performance.now();
  }

  /** Begins a new page when less than this is left. */
  #room(height: number): boolean {
    if (this.#y + height <= this.#doc.page.height - FOOT - 14) return false;
    this.#doc.addPage();
    this.#y = MARGIN;
    return true;
  }

  #heads(columns: readonly Column[]): void {
    // With at least one row.
    this.#room(34);
    let x = this.#left;
    for (const { title, width, align } of columns) {
      const style = { size: 7.5, color: FAINT, font: BOLD };
      if (align === "left") this.#put(title, x, this.#y, style);
      else this.#putRight(title, x + width, this.#y, style);
      x += width;
    }
    this.#y += 12;
    this.#doc
      .moveTo(this.#left, this.#y)
      .lineTo(this.#left + this.width, this.#y)
      .lineWidth(0.7)
      .strokeColor(LINE)
      .stroke();
    this.#y += 4;
  }

  #row(columns: readonly Column[], points: readonly number[], { cells, notes, tone }: Row): void {
    const color = tone === "faint" ? FAINT : INK;
    const plain = tone === "total" ? BOLD : PLAIN;
    let x = this.#left;
    for (const [index, { width, align, mono }] of columns.entries()) {
      const text = cells[index] ?? "";
      // A row of sums has no id.
      const font = mono === true && tone === undefined ? MONO : plain;
      const style = { color, font, size: 8.5 };
      if (align === "left") this.#put(text, x, this.#y, style);
      if (align === "right") this.#putRight(text, x + width, this.#y, style);
      if (align === "point") {
        const whole = this.#widthOf(this.#wholeOf(text), style);
        this.#put(text, x + width - (points[index] ?? 0) - whole, this.#y, style);
      }
      x += width;
    }
    for (const [index, note] of (notes ?? []).entries())
      this.#put(note, this.#left, this.#y + 12 + index * 10, { size: 7, color: FAINT, font: MONO });
  }

  /** Width of the longest fraction in a column. */
  #pointOf({ align }: Column, index: number, rows: readonly Row[]): number {
    if (align !== "point") return 0;
    return rows.reduce((most, { cells, tone }) => {
      const text = cells[index] ?? "";
      const font = tone === "total" ? BOLD : PLAIN;
      return Math.max(
        most,
        this.#widthOf(text.slice(this.#wholeOf(text).length), { size: 8.5, font }),
      );
    }, 0);
  }

  #wholeOf(text: string): string {
    return text.split(this.#point, 1)[0] ?? "";
  }

  #widthOf(text: string, { size = 9, font = PLAIN }: TextStyle): number {
    return this.#doc.font(font).fontSize(size).widthOfString(text);
  }

  #putRight(text: string, right: number, y: number, style: TextStyle): void {
    this.#put(text, right - this.#widthOf(text, style), y, style);
  }

  #put(text: string, x: number, y: number, style: TextStyle): void {
    const { size = 9, color = INK, font = PLAIN } = style;
    const doc = this.#doc;
    // Near the bottom the library would begin a new page on its own.
    const { bottom } = doc.page.margins;
    doc.page.margins.bottom = 0;
    doc.font(font).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false });
    doc.page.margins.bottom = bottom;
  }
}
